"""The puzzle of the day: each person has one try per server; streaks and solvers follow from the tries."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from sqlalchemy import func, select, update

from bot.database import Database
from bot.database.schema import puzzles
from bot.database.upsert import upsert
from bot.process.clock import Time
from games.engine import Refused
from games.puzzles.daily import puzzle_of
from games.puzzles.puzzle import Puzzle

NAMED = 10
"""How many of the day's solvers are named at most."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Try:
    token: str
    solved: bool
    shared: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """One day's puzzle as one person in one server sees it."""

    day: date
    puzzle: Puzzle
    tried: Try | None
    streak: int
    """How many days in a row were solved, up to this one, or up to the day before if it is untried."""
    solvers: int
    first: tuple[int, ...]
    """The first people of this server who solved it."""

    @property
    def ends(self) -> float:
        return datetime.combine(self.day + DAY, time(), UTC).timestamp()


class Puzzles:
    def __init__(self, database: Database, now: Time, source: Callable[[int], Puzzle] = puzzle_of) -> None:
        self._database = database
        self._now = now
        self._source = lru_cache(maxsize=4)(source)

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self._now(), UTC).date()

    async def view(self, guild: int, person: int) -> PuzzleView:
        """Today's puzzle, as this person sees it."""
        day = self.today
        puzzle, tried = await self._puzzle(day), await self._try(guild, person, day)
        streak = await self._streak(guild, person, day if tried else day - DAY)
        solvers, first = await self._solvers(guild, day)
        return PuzzleView(day, puzzle, tried, streak, solvers, first)

    async def streak(self, guild: int, person: int) -> int:
        """Returns how many days in a row this person has solved, up to today, or to yesterday if today is
        untried."""
        day = self.today
        tried = await self._try(guild, person, day)
        return await self._streak(guild, person, day if tried else day - DAY)

    async def answer(self, guild: int, person: int, day: date, token: str) -> PuzzleView:
        """Saves a person's one try. If two arrive at once, the row's primary key refuses the second."""
        self._check(day)
        puzzle = await self._puzzle(day)
        if token not in {choice.token for choice in puzzle.choices}:
            raise Refused("That is no answer to today's puzzle. Use /puzzle to see it again.")
        row = {"guild": guild, "day": day, "person": person, "token": token, "at": self._now()}
        row |= {"solved": token == puzzle.answer, "shared": False}
        saved = await self._database.execute(upsert(puzzles).on_conflict_do_nothing(), row)
        if not saved.rowcount:
            raise Refused("You have had your one try today. The next puzzle comes tomorrow.")
        return await self.view(guild, person)

    async def share(self, guild: int, person: int, day: date) -> PuzzleView:
        """Marks today's try as shared; refuses a second time."""
        self._check(day)
        mine = puzzles.c.guild == guild, puzzles.c.day == day, puzzles.c.person == person
        async with self._database.writing() as connection:
            result = await connection.execute(
                update(puzzles).where(*mine, puzzles.c.shared.is_(False)).values(shared=True)
            )
        view = await self.view(guild, person)
        if view.tried is None:
            raise Refused("Solve the puzzle first: /puzzle.")
        if not result.rowcount:
            raise Refused("You have shared today's puzzle already.")
        return view

    def _check(self, day: date) -> None:
        if day != self.today:
            raise Refused("That puzzle's day is over. Use /puzzle for today's.")

    async def _puzzle(self, day: date) -> Puzzle:
        """Finds the day's puzzle in a thread: that takes 1 ms on most days, and 22 ms on the worst of 400."""
        return await asyncio.to_thread(self._source, day.toordinal())

    async def _try(self, guild: int, person: int, day: date) -> Try | None:
        query = select(puzzles.c.token, puzzles.c.solved, puzzles.c.shared).where(
            puzzles.c.guild == guild, puzzles.c.day == day, puzzles.c.person == person
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Try(*row)

    async def _streak(self, guild: int, person: int, last: date) -> int:
        query = (
            select(puzzles.c.day)
            .where(puzzles.c.person == person, puzzles.c.guild == guild, puzzles.c.solved)
            .where(puzzles.c.day <= last)
            .order_by(puzzles.c.day.desc())
        )
        async with self._database.reading() as connection:
            solved = (await connection.execute(query)).scalars()
        return next((n for n, day in enumerate(solved) if day != last - n * DAY), len(solved))

    async def _solvers(self, guild: int, day: date) -> tuple[int, tuple[int, ...]]:
        here = puzzles.c.guild == guild, puzzles.c.day == day, puzzles.c.solved
        first = select(puzzles.c.person).where(*here).order_by(puzzles.c.at, puzzles.c.person).limit(NAMED)
        async with self._database.reading() as connection:
            count = (await connection.execute(select(func.count()).where(*here))).scalar()
            people = (await connection.execute(first)).scalars()
        return count, tuple(people)
