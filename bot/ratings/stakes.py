"""What is at stake in a rated challenge: what each would win and lose, and the pair's results so far."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CompoundSelect, bindparam, case, func, null, select, union_all

from bot.database import Link
from bot.database.schema import ratings, results
from bot.ratings.calculator import NEW, Track
from bot.ratings.model import PAIR_MEMORY, Rating, RatingChange, Stake, rate, weight_of
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import BEFORE, PAIR, meetings_in, score_from, scores_in

_RATING = select(ratings).where(
    ratings.c.guild == bindparam("of_guild"),
    ratings.c.game == bindparam("of_game"),
    ratings.c.season == ALL_TIME,
    ratings.c.person == bindparam("of_person"),
)
_WINS, _LOSSES = (
    func.coalesce(func.sum(case((results.c.won.is_(won), 1), else_=0)), 0) for won in (True, False)
)
_UNUSED = (null(), null(), null(), null(), null())
_SCORE = select(*_UNUSED, _WINS, _LOSSES, null(), null()).where(PAIR)
"""How often the first of two people has won and lost against the second, in the columns of `BEFORE`."""
BETWEEN: CompoundSelect[*tuple[Any, ...]] = union_all(*BEFORE, _SCORE)


async def stakes_of(
    connection: Link, guild: int, game: str, people: tuple[int, int], now: float
) -> tuple[Stake, Stake]:
    """Both people's stakes, computed as the ledger would if the duel ended now."""
    rows = await _between(connection, guild, game, people)
    one, two = _ratings_in(rows, game, people)
    earlier = _earlier(rows, now)
    weight = weight_of(earlier)
    wins, losses = next((row.wins, row.losses) for row in rows if row.game is row.counted is None)
    return (
        Stake(people[0], one, _prospect(one, two, weight), wins, earlier),
        Stake(people[1], two, _prospect(two, one, weight), losses, earlier),
    )


async def loss_of(
    connection: Link, guild: int, game: str, people: tuple[int, int], now: float
) -> RatingChange:
    """What losing to the second of these people would do to the first one's rating, if the duel ended now."""
    rows = await _between(connection, guild, game, people)
    loser, winner = _ratings_in(rows, game, people)
    after = rate(winner, loser, weight_of(_earlier(rows, now)))[1]
    return RatingChange.between(loser.mu, after.mu, provisional=after.provisional)


async def _between(connection: Link, guild: int, game: str, people: tuple[int, int]) -> Sequence[Any]:
    one, two = people
    asked = {"of_guild": guild, "game": game, "season": ALL_TIME, "one": one, "two": two}
    return await connection.execute(BETWEEN, asked)


def _ratings_in(rows: Sequence[Any], game: str, people: tuple[int, int]) -> list[Rating]:
    """The ratings of both in this game."""
    scores = scores_in(rows)
    return [scores.get(Track(game, ALL_TIME, person), NEW).rating for person in people]


def _earlier(rows: Sequence[Any], now: float) -> int:
    """How many rated duels of these two lower the weight of their next one."""
    return sum(time > now - PAIR_MEMORY for time in meetings_in(rows))


def _prospect(own: Rating, others: Rating, weight: float) -> tuple[int, int]:
    better, worse = rate(own, others, weight)[0], rate(others, own, weight)[1]
    return better.shown - own.shown, worse.shown - own.shown


async def lone_stake(connection: Link, guild: int, game: str, person: int) -> tuple[Stake]:
    """The challenger's rating, for an open challenge."""
    asked = {"of_guild": guild, "of_game": game, "of_person": person}
    row = (await connection.execute(_RATING, asked)).one_or_none()
    return (Stake(person, NEW.rating if row is None else score_from(row)[1].rating),)
