"""The load test, with a few people for a few seconds."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from bench.load.audit import audit
from bench.load.buttons import is_asked, winner_shown
from bench.load.crowd import Crowd
from bench.load.observations import FORM_TOO_LATE, BoardTimes, LoadObservations, spread
from bench.load.pair import Member
from bench.load.report import BareCost, Discord, Outcome, Plan, report
from bench.load.run import play
from bench.rig.stored_duels import read_duels
from bot.database import open_database
from bot.ui.duels.panel import PRESS_AGAIN
from sandbox import Sandbox, World
from sandbox.interactions.interactions import Answer
from sandbox.wire import CallbackType
from sandbox.world.entities import Message
from sandbox.world.user import User

PLAN = Plan(
    duels=24,
    guilds=3,
    rate=60.0,
    seconds=4.0,
    warm_up=0.1,
    think=0.05,
    database="sqlite",
    settle=1.2,
    discord=Discord(profile=None),
)
"""Without limits, which would only cost time here."""


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'load.db'}"


@pytest.fixture
async def outcome(address: str) -> Outcome:
    return await play(PLAN, address)


@pytest.mark.outside
async def test_a_crowd_plays_and_a_tampered_database_is_found_out(outcome: Outcome, address: str) -> None:
    assert outcome.wrong == {}
    assert outcome.picks > 30
    assert len(outcome.observed.reveals) > 10
    assert len(outcome.observed.boards.turns) > 10
    assert outcome.observed.boards.ends
    assert "wrong       nothing" in report(outcome)
    assert "bare bot" not in report(outcome)
    duels = await read_duels(address)
    winner = next(iter(outcome.observed.shown))
    pick = next(pick for pick in outcome.observed.acknowledged if pick[0] != winner)
    await tell(address, f"UPDATE picks SET token = 'x' WHERE duel = {pick[0]} AND turn = {pick[1]}")  # noqa: S608
    await tell(address, f"UPDATE duels SET winner = 1 - winner WHERE id = {winner}")  # noqa: S608
    found = audit(outcome.observed, await read_duels(address), [])
    assert audit(outcome.observed, duels, []) == {}
    assert found["picks lost"] >= 1
    assert found["picks nobody made"] >= 1
    assert found["results wrong"] >= 1
    assert found["winners shown wrongly"] == 1
    assert found["matches that can't be replayed"] == 1


async def tell(address: str, command: str) -> None:
    database = await open_database(address)
    async with database.writing() as connection:
        await connection.execute(text(command))
    await database.close()


def test_the_cost_of_a_bare_bot_is_a_line_of_its_own() -> None:
    assert str(BareCost(2.312, 2.4)) == "bare bot    2.31 ms a pick before, 2.40 after"


def test_percentiles_are_those_of_the_times_measured() -> None:
    times = [number / 1000 for number in range(1, 101)]
    found = spread(times)
    assert (round(found.middle, 1), round(found.p95), found.highest) == (50.5, 95, 100.0)


@pytest.mark.parametrize(
    ("uncertain_turn", "tried", "noted"),
    [(-1, {"3"}, True), (-1, {"2", "3"}, True), (1, {"3"}, True), (1, {"2", "3"}, False)],
)
async def test_after_an_uncertain_turn_a_pick_counts_only_if_no_other_was_tried(
    *, uncertain_turn: int, tried: set[str], noted: bool
) -> None:
    """A person who goes back from "are you sure?" may try another pick, and nothing is uncertain."""
    observed = LoadObservations()
    crowd, member = pair_in(observed)
    panel, key = seen("more", turn=1), (7, 1, member.user.id)
    member.begin_duel(panel)
    member.uncertain_turn, observed.tried[key] = uncertain_turn, tried
    crowd._settle(member, key, "3", Answer(CallbackType.UPDATE, panel))
    assert (observed.acknowledged, member.picked) == ({key: "3"} if noted else {}, 1)


async def test_a_form_that_could_not_open_is_counted_apart_and_asked_for_again() -> None:
    observed = LoadObservations()
    crowd, member = pair_in(observed)
    panel = seen("number", turn=1)
    panel.wire["components"].append({"type": 10, "content": f"**{PRESS_AGAIN}**"})
    member.begin_duel(panel)
    crowd._settle(member, (7, 1, member.user.id), "", Answer(CallbackType.UPDATE, panel))
    assert observed.wrong == {FORM_TOO_LATE: 1}
    assert member.picked == 0


async def test_a_refusal_is_not_looked_at_again() -> None:
    """Of two taps one may end the duel and the other be refused. The pair's next duel begins soon after."""
    crowd, _ = pair_in(LoadObservations())
    refusal = Message(1, 1, 1, {"content": "", "components": [{"type": 10, "content": "This duel is over."}]})
    async with asyncio.timeout(0):
        await crowd._until_current(Answer(CallbackType.MESSAGE, refusal), 1)


