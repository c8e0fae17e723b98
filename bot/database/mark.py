"""The mark of a copy that nobody has used yet: only such a database may be overwritten."""

from sqlalchemy import delete

from bot.database.base import Database
from bot.database.schema import notes

COPY = "copy"
"""The key of the note that is the mark."""


async def take_into_use(database: Database) -> None:
    """Removes the mark: from now on this database must not be overwritten."""
    await database.execute(delete(notes).where(notes.c.key == COPY))
