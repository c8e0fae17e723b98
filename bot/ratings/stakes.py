"""What is at stake in a rated challenge: what each would win and lose, and the pair's results so far."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select

from bot.database import Link
from bot.database.prepared import prepared
from bot.database.schema import ratings, results
from bot.ratings.model import PAIR_MEMORY, Rating, RatingChange, Stake, rate, weight_of
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import meetings, score_from

_RATINGS = prepared(
    select(ratings).where(
        ratings.c.guild == bindparam("of_guild"),
        ratings.c.game == bindparam("of_game"),
        ratings.c.season == ALL_TIME,
        ratings.c.person.in_([bindparam("one"), bindparam("two")]),
    )
)
_MET = select(results.c.won, func.count()).where(
    results.c.person == bindparam("one"),
    results.c.opponent == bindparam("two"),
    results.c.guild == bindparam("of_guild"),
    results.c.won.is_not(None),
)
_WINS = prepared(_MET.group_by(results.c.won))


async def stakes_of(
    connection: Link, guild: int, game: str, people: tuple[int, int], now: float
) -> tuple[Stake, Stake]:
    """Both people's stakes, computed as the ledger would if the duel ended now."""
    known = await ratings_of(connection, guild, game, people)
    earlier = await _earlier(connection, guild, people, now)
    weight = weight_of(earlier)
    won = await _wins(connection, guild, people)
    one, two = (known.get(person, Rating()) for person in people)
    return (
        Stake(people[0], one, _prospect(one, two, weight), won[0], earlier),
        Stake(people[1], two, _prospect(two, one, weight), won[1], earlier),
    )


async def loss_of(
    connection: Link, guild: int, game: str, people: tuple[int, int], now: float
) -> RatingChange:
    """What losing to the second of these people would do to the first one's rating, if the duel ended now."""
    known = await ratings_of(connection, guild, game, people)
    loser, winner = (known.get(person, Rating()) for person in people)
    weight = weight_of(await _earlier(connection, guild, people, now))
    after = rate(winner, loser, weight)[1]
    return RatingChange.between(loser.mu, after.mu, provisional=after.provisional)


async def _earlier(connection: Link, guild: int, people: tuple[int, int], now: float) -> int:
    """How many rated duels of these two lower the weight of their next one."""
    times = await meetings(connection, guild, *people)
    return sum(time > now - PAIR_MEMORY for time in times)


def _prospect(own: Rating, others: Rating, weight: float) -> tuple[int, int]:
    better, worse = rate(own, others, weight)[0], rate(others, own, weight)[1]
    return better.shown - own.shown, worse.shown - own.shown


async def lone_stake(connection: Link, guild: int, game: str, person: int) -> tuple[Stake]:
    """The challenger's rating, for an open challenge."""
    known = await ratings_of(connection, guild, game, [person])
    return (Stake(person, known.get(person, Rating())),)


async def ratings_of(connection: Link, guild: int, game: str, people: Sequence[int]) -> dict[int, Rating]:
    """The ratings in this game of those people who have one."""
    asked = {"of_guild": guild, "of_game": game, "one": people[0], "two": people[-1]}
    found = dict(map(score_from, (await connection.execute(_RATINGS, asked)).all()))
    return {track.person: score.rating for track, score in found.items()}


async def _wins(connection: Link, guild: int, people: tuple[int, int]) -> tuple[int, int]:
    """How often each of them has won against the other."""
    asked = {"of_guild": guild, "one": people[0], "two": people[1]}
    counts = {bool(row[0]): row[1] for row in (await connection.execute(_WINS, asked)).all()}
    return counts.get(True, 0), counts.get(False, 0)
