"""Fills the leaderboards of a new database on a server with rated people."""

from collections.abc import Iterator
from random import Random

from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME
from tests.support.databases import server_link

COLUMNS = ("guild", "game", "season", "person", "mu", "sigma", "provisional", "shown", "wins", "losses")


async def fill(address: str, guilds: int, people: int) -> None:
    async with server_link(address) as link:
        await link.copy_records_to_table("ratings", records=_rows(guilds, people), columns=COLUMNS)
        await link.execute("VACUUM ANALYZE ratings")


def _rows(guilds: int, people: int) -> Iterator[tuple[object, ...]]:
    random = Random(2)
    for guild in range(1, guilds + 1):
        for person in range(1, people + 1):
            mu, provisional = random.gauss(1500, 150), random.random() < 0.3
            sigma = 220.0 if provisional else 100.0
            yield guild, ALL_GAMES, ALL_TIME, person, mu, sigma, provisional, round(mu), 10, 10
