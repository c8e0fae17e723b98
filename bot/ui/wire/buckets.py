"""Knows from the headers of Discord's answers how much it takes at the moment."""

import asyncio
import json
import logging
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp

from bot.ui.wire import codes
from bot.ui.wire.sending.connection import Answer

log = logging.getLogger(__name__)

MESSAGES = re.compile(r"/channels/([0-9]+)/messages(?:/[0-9]+)?$")
POSTS, EDITS = "POST", "PATCH"
TOO_MANY = 429
LONGEST_WAIT = 60.0
"""Seconds; what Discord stops for longer is not waited for."""
USUAL_BAN = 60.0
"""Seconds to wait if Discord does not say how long."""


@dataclass(slots=True)
class Window:
    """So many requests are left until it ends."""

    limit: int
    left: int
    ends: float
    length: float


class Buckets:
    """Posts and edits of a channel are counted apart, as Discord does, although it gives both one name."""

    def __init__(self) -> None:
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._request_ended)
        self._windows: OrderedDict[tuple[str, int], Window] = OrderedDict()
        self._global_pause = 0.0
        self._ban = 0.0

    def __len__(self) -> int:
        """How many windows are remembered."""
        return len(self._windows)

    def opens_in(self, kind: str, channel: int, kept: int = 0) -> float:
        """Seconds until this channel takes such a request. The last ones of a window, `kept` for what is more
        urgent, are set free one by one as it comes to its end."""
        window = self._windows.get((kind, channel))
        if window is None or window.left > min(kept, window.limit - 1):
            return 0.0
        return max(0.0, window.ends - window.left * window.length / window.limit - _now())

    @property
    def pause(self) -> float:
        """Seconds until Discord takes anything that is not an answer to a press."""
        return max(self.ban, self._global_pause - _now()) if self._global_pause else self.ban

    @property
    def ban(self) -> float:
        """Seconds for which Discord shuts out this address, because of too many refused requests."""
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
        body = await response.read() if response.status == TOO_MANY else b""
        answer = Answer(response.status, response.reason or "", response.headers, body)
        self.heard(request.method, request.url.path, answer)

    def heard(self, method: str, path: str, answer: Answer) -> None:
        """Takes note of what an answer says about limits."""
        headers = answer.headers
        place = MESSAGES.search(path) if method in (POSTS, EDITS) else None
        if place is not None and "X-RateLimit-Remaining" in headers:
            self._note((method, int(place[1])), headers)
        if answer.status == TOO_MANY:
            said = said_in(answer.body)
            if is_ban(headers, said):
                self._note_ban(float(headers.get("Retry-After") or USUAL_BAN))
            elif said.get("global"):
                self._global_pause = _now() + said["retry_after"]
            elif place is not None and _concerns_all(said):
                self._close((method, int(place[1])), said["retry_after"])

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


def said_in(body: bytes) -> dict[str, Any]:
    """What Discord says about an error; nothing, if somebody else speaks for it."""
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def is_ban(headers: Mapping[str, str], said: Mapping[str, Any]) -> bool:
    """Whether a 429 comes from Cloudflare, in front of Discord."""
    return "Via" not in headers or "retry_after" not in said


def _concerns_all(said: Mapping[str, Any]) -> bool:
    """Whether a 429 stops all such requests of a channel, and not those about one message."""
    return said.get("code") != codes.TOO_MANY_EDITS and said["retry_after"] <= LONGEST_WAIT


def _now() -> float:
    return asyncio.get_running_loop().time()
