"""Reads a message as one client shows it. A mention shows a name only if that client knows the person."""

import re
from collections.abc import Iterator, Set

from sandbox.interactions.components import walk
from sandbox.people.notices import notice_of
from sandbox.people.screen import Control, Seen
from sandbox.people.spoken.emoji_names import title_words, with_emoji_names
from sandbox.wire import SELECTS, Component, MessageFlag, MessageType, Wire
from sandbox.world.entities import Guild, Message
from sandbox.world.world import World

REFERENCE = re.compile(r"<(@!?|@&|#)(\d+)>|<(/[^:>]+):\d+>")
MENTION = re.compile(r"<@!?(\d+)>")
NOBODY: frozenset[int] = frozenset()
COMMANDS = (MessageType.CHAT_INPUT_COMMAND, MessageType.CONTEXT_MENU_COMMAND)


class Look:
    """A message until its next edit. Readers who know the same people share one `Seen`."""

    def __init__(self, world: World, message: Message) -> None:
        self._world = world
        self._message = message
        self._text = "\n".join(_texts(message.wire))
        self._carried = frozenset(int(user["id"]) for user in message.wire["mentions"])
        mentioned = MENTION.findall(self._text) if "<@" in self._text else ()
        self._strangers = frozenset(map(int, mentioned)) - self._carried
        self._seen: dict[frozenset[int], Seen] = {}
        self.introduces = _introduced(message)

    def to(self, known: Set[int]) -> Seen:
        """What a reader sees who knows these people."""
        strangers = self._strangers
        met = strangers & known if strangers else NOBODY
        seen = self._seen.get(met)
        if seen is None:
            seen = self._seen[met] = self._read(met)
        return seen

    def _read(self, met: frozenset[int]) -> Seen:
        world, message = self._world, self._message
        wire = message.wire
        channel = world.channels.get(message.channel_id)
        guild = world.guild_of(channel) if channel else None
        controls = [c for c in walk(wire["components"]) if "custom_id" in c or c["type"] == Component.BUTTON]
        return Seen(
            message.id,
            world.users[message.author_id].name,
            readable(self._text, world, guild, self._carried | met),
            message.only_for is not None,
            bool(wire["flags"] & MessageFlag.LOADING),
            tuple(button_of(c) for c in controls if c["type"] == Component.BUTTON),
            tuple(_list(c) for c in controls if c["type"] in SELECTS),
            tuple(attachment["filename"] for attachment in wire["attachments"]),
            dict(wire),
        )


def look(world: World, message: Message, known: Set[int] = NOBODY) -> Seen:
    """What a reader sees who knows these people. Everybody else's name must be in the message's mentions."""
    return look_at(world, message).to(known)


def look_at(world: World, message: Message) -> Look:
    if message.seen is None:
        message.seen = Look(world, message)
    return message.seen


def readable(text: str, world: World, guild: Guild | None, known: Set[int]) -> str:
    """Replaces mentions and emoji by names, as a client shows them."""
    if "<" not in text:
        return text

    def name(match: re.Match[str]) -> str:
        sign, number, command = match.groups()
        if command:
            return str(command)
        if sign == "@&":
            role = guild.roles.get(int(number)) if guild else None
            return f"@{role.name}" if role else "@deleted-role"
        if sign == "#":
            channel = world.channels.get(int(number))
            return f"#{channel.name}" if channel else "#unknown"
        user = world.users.get(int(number)) if int(number) in known else None
        return f"@{user.name}" if user else "@unknown-user"

    return REFERENCE.sub(name, with_emoji_names(text, world.emoji))


def _introduced(message: Message) -> tuple[int, ...]:
    """The people whom a message shows by name: its author, and who used the command that it answers."""
    metadata = message.wire.get("interaction_metadata")
    if metadata is None or message.wire["type"] not in COMMANDS:
        return (message.author_id,)
    return message.author_id, int(metadata["user"]["id"])


def _texts(wire: Wire) -> Iterator[str]:
    yield from written(wire)
    for component in walk(wire["components"] if notice_of(wire) is None else []):
        if component["type"] == Component.TEXT_DISPLAY:
            yield component["content"]


def written(wire: Wire) -> Iterator[str]:
    """The texts of a message that are not among its components."""
    notice = notice_of(wire)
    if notice:
        yield notice
        return
    if wire["content"]:
        yield wire["content"]
    for embed in wire["embeds"]:
        yield from filter(
            None, (embed.get("author", {}).get("name"), embed.get("title"), embed.get("description"))
        )
        for field in embed.get("fields", []):
            yield f"{field['name']}\n{field['value']}"
        if embed.get("footer"):
            yield embed["footer"]["text"]


def button_of(component: Wire) -> Control:
    emoji = component.get("emoji") or {}
    name = emoji.get("name") or ""
    face = title_words(name) if emoji.get("id") else name
    label = component.get("label") or face
    return Control(label, component.get("custom_id", ""), bool(component.get("disabled")), emoji=face)


def _list(component: Wire) -> Control:
    options = tuple((option["label"], option["value"]) for option in component.get("options", []))
    label = component.get("placeholder") or component["custom_id"]
    return Control(label, component["custom_id"], bool(component.get("disabled")), options, component["type"])
