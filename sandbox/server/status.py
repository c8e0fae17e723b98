"""The bot's state as the sandbox sees it: starting, ready, crashed or stopped."""

from collections import deque
from typing import Literal, TypeAlias

from sandbox.gateway import Gateway
from sandbox.wire import Wire
from sandbox.world.feed import Feed

LINES_KEPT = 40
State: TypeAlias = Literal["starting", "ready", "crashed", "stopped"]


class BotStatus:
    """The bot's state. If the sandbox did not start the bot, only the gateway knows of it."""

    def __init__(self, gateway: Gateway, feed: Feed) -> None:
        self._gateway = gateway
        self._feed = feed
        self._running = False
        self._exit_code: int | None = None
        self._log: deque[str] = deque(maxlen=LINES_KEPT)

    @property
    def state(self) -> State:
        if self._exit_code:
            return "crashed"
        if self._gateway.connected:
            return "ready"
        return "starting" if self._running else "stopped"

    def started(self) -> None:
        self._running, self._exit_code = True, None
        self._feed.bot_changed()

    def logged(self, line: str) -> None:
        self._log.append(line)

    def exited(self, code: int, *, expected: bool) -> None:
        self._running = False
        self._exit_code = 0 if expected else code
        self._feed.bot_changed()

    def wire(self) -> Wire:
        return {"type": "bot", "state": self.state, "log": list(self._log)}
