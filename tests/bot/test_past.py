"""Looking back: single duels page by page, and what they amount to."""

import time
from typing import Any

import pytest
from sqlalchemy import event, insert

from bot.career import POINTS, Careers, Point, Tally
from bot.past import PAGE, Page, Past
from bot.schema import metadata, resets
from games import GAMES
from tests.bot.diary import COMPUTER, EVERYTHING, NOON, Told, rank, write_down, write_many
from tests.bot.people import ANN, BEN, CHANNEL, CLEO, GUILD, Evening

FIRST, SECOND = (room.game.key for room in GAMES[:2])
FORMER = -7


def numbers(page: Page) -> list[int]:
    return [played.counted for played in page.duels]


async def test_the_latest_duels_come_first_with_all_that_a_line_needs(evening: Evening) -> None:
    await write_down(
        evening.storage.database,
        [
            Told(won=False, opponent=COMPUTER),
            Told(opponent=FORMER, rating=1514.4, change=14.0, reason="resigned"),
        ],
    )
    page = await Past(evening.storage.database).latest(ANN, GUILD)
    newest, oldest = page.duels
    assert (newest.opponent, newest.won, newest.reason) == (FORMER, True, "resigned")
    assert str(newest.change) == "1514 (+14)"
    assert (newest.channel, newest.board, newest.ended) == (CHANNEL, 30, NOON + 2)
    assert (oldest.rival, oldest.won, oldest.change) == ("fox", False, None)
    assert not page.newer
    assert not page.older


async def test_pages_lead_to_the_first_duel_and_back(evening: Evening) -> None:
    past = Past(evening.storage.database)
    await write_down(evening.storage.database, [Told()] * (2 * PAGE + 2))
    latest = await past.latest(ANN, GUILD)
    middle = await past.before(latest.duels[-1].counted, ANN, GUILD)
    oldest = await past.before(middle.duels[-1].counted, ANN, GUILD)
    assert [numbers(page) for page in (latest, middle, oldest)] == [
        [12, 11, 10, 9, 8],
        [7, 6, 5, 4, 3],
        [2, 1],
    ]
    assert [(page.newer, page.older) for page in (latest, middle, oldest)] == [
        (False, True),
        (True, True),
        (True, False),
    ]
    assert await past.after(oldest.duels[0].counted, ANN, GUILD) == middle
    assert await past.after(middle.duels[0].counted, ANN, GUILD) == latest
    assert await past.after(latest.duels[1].counted, ANN, GUILD) == latest, "the latest page is a full one"


async def test_a_history_can_be_of_one_game_and_is_of_one_guild(evening: Evening) -> None:
    past = Past(evening.storage.database)
    story = [Told(game=SECOND), Told(), Told(game=SECOND), Told(guild=GUILD + 1), Told(person=CLEO)]
    await write_down(evening.storage.database, story)
    assert numbers(await past.latest(ANN, GUILD, SECOND)) == [3, 1]
    assert numbers(await past.before(3, ANN, GUILD, SECOND)) == [1]
    assert numbers(await past.latest(ANN, GUILD)) == [3, 2, 1]
    assert (await past.latest(ANN, GUILD, "nothing")).duels == ()


async def test_wins_losses_and_the_favourite_count_duels_between_people(evening: Evening) -> None:
    story = [Told(), Told(won=False), Told(won=None), Told(game=SECOND, opponent=CLEO)]
    story += [Told(opponent=COMPUTER, game=SECOND)] * 5
    await write_down(evening.storage.database, story)
    career = await Careers(evening.storage.database).career(ANN, GUILD, COMPUTER)
    assert career.against_people == {FIRST: Tally(1, 1), SECOND: Tally(1, 0)}
    assert career.against_computer == Tally(5, 0)
    assert career.total == Tally(2, 1)
    assert career.favourite == FIRST


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
    evening: Evening, results: str, streaks: tuple[int, int]
) -> None:
    """W and L against people, C and c against the computer, - without a result."""
    meanings = {
        "W": Told(),
        "L": Told(won=False),
        "-": Told(won=None),
        "C": Told(opponent=COMPUTER),
        "c": Told(won=False, opponent=COMPUTER),
    }
    if results:
        await write_down(evening.storage.database, [meanings[each] for each in results])
    career = await Careers(evening.storage.database).career(ANN, GUILD, COMPUTER)
    assert (career.streak, career.longest) == streaks


