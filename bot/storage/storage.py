"""SQL in, Duel out."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Executable, Select, func, select, update

from bot.database import Database, Link
from bot.database.schema import LEFT_OVER, OPEN_ONLY, UNTOLD, blocks, duels, guilds, notes, people
from bot.database.upsert import upsert
from bot.duels.duel import OVER, Duel, Messages, Status
from bot.ratings.sql import changes_of
from bot.storage import queries
from bot.storage.batch import Batch
from bot.storage.change import Change, Guard
from bot.storage.rows import duel_from
from bot.storage.votes import tally_of
from games.engine import Refused

PAUSE, PAUSE_OF_NOTES = 0.05, 0.1
"""Seconds between two commits while many duels change; and, always, between two of what nobody waits for."""
EVERYONE = 0
"""Stands for all people in the place of one person's id."""


class Due(NamedTuple):
    """What deadlines need to know of an open duel, without its match. There can be very many at a start."""

    duel: int
    guild: int
    status: str
    created: float
    turn_began: float
    pace: int
    board: int | None
    touched: float
    """When it last changed."""
    is_voted_on: bool
    """Whether it has votes and may still get more."""


class Storage:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes: Batch[Change, bool | Refused] = Batch(self._commit, PAUSE)
        self._notes: Batch[Change, bool | Refused] = Batch(self._commit, PAUSE_OF_NOTES, patient=True)

    async def close(self) -> None:
        await self._changes.close()
        await self._notes.close()

    async def add(self, duel: Duel, guard: Guard | None = None) -> None:
        """Saves a new challenge, unless its guard refuses."""
        await self._change(
            queries.ADD,
            guard,
            id=duel.id,
            guild=duel.guild,
            channel=duel.channel,
            game=duel.room.game.key,
            edition=duel.room.game.edition,
            challenger=duel.challenger,
            challenged=duel.challenged,
            pace=duel.pace.seconds,
            rated=duel.rated,
            rival=duel.rival,
            secret=duel.secret,
            created=duel.created,
            status=duel.status,
            rematch_of=duel.rematch_of,
            challenger_seat=duel.challenger_seat,
        )

    async def begin(self, duel: Duel, guard: Guard | None = None) -> bool:
        """Makes a challenge live, unless it was answered or the guard refuses. The computer can also take an
        expired one."""
        if duel.players is None:
            raise ValueError("a live duel has players")
        return await self._change(
            queries.BEGIN,
            guard,
            of_duel=duel.id,
            or_from=Status.CHALLENGE if duel.rival is None else Status.EXPIRED,
            status=Status.LIVE,
            accepted=duel.accepted,
            challenged=duel.challenged,
            challenger_seat=duel.challenger_seat,
            rival=duel.rival,
            rated=duel.rated,
            seat0=duel.players[0],
            seat1=duel.players[1],
            started=duel.notes.started,
        )

    async def drop(self, duel: Duel) -> bool:
        """Saves that a challenge was declined, withdrawn or expired."""
        return await self._change(queries.DROP, of_duel=duel.id, status=duel.status)

    async def remind(self, duel: int, turn: int) -> bool:
        """Saves that the players of a turn are reminded. True for exactly one caller per turn."""
        return await self._change(queries.REMIND, of_duel=duel, until_turn=turn, reminded=turn)

    async def place(self, duel: int, channel: int, board: int | None, card: int | None = None) -> None:
        await self._change(queries.PLACE, of_duel=duel, channel=channel, board=board, card=card)

    async def called(self, duel: int, turn: int, message: int | None, started: float) -> None:
        """Saves which message calls the players to this turn, and since when the clock runs."""
        await self._note(queries.PLACE, of_duel=duel, called=turn, call=message, started=started)

    async def start_clock(self, duel: int, started: float) -> bool:
        """Saves since when the clock runs, if it does not run yet."""
        return await self._change(queries.START_CLOCK, of_duel=duel, started=started)

    async def keep_call(self, duel: int, message: int | None) -> None:
        await self._note(queries.PLACE, of_duel=duel, call=message)

    async def keep_dms(self, duel: int, dms: Messages) -> None:
        await self._note(queries.PLACE, of_duel=duel, dm0=dms[0], dm1=dms[1])

    async def told(self, duel: int) -> None:
        """Saves that the board shows how the duel ended."""
        await self._note(queries.TOLD, of_duel=duel, untold=None)

    async def share(self, duel: int) -> bool:
        """Saves that a duel was shared. True for exactly one caller."""
        return await self._change(queries.SHARE, of_duel=duel, shared=True)

    async def unshare(self, duel: int) -> None:
        await self._change(queries.PLACE, of_duel=duel, shared=None)

    async def _change(self, statement: Executable, guard: Guard | None = None, **values: Any) -> bool:
        """Changes one row; False if it was not in the expected state."""
        answer = await self._changes.add(Change(statement, values, guard))
        if isinstance(answer, Refused):
            raise answer
        return answer

    async def _note(self, statement: Executable, **values: Any) -> None:
        """Changes what says which messages were sent and shown. After a power failure, what is missing is
        made up for: boards are painted again, and people called again."""
        await self._notes.add(Change(statement, values, lasting=False))

    async def _commit(self, changes: Sequence[Change]) -> list[bool | Refused]:
        return await self._database.repeated(partial(self._save_changes, changes))

    async def _save_changes(self, changes: Sequence[Change]) -> list[bool | Refused]:
        """Reserves people before rows, and saves in the order of duels. Picks lock rows in this order too, so
        there is no deadlock."""
        lasting = any(change.lasting for change in changes)
        if len(changes) == 1 and changes[0].guard is None:
            (change,) = changes
            saved_rows = await self._database.execute(change.statement, change.values, lasting=lasting)
            return [saved_rows.rowcount == 1]
        saved: list[bool | Refused] = [False] * len(changes)
        people = frozenset[int]().union(*(change.people for change in changes))
        async with self._database.writing(people, lasting=lasting) as connection:
            for number in sorted(range(len(changes)), key=lambda each: changes[each].duel):
                saved[number] = await changes[number].save(connection)
        return saved

    def reading(self) -> AbstractAsyncContextManager[Link]:
        """Opens a reading for the questions of other modules of this folder."""
        return self._database.reading()

    async def duel(self, duel: int) -> Duel | None:
        """Loads a duel as it stands. Its match is replayed from the picks."""
        this = {"of_duel": duel}
        async with self._database.reading() as connection:
            row = (await connection.execute(queries.DUEL, this)).one_or_none()
            if row is None:
                return None
            made = await connection.execute(queries.PICKS, this)
            changes = await changes_of(connection, duel) if row.status in OVER else None
            tally = await tally_of(connection, duel)
        return duel_from(row, made, changes, tally)

    async def guild_of(self, duel: int) -> int | None:
        found: int | None = (await self._database.execute(queries.GUILD, {"of_duel": duel})).scalar()
        return found

    async def open_duels(self) -> Sequence[Due]:
        async with self._database.reading_beside() as link:
            rows: Sequence[Any] = await link.execute(queries.OPEN)
        return rows  # they have the fields of `Due`

    async def count_live(self) -> int:
        query = select(func.count()).select_from(duels).where(OPEN_ONLY, duels.c.status == Status.LIVE)
        return int((await self._database.execute(query)).scalar())

    async def last_end(self) -> float:
        """Returns when a duel last ended, or 0 if none has."""
        return float((await self._database.execute(select(func.max(duels.c.ended)))).scalar() or 0.0)

    async def untold(self) -> list[tuple[int, int]]:
        """Returns the guild and id of each duel whose board does not show its end yet."""
        query = select(duels.c.guild, duels.c.id).where(UNTOLD)
        return [(row[0], row[1]) for row in await self._database.execute(query)]

    async def left_over_calls(self) -> list[tuple[int, int]]:
        """Returns the guild and id of each duel that is over although a message still calls its players."""
        query = select(duels.c.guild, duels.c.id).where(LEFT_OVER)
        return [(row[0], row[1]) for row in await self._database.execute(query)]

    async def open_of(self, person: int, guild: int) -> list[int]:
        """Returns the ids of the challenges this person made and the duels they play, oldest first."""
        return [duel for where, duel in await self.open_everywhere(person) if where == guild]

    async def open_everywhere(self, person: int) -> list[tuple[int, int]]:
        """Returns the guild and id of each challenge this person made and each duel they play, oldest
        first."""
        rows = await self._database.execute(queries.INVOLVED, {"by": person})
        return [(row.guild, row.id) for row in sorted(rows, key=lambda row: row.created)]

    async def open_in(self, guild: int, channel: int | None = None) -> list[int]:
        if channel is None:
            return await self._ids(queries.OPEN_IN_GUILD, {"of_guild": guild})
        return await self._ids(queries.OPEN_IN_CHANNEL, {"of_guild": guild, "of_channel": channel})

    async def threads_ended(self, since: float) -> list[tuple[int, int]]:
        """Returns the guild and thread of each duel in a thread of the bot that ended after this time."""
        query = select(duels.c.guild, duels.c.channel).where(duels.c.ended > since, duels.c.card.is_not(None))
        return [(row[0], row[1]) for row in await self._database.execute(query)]

    async def rematch_of(self, duel: int) -> int | None:
        """Returns the rematch that was offered or is being played after this duel."""
        ids = await self._ids(queries.OPEN_REMATCH, {"of_duel": duel})
        return ids[0] if ids else None

    async def _ids(self, query: Select[Any], asked: Mapping[str, int]) -> list[int]:
        return [*(await self._database.execute(query, asked)).scalars()]

    async def blocks(self, person: int, other: int, or_other: int | None = None) -> bool:
        """Says whether this person takes no challenges from one of these."""
        asked = {"by": person, "one": other, "or_other": other if or_other is None else or_other}
        return (await self._database.execute(queries.BLOCKED, asked)).first() is not None

    async def block(self, person: int, other: int) -> None:
        known = upsert(blocks).values(person=person, blocked=other)
        await self._database.execute(known.on_conflict_do_nothing())

    async def unblock(self, person: int, other: int) -> bool:
        gone = blocks.delete().where(blocks.c.person == person, blocks.c.blocked == other)
        return (await self._database.execute(gone)).rowcount > 0

    async def notifies(self, person: int) -> bool:
        return bool((await self._database.execute(queries.NOTIFY, {"by": person})).scalar())

    async def set_notify(self, person: int, *, on: bool) -> None:
        await self._upsert(people, {"id": person}, {"notify": on})

    async def bell(self, person: int) -> bool:
        """Says whether this person wants to be pinged at new turns; so does everybody who never said."""
        found = (await self._database.execute(queries.BELL, {"by": person})).scalar()
        return found is None or bool(found)

    async def set_bell(self, person: int, *, on: bool) -> None:
        await self._upsert(people, {"id": person}, {"bell": on})

    async def claim_greeting(self, guild: int) -> bool:
        """Says whether a guild may be greeted: once, for as long as anything is stored about it."""
        first = update(guilds).where(guilds.c.id == guild, guilds.c.greeted.is_(False))
        return (await self._database.execute(first.values(greeted=True))).rowcount == 1

    async def note(self, key: str) -> str | None:
        query = select(notes.c.value).where(notes.c.key == key)
        found: str | None = (await self._database.execute(query)).scalar()
        return found

    async def set_note(self, key: str, value: str) -> None:
        await self._upsert(notes, {"key": key}, {"value": value})

    async def _upsert(self, table: Any, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        statement = (
            upsert(table).values(**key, **values).on_conflict_do_update(index_elements=[*key], set_=values)
        )
        await self._database.execute(statement)
