"""Looking back: single duels page by page, and what they amount to."""

import time

import pytest
from sqlalchemy import insert, text

from bot.database import Database
from bot.database.schema import metadata, ratings
from bot.duels.duel import Reason
from bot.history.history import PAGE, History, PlayedPage
from bot.history.profile import POINTS, Balance, ProfileStore
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME
from games import GAMES
from tests.support.arenas import ANN, BEN, CHANNEL, CLEO, GUILD, ArenaRig
from tests.support.finished_duels import NOVEMBER, FinishedDuel, insert_duels
from tests.support.query_plans import plan_of, recorded_queries

FIRST, SECOND = (room.game.key for room in GAMES[:2])
COMPUTER, FORMER = 99, -7
MEANINGS = {
    "W": FinishedDuel(ANN, BEN),
    "L": FinishedDuel(BEN, ANN),
    "-": FinishedDuel(ANN, BEN, void=True),
    "C": FinishedDuel(ANN, COMPUTER, rival="fox"),
    "c": FinishedDuel(COMPUTER, ANN, rival="fox"),
}
"""W and L against people, C and c against the computer, - without a result."""


async def tell(rig: ArenaRig, *story: FinishedDuel) -> None:
    """These duels are over, one after the other, and counted."""
    await insert_duels(rig.database, story)
    await rig.ledger.catch_up()


def numbers(page: PlayedPage) -> list[int]:
    return [played.counted for played in page.duels]


async def test_the_latest_duels_come_first_with_all_that_a_line_needs(rig: ArenaRig) -> None:
    await tell(rig, MEANINGS["c"], FinishedDuel(ANN, FORMER), MEANINGS["-"])
    page = await History(rig.database).latest(ANN, GUILD)
    void, newest, oldest = page.duels
    assert (void.won, void.change) == (None, None)
    assert (newest.opponent, newest.won, newest.reason) == (FORMER, True, Reason.RESIGNED)
    assert newest.change is not None
    assert newest.change.by > 0
    assert newest.change.provisional
    assert (newest.channel, newest.board, newest.ended) == (CHANNEL, None, NOVEMBER)
    assert (oldest.rival, oldest.won, oldest.change) == ("fox", False, None)
    assert not page.newer
    assert not page.older


async def test_pages_lead_to_the_first_duel_and_back(rig: ArenaRig) -> None:
    history = History(rig.database)
    await tell(rig, *[MEANINGS["W"]] * (2 * PAGE + 2))
    latest = await history.latest(ANN, GUILD)
    middle = await history.before(latest.duels[-1].counted, ANN, GUILD)
    oldest = await history.before(middle.duels[-1].counted, ANN, GUILD)
    pages = (latest, middle, oldest)
    expected = [[*range(22, 12, -1)], [*range(12, 2, -1)], [2, 1]]
    assert [numbers(page) for page in pages] == expected
    assert [page.newer for page in pages] == [False, True, True]
    assert [page.older for page in pages] == [True, True, False]
    assert await history.after(oldest.duels[0].counted, ANN, GUILD) == middle
    assert await history.after(middle.duels[0].counted, ANN, GUILD) == latest
    assert await history.after(latest.duels[1].counted, ANN, GUILD) == latest, "the latest page is a full one"


async def test_a_history_can_be_of_one_game_and_is_of_one_guild(rig: ArenaRig) -> None:
    history = History(rig.database)
    second = FinishedDuel(ANN, BEN, game=SECOND)
    await tell(
        rig,
        second,
        FinishedDuel(ANN, BEN),
        second,
        FinishedDuel(ANN, BEN, guild=11),
        FinishedDuel(BEN, CLEO),
    )
    assert numbers(await history.latest(ANN, GUILD, SECOND)) == [3, 1]
    assert numbers(await history.before(3, ANN, GUILD, SECOND)) == [1]
    assert numbers(await history.latest(ANN, GUILD)) == [3, 2, 1]
    assert numbers(await history.latest(CLEO, GUILD)) == [4]
    assert (await history.latest(ANN, GUILD, "nothing")).duels == ()


