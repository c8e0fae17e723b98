"""SQL in, Duel out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from bot.ballots import Ballots, tally_of
from bot.counting import changes_of
from bot.database import Database
from bot.duel import OPEN, OVER, Duel, Status
from bot.journal import Journal
from bot.ledger import Ledger
from bot.rows import duel_from
from bot.schema import blocks, duels, notes, people, picks
from bot.schema.duels import UNTOLD
from bot.standings import Standings

EVERYONE = 0
"""Stands for all people where one would be named."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the clock has to know of an open duel, without loading its match."""

    duel: int
    guild: int
    status: Status
    created: float
    turn_began: float
    pace: int
    board: int | None
    touched: float
    """When it last changed."""


class Storage:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.journal = Journal(database)
        self.ledger = Ledger(database)
        self.standings = Standings(database)
        self.ballots = Ballots(database)

    async def close(self) -> None:
        await self.journal.close()
        await self.ballots.close()
        await self.database.close()

    async def add(self, duel: Duel) -> None:
        """A new challenge."""
        async with self.database.transaction() as connection:
            await connection.execute(
                insert(duels).values(
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
            )

    async def begin(self, duel: Duel) -> bool:
        """A challenge becomes live, unless something else became of it meanwhile. Against the computer it can
        also when its time is over."""
        if duel.players is None:
            raise ValueError("a live duel has players")
        takeable = (Status.CHALLENGE,) if duel.rival is None else (Status.CHALLENGE, Status.EXPIRED)
        return await self._update(
            duel.id,
            duels.c.status.in_(takeable),
            status=Status.LIVE,
            accepted=duel.accepted,
            challenged=duel.challenged,
            challenger_seat=duel.challenger_seat,
            rival=duel.rival,
            rated=duel.rated,
            seat0=duel.players[0],
            seat1=duel.players[1],
            started=duel.turn_began,
        )

    async def drop(self, duel: Duel) -> bool:
        """A challenge comes to nothing."""
        return await self._update(duel.id, duels.c.status == Status.CHALLENGE, status=duel.status)

    async def remind(self, duel: int, turn: int) -> bool:
        """True for exactly one caller per turn."""
        late = and_(duels.c.status == Status.LIVE, duels.c.reminded < turn)
        return await self._update(duel, late, reminded=turn)

    async def place(self, duel: int, channel: int, board: int | None) -> None:
        await self._update(duel, duels.c.id == duel, channel=channel, board=board)

    async def _update(self, duel: int, where: ColumnElement[bool], **values: Any) -> bool:
        async with self.database.transaction() as connection:
            result = await connection.execute(update(duels).where(duels.c.id == duel, where).values(**values))
        return result.rowcount == 1

    async def duel(self, duel: int) -> Duel | None:
        """A duel as it stands, its match replayed from the picks."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(duels).where(duels.c.id == duel))).one_or_none()
            if row is None:
                return None
            made = await connection.execute(
                select(picks).where(picks.c.duel == duel).order_by(picks.c.turn, picks.c.seat)
            )
            changes = await changes_of(connection, duel) if row.status in OVER else None
            tally = await tally_of(connection, duel)
        return await self.ledger.with_stakes(duel_from(row, made.all(), changes, tally))

    async def guild_of(self, duel: int) -> int | None:
        async with self.database.reading() as connection:
            found: int | None = (
                await connection.execute(select(duels.c.guild).where(duels.c.id == duel))
            ).scalar()
        return found

    async def open_duels(self) -> Sequence[Due]:
        """Every challenge and live duel, with what the clock needs; finished ones are not touched."""
        at = select(func.max(picks.c.at)).where(picks.c.duel == duels.c.id)
        began = at.where(picks.c.closes).scalar_subquery()
        query = select(
            duels.c.id,
            duels.c.guild,
            duels.c.status,
            duels.c.created,
            func.coalesce(began, duels.c.started, 0.0),
            duels.c.pace,
            duels.c.board,
            func.coalesce(at.scalar_subquery(), duels.c.started, duels.c.created),
        ).where(duels.c.status.in_(OPEN))
        async with self.database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [Due(row[0], row[1], Status(row[2]), *row[3:]) for row in rows]

    async def count_live(self) -> int:
        query = select(func.count()).select_from(duels).where(duels.c.status == Status.LIVE)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    async def last_end(self) -> float:
        """When a duel last ended; 0 when none has."""
        async with self.database.reading() as connection:
            return float((await connection.execute(select(func.max(duels.c.ended)))).scalar() or 0.0)

    async def told(self, duel: int) -> None:
        """Its board shows how it ended."""
        await self._update(duel, duels.c.untold.is_not(None), untold=None)

    async def untold(self) -> list[tuple[int, int]]:
        """Guild and id of each duel whose board doesn't show yet how it ended."""
        query = select(duels.c.guild, duels.c.id).where(UNTOLD)
        async with self.database.reading() as connection:
            return [(row[0], row[1]) for row in (await connection.execute(query)).all()]

    async def open_of(self, person: int, guild: int) -> list[int]:
        """The ids of the challenges this person made and the duels they play, oldest first."""
        return await self._ids(and_(duels.c.guild == guild, _involves(person)))

    async def statuses_of(self, person: int) -> list[Status]:
        """One for each challenge this person made and each duel they play, in any guild."""
        async with self.database.reading() as connection:
            found = (await connection.execute(select(duels.c.status).where(_involves(person)))).scalars()
            return [Status(each) for each in found]

    async def open_in(self, guild: int, channel: int | None = None) -> list[int]:
        where = and_(duels.c.guild == guild, duels.c.status.in_(OPEN))
        return await self._ids(where if channel is None else and_(where, duels.c.channel == channel))

    async def rematch_of(self, duel: int) -> int | None:
        """The rematch that was offered or is being played after this duel."""
        ids = await self._ids(and_(duels.c.rematch_of == duel, duels.c.status.in_(OPEN)))
        return ids[0] if ids else None

    async def _ids(self, where: ColumnElement[bool]) -> list[int]:
        async with self.database.reading() as connection:
            result = await connection.execute(select(duels.c.id).where(where).order_by(duels.c.created))
            return [*result.scalars()]

    async def blocks(self, person: int, *others: int) -> bool:
        """Does this person take no challenges from one of these?"""
        query = select(blocks).where(blocks.c.person == person, blocks.c.blocked.in_(others))
        async with self.database.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def block(self, person: int, other: int) -> None:
        async with self.database.transaction() as connection:
            await connection.execute(
                upsert(blocks).values(person=person, blocked=other).on_conflict_do_nothing()
            )

    async def unblock(self, person: int, other: int) -> bool:
        async with self.database.transaction() as connection:
            result = await connection.execute(
                blocks.delete().where(blocks.c.person == person, blocks.c.blocked == other)
            )
        return result.rowcount > 0

    async def notifies(self, person: int) -> bool:
        query = select(people.c.notify).where(people.c.id == person)
        async with self.database.reading() as connection:
            return bool((await connection.execute(query)).scalar())

    async def set_notify(self, person: int, *, on: bool) -> None:
        await self._upsert(people, {"id": person}, {"notify": on})

    async def note(self, key: str) -> str | None:
        async with self.database.reading() as connection:
            value: str | None = (
                await connection.execute(select(notes.c.value).where(notes.c.key == key))
            ).scalar()
        return value

    async def set_note(self, key: str, value: str) -> None:
        await self._upsert(notes, {"key": key}, {"value": value})

    async def _upsert(self, table: Any, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        statement = (
            upsert(table).values(**key, **values).on_conflict_do_update(index_elements=[*key], set_=values)
        )
        async with self.database.transaction() as connection:
            await connection.execute(statement)


def _involves(person: int) -> ColumnElement[bool]:
    challenges = and_(duels.c.status == Status.CHALLENGE, duels.c.challenger == person)
    plays = and_(duels.c.status == Status.LIVE, or_(duels.c.seat0 == person, duels.c.seat1 == person))
    return and_(duels.c.status.in_(OPEN), or_(challenges, plays))
