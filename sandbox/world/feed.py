"""The feed announces every change to its listeners: the gateway, the pages, people who wait."""

from dataclasses import dataclass

from sandbox.wire import Wire
from sandbox.world.entities import Message


class Intent:
    """The groups of events that a bot can ask for. It is sent no event of any other group."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


@dataclass(slots=True)
class Event:
    name: str
    data: Wire
    guild_id: int | None
    needs: int = Intent.NONE


class Listener:
    """Is told of every change. Override the methods that you need."""

    def dispatched(self, event: Event) -> None: ...

    def created(self, message: Message) -> None:
        """A new message is shown. `shown` alone is told of an edit."""
        self.shown(message)

    def shown(self, message: Message) -> None: ...

    def gone(self, message: Message) -> None: ...

    def world_changed(self) -> None: ...

    def emoji_changed(self) -> None: ...

    def bot_changed(self) -> None: ...


class Feed:
    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def join(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        self._listeners.remove(listener)

    def dispatch(self, name: str, data: Wire, guild_id: int | None, needs: int = Intent.NONE) -> None:
        event = Event(name, data, guild_id, needs)
        for listener in tuple(self._listeners):
            listener.dispatched(event)

    def created(self, message: Message) -> None:
        for listener in tuple(self._listeners):
            listener.created(message)

    def shown(self, message: Message) -> None:
        for listener in tuple(self._listeners):
            listener.shown(message)

    def gone(self, message: Message) -> None:
        for listener in tuple(self._listeners):
            listener.gone(message)

    def world_changed(self) -> None:
        for listener in tuple(self._listeners):
            listener.world_changed()

    def emoji_changed(self) -> None:
        for listener in tuple(self._listeners):
            listener.emoji_changed()

    def bot_changed(self) -> None:
        for listener in tuple(self._listeners):
            listener.bot_changed()