async def test_wins_losses_and_the_favourite_count_duels_between_people(rig: ArenaRig) -> None:
    machine = FinishedDuel(ANN, COMPUTER, game=SECOND, rival="fox")
    story = [
        MEANINGS["W"],
        MEANINGS["L"],
        MEANINGS["-"],
        FinishedDuel(ANN, CLEO, game=SECOND),
        *[machine] * 5,
    ]
    await tell(rig, *story)
    profile = await ProfileStore(rig.database).profile(ANN, GUILD, COMPUTER)
    assert profile.against_people == {FIRST: Balance(1, 1), SECOND: Balance(1, 0)}
    assert profile.against_computer == Balance(5, 0)
    assert profile.total == Balance(2, 1)
    assert profile.favourite == FIRST


@pytest.mark.parametrize(
    ("results", "streaks"),
    [
        ("", (0, 0)),
        ("W", (1, 1)),
        ("L", (0, 0)),
        ("WWL", (0, 2)),
        ("WWWLWW", (2, 3)),
        ("WW-W", (3, 3)),
        ("LWLWWLW", (1, 2)),
        ("WCCW", (2, 2)),
        ("WcW", (2, 2)),
    ],
)
async def test_a_streak_lies_between_two_losses_to_people(
    rig: ArenaRig, results: str, streaks: tuple[int, int]
) -> None:
    if results:
        await tell(rig, *(MEANINGS[each] for each in results))
    profile = await ProfileStore(rig.database).profile(ANN, GUILD, COMPUTER)
    assert (profile.streak, profile.longest) == streaks


async def test_head_to_head_is_seen_from_both_sides(rig: ArenaRig) -> None:
    profiles = ProfileStore(rig.database)
    await tell(rig, *(MEANINGS[each] for each in "WWL-"), FinishedDuel(ANN, CLEO))
    assert await profiles.between(ANN, BEN, GUILD) == Balance(2, 1)
    assert await profiles.between(BEN, ANN, GUILD) == Balance(1, 2)
    assert await profiles.between(BEN, CLEO, GUILD) == Balance()


async def test_ratings_carry_a_mark_while_they_are_uncertain(rig: ArenaRig) -> None:
    others = [FinishedDuel(ANN, number, ended=NOVEMBER) for number in range(100, 130)]
    await tell(rig, *others, FinishedDuel(ANN, BEN, game=SECOND))
    standings = (await ProfileStore(rig.database).profile(ANN, GUILD, COMPUTER)).ratings
    assert {*standings} == {FIRST, SECOND, ALL_GAMES}
    assert str(standings[FIRST]) == str(standings[FIRST].shown)
    assert str(standings[SECOND]) == f"{standings[SECOND].shown}?"


async def test_the_course_goes_from_duel_to_duel_and_begins_anew_after_a_reset(rig: ArenaRig) -> None:
    unrated = FinishedDuel(ANN, BEN, rated=False)
    await tell(rig, MEANINGS["W"], unrated, FinishedDuel(BEN, ANN, game=SECOND), MEANINGS["W"])
    profiles = ProfileStore(rig.database)
    course = (await profiles.profile(ANN, GUILD, COMPUTER)).course
    assert [(point.game, point.number) for point in course] == [(FIRST, 1), (SECOND, 2), (FIRST, 3)]
    assert course[0].before == course[1].before == 1500
    assert course[2].before == course[0].rating < course[2].rating
    reset = await rig.ledger.reset(GUILD, FIRST, BEN, NOVEMBER)
    course = (await profiles.profile(ANN, GUILD, COMPUTER)).course
    assert [(point.game, point.number) for point in course] == [(SECOND, 1)]
    await rig.ledger.undo(GUILD, reset.id, NOVEMBER)
    assert len((await profiles.profile(ANN, GUILD, COMPUTER)).course) == 3
    await rig.ledger.reset(GUILD, None, BEN, NOVEMBER)
    assert (await profiles.profile(ANN, GUILD, COMPUTER)).course == ()