async def test_head_to_head_is_seen_from_both_sides(evening: Evening) -> None:
    careers = Careers(evening.storage.database)
    await write_down(
        evening.storage.database, [Told(), Told(), Told(won=False), Told(won=None), Told(opponent=CLEO)]
    )
    assert await careers.between(ANN, BEN, GUILD) == Tally(2, 1)
    assert await careers.between(BEN, ANN, GUILD) == Tally(1, 2)
    assert await careers.between(BEN, CLEO, GUILD) == Tally()


async def test_ratings_carry_a_mark_while_they_are_uncertain(evening: Evening) -> None:
    await rank(evening.storage.database, ANN, [(FIRST, 1514, True), (EVERYTHING, 1520, False)])
    await rank(evening.storage.database, BEN, [(SECOND, 1400, True)])
    career = await Careers(evening.storage.database).career(ANN, GUILD, COMPUTER)
    assert {game: str(standing) for game, standing in career.standings.items()} == {
        FIRST: "1514?",
        EVERYTHING: "1520",
    }


async def test_the_course_numbers_rated_duels_and_begins_anew_after_a_reset(evening: Evening) -> None:
    story = [
        Told(rating=1510.0, change=10.0),
        Told(),
        Told(rating=1490.0, change=-10.0, game=SECOND),
        Told(rating=1516.0, change=6.0),
    ]
    await write_down(evening.storage.database, story)
    careers = Careers(evening.storage.database)
    assert (await careers.career(ANN, GUILD, COMPUTER)).course == (
        Point(FIRST, 1, 1510.0, 1500.0),
        Point(SECOND, 2, 1490.0, 1500.0),
        Point(FIRST, 3, 1516.0, 1510.0),
    )
    made = {"guild": GUILD, "at": NOON, "person": BEN}
    async with evening.storage.database.transaction() as connection:
        rows = [
            {"game": FIRST, "counted": 1, "undone": False, **made},
            {"game": SECOND, "counted": 4, "undone": False, **made},
            {"game": EVERYTHING, "counted": 4, "undone": True, **made},
        ]
        await connection.execute(insert(resets), rows)
    assert (await careers.career(ANN, GUILD, COMPUTER)).course == (Point(FIRST, 1, 1516.0, 1510.0),)


async def test_a_hundred_thousand_duels_are_looked_back_on_quickly(evening: Evening) -> None:
    """One person's; the time is generous, for it is to notice what grows faster than it should."""
    database = evening.storage.database
    await write_many(database, 100_000)
    began = time.perf_counter()
    career = await Careers(database).career(ANN, GUILD, COMPUTER)
    met = await Careers(database).between(ANN, BEN, GUILD)
    assert time.perf_counter() - began < 3
    assert POINTS / 2 < len(career.course) <= POINTS
    assert career.course[-1].rating == 1500 + 100_000 % 7
    assert met == career.total == Tally(66_666, 33_334)
    assert (career.streak, career.longest) == (0, 2)
    began = time.perf_counter()
    assert numbers(await Past(database).before(50_000, ANN, GUILD)) == [49_999 - n for n in range(PAGE)]
    assert time.perf_counter() - began < 0.1


async def test_every_question_is_answered_from_an_index(evening: Evening) -> None:
    await write_down(evening.storage.database, [Told()])
    asked: list[tuple[str, Any]] = []
    engine = evening.storage.database._engine.sync_engine

    def note(_c: object, _u: object, statement: str, parameters: Any, _x: object, _m: object) -> None:
        if "FROM" in statement:
            asked.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    careers, past = Careers(evening.storage.database), Past(evening.storage.database)
    await careers.career(ANN, GUILD, COMPUTER)
    await careers.between(ANN, BEN, GUILD)
    for game in (None, FIRST):
        await past.latest(ANN, GUILD, game)
        await past.before(9, ANN, GUILD, game)
        await past.after(0, ANN, GUILD, game)
    event.remove(engine, "before_cursor_execute", note)
    assert len(asked) >= 10
    for statement, parameters in asked:
        async with evening.storage.database.reading() as connection:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plan: list[str] = [row[-1] for row in rows.all()]
        looked_at = [step for step in plan if step.split()[1] in metadata.tables]
        assert looked_at
        assert all(step.startswith("SEARCH") for step in looked_at), plan
        standing = [step for step in looked_at if step.split()[1] in {"results", "ratings"}]
        assert all("person=?" in step for step in standing), plan
