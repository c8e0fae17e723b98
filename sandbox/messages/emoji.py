"""The emoji of the application: pictures that its bot may use everywhere."""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.server.errors import not_found
from sandbox.wire import Wire
from sandbox.world.feed import Feed
from sandbox.world.snowflake import Snowflakes
from sandbox.world.user import User

PNG = "image/png"


@dataclass(slots=True)
class Emoji:
    id: int
    name: str
    image: bytes
    content_type: str
    maker: User

    def wire(self) -> Wire:
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "user": self.maker.wire(),
            "require_colons": True,
            "managed": False,
            "animated": self.content_type == "image/gif",
            "available": True,
        }


class ApplicationEmoji:
    """Tests may fill it without requests: `sandbox.emoji.add("blue_7", picture)`."""

    def __init__(self, ids: Snowflakes, bot: User, feed: Feed) -> None:
        self._ids = ids
        self._feed = feed
        self._bot = bot
        self._emoji: dict[int, Emoji] = {}

    def __len__(self) -> int:
        return len(self._emoji)

    def __iter__(self) -> Iterator[Emoji]:
        return iter(self._emoji.values())

    def __contains__(self, number: object) -> bool:
        return number in self._emoji

    @property
    def names(self) -> list[str]:
        return [emoji.name for emoji in self]

    def find(self, number: int) -> Emoji | None:
        return self._emoji.get(number)

    def get(self, number: int) -> Emoji:
        emoji = self._emoji.get(number)
        if emoji is None:
            raise not_found(10014, "Emoji")
        return emoji

    def add(self, name: str, image: bytes, content_type: str = PNG, maker: User | None = None) -> Emoji:
        """Without a maker, the bot itself has uploaded it."""
        emoji = Emoji(self._ids.make(), name, image, content_type, maker or self._bot)
        self._emoji[emoji.id] = emoji
        self._feed.emoji_changed()
        return emoji

    def remove(self, number: int) -> None:
        del self._emoji[self.get(number).id]
        self._feed.emoji_changed()
