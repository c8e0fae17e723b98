"""Knows from the headers of Discord's answers how much it takes at the moment."""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeAlias

import aiohttp

from bot.ui.wire.sender import REFUSED, TOO_MANY, Answer, Code

log = logging.getLogger(__name__)

MESSAGES = re.compile(r"/channels/([0-9]+)/messages(?:/[0-9]+)?$")
POSTS, EDITS = "POST", "PATCH"
LONGEST_WAIT = 60.0
"""Seconds; what Discord stops for longer is not waited for."""
USUAL_BAN = 60.0
"""Seconds to wait if Discord does not say how long."""

Listener: TypeAlias = Callable[[str, int, bytes], None]
"""A function that is told of an answer: the path, the status, and the body of an error."""


@dataclass(slots=True)
class Window:
    """The time in which Discord takes `limit` requests of one kind in a channel."""

    limit: int
    left: int
    ends: float
    length: float


class Buckets:
    """Counts posts and edits of a channel apart, as Discord does, although it gives both one name."""

    def __init__(self) -> None:
        self.on_answer: list[Listener] = []
        """Called after every answer of Discord, whoever has asked."""
        self.trace = aiohttp.TraceConfig()
        """Through it the answers to discord.py's own requests are heard."""
        self.trace.on_request_end.append(self._request_ended)
        self._windows: OrderedDict[tuple[str, int], Window] = OrderedDict()
        self._global_pause = 0.0
        self._ban = 0.0

    def __len__(self) -> int:
        """Counts the windows that are remembered."""
        return len(self._windows)

    def opens_in(self, kind: str, channel: int, kept: int = 0) -> float:
        """Returns the seconds until this channel takes such a request. The last ones of a window, `kept` for
        what is more urgent, are set free one by one as it comes to its end."""
        window = self._windows.get((kind, channel))
        if window is None or window.left > min(kept, window.limit - 1):
            return 0.0
        return max(0.0, window.ends - window.left * window.length / window.limit - _now())

    @property
    def pause(self) -> float:
        """Returns the seconds until Discord takes anything that is not an answer to a press."""
        return max(self.ban, self._global_pause - _now()) if self._global_pause else self.ban

    @property
    def ban(self) -> float:
        """Returns the seconds for which Discord shuts out this address, because of too many refused
        requests."""
        return max(0.0, self._ban - _now()) if self._ban else 0.0

    async def until_unbanned(self) -> None:
        while self.ban:
            await asyncio.sleep(self.ban)

    async def _request_ended(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = request.response
        body = await response.read() if response.status >= REFUSED else b""
        self.heard(request.method, request.url.path, Answer(response, body))

    def heard(self, method: str, path: str, answer: Answer) -> None:
        """Takes note of what an answer says about limits."""
        headers = answer.response.headers
        place = MESSAGES.search(path) if method in (POSTS, EDITS) else None
        key = None if place is None else (method, int(place[1]))
        if key is not None and "X-RateLimit-Remaining" in headers:
            self._note(key, headers)
        if answer.status == TOO_MANY:
            self._note_refusal(key, answer)
        for each in self.on_answer:
            each(path, answer.status, answer.body)

    def _note_refusal(self, key: tuple[str, int] | None, answer: Answer) -> None:
        problem = answer.problem
        if answer.is_ban:
            self._note_ban(float(answer.response.headers.get("Retry-After") or USUAL_BAN))
        elif problem.get("global"):
            self._global_pause = _now() + problem["retry_after"]
        elif key is not None and _concerns_all(problem):
            self._close(key, problem["retry_after"])

    def _note(self, key: tuple[str, int], headers: Mapping[str, str]) -> None:
        now, before = _now(), self._windows.pop(key, None)
        rest = float(headers.get("X-RateLimit-Reset-After", 0.0))
        length = before.length if before is not None and now < before.ends else rest
        limit, left = int(headers.get("X-RateLimit-Limit", 1)), int(headers["X-RateLimit-Remaining"])
        self._windows[key] = Window(max(limit, 1), left, now + rest, length)
        self._forget_past(now)

    def _close(self, key: tuple[str, int], seconds: float) -> None:
        self._windows[key] = Window(1, 0, _now() + seconds, seconds)

    def _forget_past(self, now: float) -> None:
        while self._windows and next(iter(self._windows.values())).ends <= now:
            self._windows.popitem(last=False)

    def _note_ban(self, seconds: float) -> None:
        if not self.ban:
            log.warning(
                "Discord shuts out this address for %.0f seconds, because of too many refused requests: "
                "boards, panels and reminders wait for so long",
                seconds,
            )
        self._ban = max(self._ban, _now() + seconds)


def _concerns_all(problem: Mapping[str, Any]) -> bool:
    """Says whether a 429 stops all such requests of a channel, and not those about one message."""
    return problem.get("code") != Code.TOO_MANY_EDITS and problem["retry_after"] <= LONGEST_WAIT


def _now() -> float:
    return asyncio.get_running_loop().time()