AT_A_TIME = 10_000
"""A server gives no statement more than two seconds."""


async def test_a_hundred_thousand_duels_are_looked_back_on_quickly(rig: ArenaRig) -> None:
    """One person's; the time is generous, for it is to notice what grows faster than it should."""
    database = rig.database
    await write_many(database, 100_000)
    began = time.perf_counter()
    profile = await ProfileStore(database).profile(ANN, GUILD, COMPUTER)
    met = await ProfileStore(database).between(ANN, BEN, GUILD)
    assert time.perf_counter() - began < 3
    assert POINTS / 2 < len(profile.course) <= POINTS
    assert profile.course[-1].rating == 1500 + 100_000 % 7
    assert met == profile.total == Balance(66_666, 33_334)
    assert (profile.streak, profile.longest) == (0, 2)
    began = time.perf_counter()
    assert numbers(await History(database).before(50_000, ANN, GUILD)) == [49_999 - n for n in range(PAGE)]
    assert time.perf_counter() - began < 0.1


async def write_many(database: Database, number: int) -> None:
    """So many rated duels in which Ann beats Ben two times out of three, as quickly as it can be done."""
    score = {"wins": 2 * number // 3, "losses": number - 2 * number // 3, "shown": 1500, "provisional": False}
    board = {"guild": GUILD, "game": ALL_GAMES, "season": ALL_TIME, "mu": 1500.0, "sigma": 200.0}
    for first in range(1, number + 1, AT_A_TIME):
        await write_some(database, first, min(first + AT_A_TIME - 1, number))
    async with database.writing() as connection:
        await connection.execute(insert(ratings).values(person=ANN, **board, **score))


async def write_some(database: Database, first: int, last: int) -> None:
    count = f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})"  # noqa: S608
    played = f"""
        INSERT INTO duels (id, guild, channel, game, edition, challenger, pace, rated, secret, created,
                           status, seat0, seat1, ended, winner, reason, counted)
        {count} SELECT i, {GUILD}, {CHANNEL}, '{FIRST}', 1, {ANN}, 60, TRUE, '', i,
                       'won', {ANN}, {BEN}, i, CASE i % 3 WHEN 1 THEN 1 ELSE 0 END, 'rules', i
                FROM n"""  # noqa: S608
    counted = f"""
        INSERT INTO results (duel, seat, guild, game, person, opponent, counted, ended, won, rating, change)
        {count} SELECT i, 0, {GUILD}, '{FIRST}', {ANN}, {BEN}, i, i, i % 3 <> 1, 1500 + i % 7, 1
                FROM n"""  # noqa: S608
    async with database.writing() as connection:
        await connection.execute(text(played))
        await connection.execute(text(counted))


async def test_every_question_is_answered_from_an_index(on_sqlite: ArenaRig) -> None:
    await tell(on_sqlite, MEANINGS["W"])
    database = on_sqlite.database
    profiles, history = ProfileStore(database), History(database)
    with recorded_queries() as questions:
        await profiles.profile(ANN, GUILD, COMPUTER)
        await profiles.between(ANN, BEN, GUILD)
        for game in (None, FIRST):
            await history.latest(ANN, GUILD, game)
            await history.before(9, ANN, GUILD, game)
            await history.after(0, ANN, GUILD, game)
    assert len(questions) >= 10
    for question in questions:
        plan = await plan_of(database, *question)
        looked_at = [step for step in plan if step.split()[1] in metadata.tables]
        assert looked_at
        assert all(step.startswith("SEARCH") for step in looked_at), plan
        standing = [step for step in looked_at if step.split()[1] in {"results", "ratings"}]
        assert all("person=?" in step for step in standing), plan
