"""The checker of a chaos run finds nothing wrong with an honest match, and notices each thing that is."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bench.chaos.checks.buttons import is_end
from bench.chaos.checks.checker import PICKED, check
from bench.chaos.experiment import BotClock, Experiment
from bench.chaos.observations import CUSTOM_ID, ChaosObservations, Pick, Snapshot
from bench.rig.bot_process import KillableBot
from bench.rig.disk import Disk
from sandbox import Sandbox
from sandbox.people.person import Person
from sandbox.people.screen import Screen
from tests.support.evening import Evening, panel_of, picks_on, wait_for_board


@pytest.fixture
async def experiment(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Experiment:
    """After a match of High-Low in which nothing went wrong."""
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    address, observed = f"sqlite:///{tmp_path / 'gauntlet.db'}", ChaosObservations()
    sandbox.world.feed.join(observed)
    evening = Evening(sandbox, address)
    await evening.open()
    try:
        await play(evening, observed)
    finally:
        await evening.close()
    clock = BotClock(tmp_path / "ahead")
    return Experiment(
        sandbox, KillableBot(sandbox, address), address, Disk(tmp_path), None, clock, Random(1), observed, []
    )


async def play(evening: Evening, observed: ChaosObservations) -> None:
    observed.people |= {name: evening.person(name).id for name in ("Ann", "Bob")}
    people = await evening.duel_with_panels()
    while picks_on(panel_of(people[0])):
        for number, person in enumerate(people):
            await pick(person, -number, observed)
        for person in people:
            await person.wait_until(can_go_on)
    await wait_for_board(people[0], "wins")


def can_go_on(screen: Screen) -> bool:
    panel = [seen for seen in screen.messages if seen.private][-1]
    return bool(picks_on(panel)) or is_end(panel)


async def pick(person: Person, which: int, observed: ChaosObservations) -> None:
    panel = panel_of(person)
    button = picks_on(panel)[which]
    address = CUSTOM_ID.fullmatch(button.custom_id)
    assert address is not None
    made = Pick(person.id, int(address["duel"], 16), int(address["turn"]), address["token"])
    observed.record_try(made)
    await person.press(button.custom_id, on=panel)


def change(experiment: Experiment, command: str) -> None:
    with closing(sqlite3.connect(experiment.address.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute(command)


async def wrong(experiment: Experiment) -> set[str]:
    return {name for name, found in (await check(experiment)).wrong.items() if found}


async def test_an_honest_match_is_clean(experiment: Experiment) -> None:
    found = await check(experiment)
    assert {name: each for name, each in found.wrong.items() if each} == {}
    assert found.finished == {"rules": 1}
    assert found.acknowledged > 4


async def test_a_pick_that_was_promised_and_is_not_there_is_lost(experiment: Experiment) -> None:
    change(experiment, "DELETE FROM picks WHERE turn = 1 AND token = '1'")
    assert await wrong(experiment) >= {"picks lost", "wrong results"}


async def test_a_pick_that_nobody_made_is_noticed(experiment: Experiment) -> None:
    experiment.observed.tried.pop(next(iter(experiment.observed.tried)))
    assert "picks doubled" in await wrong(experiment)


async def test_another_winner_is_noticed_everywhere(experiment: Experiment) -> None:
    change(experiment, "UPDATE duels SET winner = 1 - winner")
    expected = {"wrong results", "wrong ratings", "wrong boards", "wrong winners shown"}
    assert await wrong(experiment) >= expected


async def test_a_rating_that_was_not_earned_is_noticed(experiment: Experiment) -> None:
    change(experiment, "UPDATE ratings SET mu = mu + 1 WHERE season = 0")
    assert await wrong(experiment) == {"wrong ratings"}


async def test_a_duel_that_was_never_ended_is_noticed(experiment: Experiment) -> None:
    change(experiment, "UPDATE duels SET status = 'live', reason = NULL, winner = NULL, ended = NULL")
    assert "wrong results" in await wrong(experiment)


def moved(experiment: Experiment, text: str, **values: object) -> None:
    """As if a message with this text had been seen at another moment, or by somebody else."""
    snapshot = next(each for each in experiment.observed.snapshots if text in each.text)
    experiment.observed.snapshots.append(replace(snapshot, **values))  # type: ignore[arg-type]


async def test_a_round_that_was_seen_before_it_was_played_is_a_secret_seen(experiment: Experiment) -> None:
    first = min(experiment.observed.tried.values())
    moved(experiment, "Round 1:", moment=first)
    assert "secrets seen" in await wrong(experiment)


async def test_a_panel_that_another_person_saw_is_a_secret_seen(experiment: Experiment) -> None:
    mine: Snapshot = next(each for each in experiment.observed.snapshots if PICKED.search(each.text))
    others = {each.person for each in experiment.observed.tried} - {mine.reader}
    experiment.observed.snapshots.append(replace(mine, reader=others.pop()))
    assert "secrets seen" in await wrong(experiment)
    experiment.observed.snapshots[-1] = replace(mine, reader=None)
    assert "secrets seen" in await wrong(experiment)


async def test_a_seed_that_was_seen_before_the_end_is_a_secret_seen(experiment: Experiment) -> None:
    with closing(sqlite3.connect(experiment.address.removeprefix("sqlite:///"))) as connection:
        ((secret,),) = connection.execute("SELECT secret FROM duels")
    moment = max(experiment.observed.tried.values()) - 1
    snapshot = replace(experiment.observed.snapshots[-1], moment=moment, text=f"Seed `{secret.hex()}`")
    experiment.observed.snapshots.append(snapshot)
    assert "secrets seen" in await wrong(experiment)
