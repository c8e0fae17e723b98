"""What /profile shows: a person's ratings, wins and streaks in one guild."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from sqlalchemy import ColumnElement, Executable, Subquery, and_, case, func, not_, select

from bot.database import Database
from bot.database.schema import duels, ratings, resets, results
from bot.ratings.model import ALL_GAMES, marked
from bot.ratings.seasons import ALL_TIME
from games import GAMES, RETIRED

POINTS = 200
"""How many points the course of the ratings has at most; a small picture can't show more."""
MEMORY = 10_000
"""How many of the latest duels streaks and courses are made from: years of playing, read in a moment."""


@dataclass(frozen=True, slots=True)
class Balance:
    wins: int = 0
    losses: int = 0

    @property
    def played(self) -> int:
        return self.wins + self.losses

    def __add__(self, other: "Balance") -> "Balance":
        return Balance(self.wins + other.wins, self.losses + other.losses)


@dataclass(frozen=True, slots=True)
class GameRating:
    """A person's rating in one game, or in all games together, of all time."""

    shown: int
    provisional: bool
    duels: int

    def __str__(self) -> str:
        return marked(self.shown, provisional=self.provisional)


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after one of a person's rated duels: the duel's number, the rating, and the one before it."""

    game: str
    number: int
    rating: float
    before: float


@dataclass(frozen=True, slots=True)
class Profile:
    ratings: Mapping[str, GameRating]
    """The rating in each game, and under ALL_GAMES in all games together."""
    against_people: Mapping[str, Balance]
    """The wins and losses in each game; duels without a result don't count."""
    against_computer: Balance
    streak: int
    """Wins against people since the last loss."""
    longest: int
    course: tuple[Point, ...]
    """The course of the ratings, oldest first, since the last reset of each leaderboard."""

    @property
    def total(self) -> Balance:
        return sum(self.against_people.values(), Balance())

    @property
    def favourite(self) -> str | None:
        """Returns the game played most often against people; if several are, the one won most often."""
        games = self.against_people
        return max(games, key=lambda game: (games[game].played, games[game].wins), default=None)


class ProfileStore:
    """Reads profiles. Every query is a reading of its own, so that others never wait for all of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, person: int, guild: int, computer: int) -> Profile:
        """Reads a profile; `computer` is the id of the bot itself, as whom the computer plays."""
        rated_games = await self._ratings(person, guild)
        people, machine = await self._balances(person, guild, computer)
        streak, longest = await self._streaks(person, guild, computer)
        rated = rated_games[ALL_GAMES].duels if ALL_GAMES in rated_games else POINTS
        course = await self._course(person, guild, rated)
        return Profile(rated_games, people, machine, streak, longest, course)

    async def between(self, person: int, other: int, guild: int) -> Balance:
        """Counts the wins and losses of `person` against `other`."""
        query = select(*_wins_and_losses(results.c.opponent == other)).where(
            results.c.person == person, results.c.opponent == other, results.c.guild == guild
        )
        (row,) = await self._rows(query)
        return Balance(row[0] or 0, row[1] or 0)

    async def beaten_levels(self, person: int, guild: int, computer: int) -> Mapping[str, frozenset[str]]:
        """Returns the keys of the levels that a person has beaten, by the key of the game, from the latest
        duels with the computer."""
        latest = (
            select(results.c.duel, results.c.game, results.c.won)
            .where(_of(person, guild), results.c.opponent == computer)
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
        rows = await self._rows(query)
        games = {row.game for row in rows}
        return {game: frozenset(row.rival for row in rows if row.game == game) for game in games}

    async def _ratings(self, person: int, guild: int) -> dict[str, GameRating]:
        games = (*(room.game.key for room in (*GAMES, *RETIRED)), ALL_GAMES)
        query = select(ratings).where(
            ratings.c.guild == guild,
            ratings.c.game.in_(games),
            ratings.c.season == ALL_TIME,
            ratings.c.person == person,
        )
        return {
            row.game: GameRating(row.shown, row.provisional, row.wins + row.losses)
            for row in await self._rows(query)
        }

    async def _balances(self, person: int, guild: int, computer: int) -> tuple[dict[str, Balance], Balance]:
        human = results.c.opponent != computer
        query = (
            select(results.c.game, *_wins_and_losses(human), *_wins_and_losses(not_(human)))
            .where(_of(person, guild), results.c.won.is_not(None))
            .group_by(results.c.game)
        )
        rows = await self._rows(query)
        people = {row[0]: Balance(row[1], row[2]) for row in rows if row[1] + row[2]}
        return people, sum((Balance(row[3], row[4]) for row in rows), Balance())

    async def _streaks(self, person: int, guild: int, computer: int) -> tuple[int, int]:
        """Returns the present and the longest streak of wins; a streak is what lies between two losses."""
        latest = _latest(person, guild)
        losses = func.sum(case((latest.c.won, 0), else_=1)).over(order_by=latest.c.counted)
        decided = (
            select(latest.c.won, losses.label("losses"))
            .where(latest.c.won.is_not(None), latest.c.opponent != computer)
            .subquery()
        )
        wins = func.sum(case((decided.c.won, 1), else_=0)).label("wins")
        streaks = select(decided.c.losses, wins).group_by(decided.c.losses).subquery()
        query = select(streaks.c.wins, func.max(streaks.c.wins).over())
        rows = await self._rows(query.order_by(streaks.c.losses.desc()).limit(1))
        return (int(rows[0][0]), int(rows[0][1])) if rows else (0, 0)

    async def _course(self, person: int, guild: int, rated: int) -> tuple[Point, ...]:
        """Returns the latest point and every n-th before it, so that there are no more than a picture can
        show."""
        latest = _latest(person, guild)
        back = func.row_number().over(order_by=latest.c.counted.desc()).label("back")
        before = (latest.c.rating - latest.c.change).label("before")
        numbered = (
            select(latest.c.game, back, latest.c.rating, before)
            .where(latest.c.rating.is_not(None), *await self._since_resets(guild, latest))
            .subquery()
        )
        step = max(1, ceil(min(rated, MEMORY) / POINTS))
        nth = select(numbered).where((numbered.c.back - 1) % step == 0)
        rows = await self._rows(nth.order_by(numbered.c.back.desc()))
        return tuple(Point(row.game, rows[0].back - row.back + 1, row.rating, row.before) for row in rows)

    async def _since_resets(self, guild: int, latest: Subquery) -> list[ColumnElement[bool]]:
        query = (
            select(resets.c.game, func.max(resets.c.counted))
            .where(resets.c.guild == guild, resets.c.undone.is_(False))
            .group_by(resets.c.game)
        )
        return [
            latest.c.counted > last
            if game == ALL_GAMES
            else not_(and_(latest.c.game == game, latest.c.counted <= last))
            for game, last in await self._rows(query)
        ]

    async def _rows(self, query: Executable) -> list[Any]:
        async with self._database.reading_beside() as connection:
            return [*await connection.execute(query)]


def _of(person: int, guild: int) -> ColumnElement[bool]:
    return and_(results.c.person == person, results.c.guild == guild)


def _latest(person: int, guild: int) -> Subquery:
    query = select(results).where(_of(person, guild))
    return query.order_by(results.c.counted.desc()).limit(MEMORY).subquery()


def _wins_and_losses(when: ColumnElement[bool]) -> tuple[ColumnElement[int], ColumnElement[int]]:
    won = func.sum(case((and_(when, results.c.won), 1), else_=0))
    lost = func.sum(case((and_(when, not_(results.c.won)), 1), else_=0))
    return won, lost
