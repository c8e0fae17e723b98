"""Which guilds were greeted: each once, for as long as anything is stored about it."""

from sqlalchemy import false, update

from bot.database import Database
from bot.database.schema import guilds


class Greetings:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, guild: int) -> bool:
        """True once for a guild; it counts as greeted from then on."""
        first = update(guilds).where(guilds.c.id == guild, guilds.c.greeted == false())
        return (await self._database.execute(first.values(greeted=True))).rowcount == 1
