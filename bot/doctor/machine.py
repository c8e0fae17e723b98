"""What the machine gives the bot: the right time, and enough open files."""

import queue
import sys
import threading
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import TypeVar
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from bot.doctor.finding import Finding, bad, ok, warn

if sys.platform != "win32":
    import resource

T = TypeVar("T")
DIRECTLY = build_opener(ProxyHandler({}))
"""Not through a proxy, because the bot uses none either."""
CLOCK, FILES = "clock", "open files"
PATIENCE = 3.0
DISCORD = "https://discord.com/api/v10"
AGENT = "DiscordBot (https://discord.com, 10)"
"""Discord refuses requests without such a name."""
OFF, FAR_OFF = 2.0, 30.0
"""Seconds between two clocks that are worth a look, and with which players lose by time."""
FEW, TOO_FEW = 1024, 256
"""The bot keeps about a hundred files and connections open."""


def of_clock(api: str | None) -> Finding:
    """Compares the time with that of Discord, or of what stands in its place."""
    began = time.time()
    try:
        theirs = within(PATIENCE, lambda: date_at(f"{api or DISCORD}/gateway"))
    except (OSError, HTTPException, ValueError, TypeError, queue.Empty):
        return warn(CLOCK, "Discord did not tell its time, so the clock was not compared. Check the network.")
    ended = time.time()
    return of_difference((began + ended) / 2 - theirs, (ended - began) / 2)


def of_difference(seconds: float, doubt: float) -> Finding:
    """Judges how far the clock is off. Discord tells whole seconds; `doubt` is what the way there and back
    may have taken."""
    off = max(0.0, abs(seconds - 0.5) - 0.5 - doubt)
    if off < OFF:
        return ok(CLOCK, "The clock agrees with Discord's.")
    sentence = f"The clock is {off:.0f} seconds {'fast' if seconds > 0 else 'slow'}. Let NTP set it."
    return (bad if off >= FAR_OFF else warn)(CLOCK, sentence)


def date_at(address: str) -> float:
    """Returns the time that a server writes above its answer, whatever that is."""
    request = Request(address, headers={"User-Agent": AGENT})  # noqa: S310 - the settings allow http and https only
    try:
        with DIRECTLY.open(request, timeout=PATIENCE) as answer:
            date = answer.headers["Date"]
    except HTTPError as refusal:
        with refusal:
            date = refusal.headers["Date"]
    return parsedate_to_datetime(date).timestamp()


def text_at(address: str) -> str:
    with DIRECTLY.open(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def within(seconds: float, work: Callable[[], T]) -> T:
    """Does something in a thread that nobody waits for any longer: names can take minutes to look up."""
    done: queue.Queue[T | Exception] = queue.Queue()

    def carry_out() -> None:
        try:
            done.put(work())
        except Exception as problem:
            done.put(problem)

    threading.Thread(target=carry_out, daemon=True).start()
    result = done.get(timeout=seconds)
    if isinstance(result, Exception):
        raise result
    return result


def of_files(allowed: int | None) -> Finding:
    if allowed is None:
        return ok(FILES, "This system has no limit.")
    sentence = f"{allowed:,} may be open here; a service may have another limit."
    if allowed < TOO_FEW:
        return bad(FILES, f"{sentence} Raise it to {FEW} (ulimit -n, or LimitNOFILE= in systemd).")
    if allowed < FEW:
        return warn(FILES, f"{sentence} {FEW} are better (ulimit -n, or LimitNOFILE= in systemd).")
    return ok(FILES, sentence)


def file_limit() -> int | None:
    if sys.platform == "win32":
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if limit == resource.RLIM_INFINITY else limit
