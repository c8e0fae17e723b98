"""Turns among processes that do the same thing: one at a time, and the next some seconds later."""

import asyncio

from bot.database.postgres.links import Links

TURN = 0x67415549
"""The first half of the lock that the process has whose turn it is."""
PAUSE = 0.1
"""Seconds between two attempts to take the lock."""
TAKE = f"SELECT pg_try_advisory_lock({TURN}, $1)"


async def take_turn(links: Links, number: int, seconds: float) -> None:
    """Waits until nobody else has this turn. Nobody else gets it for as many seconds after that: the lock is
    freed with its connection, also when this process ends before."""
    link = await links.connect()
    try:
        while not await link.fetchval(TAKE, number):
            await asyncio.sleep(PAUSE)
    except BaseException:
        links.discard(link)
        raise
    asyncio.get_running_loop().call_later(seconds, links.discard, link)
