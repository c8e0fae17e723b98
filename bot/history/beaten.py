"""Which levels of the computer somebody has beaten, game by game."""

from collections.abc import Mapping

from sqlalchemy import select

from bot.database import Database
from bot.database.schema import duels, results
from bot.history.profile import MEMORY


async def beaten_levels(
    database: Database, person: int, guild: int, computer: int
) -> Mapping[str, frozenset[str]]:
    """The keys of the levels by the key of the game, from the latest duels with the computer."""
    latest = (
        select(results.c.duel, results.c.game, results.c.won)
        .where(results.c.person == person, results.c.opponent == computer, results.c.guild == guild)
        .order_by(results.c.counted.desc())
        .limit(MEMORY)
        .subquery()
    )
    query = (
        select(latest.c.game, duels.c.rival)
        .join(duels, duels.c.id == latest.c.duel)
        .where(latest.c.won, duels.c.rival.is_not(None))
        .distinct()
    )
    async with database.reading_beside() as connection:
        rows = (await connection.execute(query)).all()
    games = {row.game for row in rows}
    return {game: frozenset(row.rival for row in rows if row.game == game) for game in games}
