"""What one client of a person shows: whose names it knows, and which private messages it has."""

from collections.abc import Iterable

from sandbox.interactions.interactions import Interaction
from sandbox.people.looking import look_at
from sandbox.people.screen import Seen
from sandbox.server.platform import Platform
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.user import User

IN_VIEW = 50
"""A private answer to a press is in view if the pressed message is among so many newest of its channel."""


class View:
    """A client's own memory. Discord keeps none of it: a second client of the same person has another.

    Private messages reach only the client whose command or press they answer. Dismissing and reloading
    remove them from this view alone; on the server they go on to exist, and edits go on to succeed.
    """

    def __init__(self, platform: Platform, user: User) -> None:
        self._platform = platform
        self._user = user
        self._known = {user.id}
        self._begun: set[str] = set()
        self._dismissed: set[int] = set()
        self._loaded = 0

    def open(self, channel: Channel) -> list[Message]:
        """The messages of a channel, oldest first. They are read then, and who wrote them is known."""
        every = self._platform.messages.seen_by(self._user, channel)
        shown = [message for message in every if message.only_for is None or self.shows(message)]
        known, world = self._known, self._platform.world
        known.update(user.id for user in channel.people)
        for message in shown:
            known.update(look_at(world, message).introduces)
        self._platform.notifications.read(self._user, channel)
        return shown

    @property
    def known(self) -> frozenset[int]:
        """The people whose names this client can show in any message."""
        return frozenset(self._known)

    def notice(self, message: Message) -> None:
        """Meets the people whom a new message in the open channel shows by name."""
        self.meet(look_at(self._platform.world, message).introduces)

    def read(self, message: Message) -> Seen:
        return look_at(self._platform.world, message).to(self._known)

    def meet(self, people: Iterable[int]) -> None:
        """Remembers people, for example those whom the person picked."""
        self._known.update(people)

    def shows(self, message: Message) -> bool:
        """Whether this client has a message: any public one, and private ones that were sent to it."""
        if message.only_for is None:
            return True
        if message.only_for != self._user.id or message.id in self._dismissed or message.id <= self._loaded:
            return False
        answered = message.wire.get("interaction_metadata")
        return answered is None or answered["id"] in self._begun

    def begin(self, interaction: Interaction) -> None:
        """Remembers an interaction of this client, unless its private answers would appear out of view."""
        messages = self._platform.messages
        source = messages.get(interaction.source_id) if interaction.source_id else None
        if source is None or messages.is_recent(source, IN_VIEW):
            self._begun.add(str(interaction.id))

    def dismiss(self, message: Message) -> None:
        self._dismissed.add(message.id)

    def reload(self) -> None:
        """Starts the client anew: it forgets everybody and all private messages."""
        self._known = {self._user.id}
        self._begun.clear()
        self._dismissed.clear()
        self._loaded = self._platform.world.ids.make()