async def test_a_panel_that_still_asks_for_the_turn_is_looked_at_again() -> None:
    crowd, _ = pair_in(LoadObservations())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await crowd._until_current(Answer(CallbackType.UPDATE, seen("pick", turn=1)), 1)


def pair_in(observed: LoadObservations) -> tuple[Crowd, Member]:
    """A crowd of two, and one of them."""
    sandbox = Sandbox(World.of({"The Arena": ["Ann", "Bob"]}))
    crowd = Crowd(sandbox, observed, 1.0, seed=1)
    channel = next(iter(sandbox.world.guild("The Arena").channels.values()))
    crowd.add_pair(channel, (sandbox.world.person("Ann"), sandbox.world.person("Bob")))
    return crowd, crowd.pairs[0].members[0]


def seen(verb: str, deadline: int = 0, turn: int = 0) -> Message:
    button = {"type": 2, "id": 1, "custom_id": f"duel:{verb}:7:{turn}" if turn else f"duel:{verb}:7"}
    text = {"type": 10, "content": f"Time is up <t:{deadline}:R>." if deadline else "Over."}
    return Message(1, 1, 1, {"content": "", "components": [text, button]})


def test_a_board_is_late_by_the_time_until_it_shows_a_turn_or_a_later_one() -> None:
    moments = iter([0.0, 3.0, 5.0])
    boards = BoardTimes(lambda: next(moments))
    boards.turned(7, seen("hand", 100))
    boards.turned(7, seen("hand", 110))
    boards.painted(seen("hand", 110))
    assert (boards.turns, boards.stale) == ([5.0, 2.0], 0)


def test_a_board_that_lacks_what_was_long_known_is_stale() -> None:
    moments = iter([0.0, 3.0, 5.0])
    boards = BoardTimes(lambda: next(moments))
    boards.turned(7, seen("hand", 100))
    boards.painted(seen("hand", 90))
    assert (boards.turns, boards.stale) == ([], 1)


def test_a_message_that_calls_players_is_no_board() -> None:
    boards = BoardTimes(iter([0.0]).__next__)
    boards.turned(7, seen("hand", 100))
    boards.painted(seen("hand", 100, turn=1))
    assert (boards.turns, boards.stale) == ([], 0)


@pytest.mark.parametrize("trophy", ["🏆", "<:trophy_0a1b2c:7>"])
@pytest.mark.parametrize("shown", ["Ann", "<@1>"])
def test_a_board_names_the_winner_or_mentions_them(shown: str, trophy: str) -> None:
    text = {"type": 10, "content": f"## {trophy} {shown} wins 5–3"}
    board = Message(1, 1, 1, {"content": "", "components": [text]})
    assert winner_shown(board, [User(2, "Bob"), User(1, "Ann")]) == 1


@pytest.mark.parametrize(("heading", "winner"), [("You won", 1), ("You lost", 2)])
def test_a_panel_tells_its_reader_who_won(heading: str, winner: int) -> None:
    text = {"type": 10, "content": f"### {heading}"}
    panel = Message(1, 1, 1, {"content": "", "components": [text]}, only_for=1)
    assert winner_shown(panel, [User(2, "Bob"), User(1, "Ann")]) == winner


@pytest.mark.parametrize("between", ["\n", " · "])
@pytest.mark.parametrize(("name", "asked"), [("Ann", True), ("Bob", False)])
def test_a_board_that_is_played_on_asks_one_player(name: str, between: str, *, asked: bool) -> None:
    text = {"type": 10, "content": f"🟦 **<@1>** 0 of 10 · ⏳ to pick{between}🟧 **<@2>** 3 of 10"}
    board = Message(1, 1, 1, {"content": "", "components": [text]})
    assert is_asked(board, User(1 if name == "Ann" else 2, name)) is asked


def test_an_end_is_late_until_the_board_offers_a_rematch() -> None:
    moments = iter([0.0, 4.0])
    boards = BoardTimes(lambda: next(moments))
    boards.ended(7)
    assert boards.unshown == 1
    boards.painted(seen("rematch"))
    assert (boards.ends, boards.unshown) == ([4.0], 0)


def test_a_board_that_is_earlier_than_a_panel_is_not_late() -> None:
    boards = BoardTimes(iter([0.0, 1.0]).__next__)
    boards.painted(seen("hand", 100))
    boards.turned(7, seen("hand", 100))
    boards.painted(seen("rematch"))
    boards.ended(7)
    assert (boards.turns, boards.ends, boards.unshown) == ([], [], 0)


def test_what_was_acknowledged_in_the_warm_up_still_counts() -> None:
    observed = LoadObservations(acknowledged={(1, 1, 1): "5"}, answers=[0.1])
    observed.start_measuring()
    assert (observed.answers, len(observed.acknowledged)) == ([], 1)
