"""What is at stake in a rated challenge: what each would win and lose, and the pair's results so far."""

from sqlalchemy import bindparam, case, func, select

from bot.database import Link
from bot.database.schema import ratings, results
from bot.ratings.calculator import NEW, Track
from bot.ratings.model import PAIR_MEMORY, Rating, RatingChange, Stake, rate, weight_of
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import PAIR, meetings_of, score_from, scores_of

_RATING = select(ratings).where(
    ratings.c.guild == bindparam("of_guild"),
    ratings.c.game == bindparam("of_game"),
    ratings.c.season == ALL_TIME,
    ratings.c.person == bindparam("of_person"),
)
_WINS, _LOSSES = (
    func.coalesce(func.sum(case((results.c.won.is_(won), 1), else_=0)), 0) for won in (True, False)
)
_RECORD = select(_WINS, _LOSSES).where(PAIR)
"""How often the first of two people has won and lost against the second."""


async def stakes_of(
    connection: Link, guild: int, game: str, people: tuple[int, int], now: float
) -> tuple[Stake, Stake]:
    """Both people's stakes, computed as the ledger would if the duel ended now."""
    one, two = await _ratings(connection, guild, game, people)
    earlier = await _earlier(connection, guild, people, now)
    weight = weight_of(earlier)
    pair = {"of_guild": guild, "one": people[0], "two": people[1]}
    wins, losses = (await connection.execute(_RECORD, pair)).one()
    return (
        Stake(people[0], one, _prospect(one, two, weight), wins, earlier),
        Stake(people[1], two, _prospect(two, one, weight), losses, earlier),
    )


async def loss_of(
    connection: Link, guild: int, game: str, people: tuple[int, int], now: float
) -> RatingChange:
    """What losing to the second of these people would do to the first one's rating, if the duel ended now."""
    loser, winner = await _ratings(connection, guild, game, people)
    weight = weight_of(await _earlier(connection, guild, people, now))
    after = rate(winner, loser, weight)[1]
    return RatingChange.between(loser.mu, after.mu, provisional=after.provisional)


async def _ratings(connection: Link, guild: int, game: str, people: tuple[int, int]) -> list[Rating]:
    """The ratings of both in this game."""
    scores = await scores_of(connection, guild, game, ALL_TIME, people)
    return [scores.get(Track(game, ALL_TIME, person), NEW).rating for person in people]


async def _earlier(connection: Link, guild: int, people: tuple[int, int], now: float) -> int:
    """How many rated duels of these two lower the weight of their next one."""
    return sum(time > now - PAIR_MEMORY for time in await meetings_of(connection, guild, people))


def _prospect(own: Rating, others: Rating, weight: float) -> tuple[int, int]:
    better, worse = rate(own, others, weight)[0], rate(others, own, weight)[1]
    return better.shown - own.shown, worse.shown - own.shown


async def lone_stake(connection: Link, guild: int, game: str, person: int) -> tuple[Stake]:
    """The challenger's rating, for an open challenge."""
    asked = {"of_guild": guild, "of_game": game, "of_person": person}
    row = (await connection.execute(_RATING, asked)).one_or_none()
    return (Stake(person, NEW.rating if row is None else score_from(row)[1].rating),)
