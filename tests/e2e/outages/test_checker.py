"""The checker of a chaos run finds nothing wrong with an honest match, and notices each thing that is."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bench.chaos.checks.checker import check
from bench.chaos.observations import ADDRESS, Notebook, Pressed, Shown
from bench.chaos.scene import BotClock, Scene
from bench.chaos.troubles.bot_process import MortalBot
from bench.chaos.troubles.disk import Disk
from sandbox import Sandbox
from sandbox.people.person import Person
from sandbox.people.screen import Screen
from tests.support.evening import Evening, hand_of, labels, on_offer, settled


@pytest.fixture
async def scene(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """After a match of High-Low in which nothing went wrong."""
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    address, notes = f"sqlite:///{tmp_path / 'gauntlet.db'}", Notebook()
    sandbox.world.feed.join(notes)
    evening = Evening(sandbox, address)
    await evening.open()
    try:
        await play(evening, notes)
    finally:
        await evening.close()
    clock = BotClock(tmp_path / "ahead")
    return Scene(
        sandbox, MortalBot(sandbox, address), address, Disk(tmp_path), None, clock, Random(1), notes, []
    )


async def play(evening: Evening, notes: Notebook) -> None:
    people = await evening.hands_open()
    while on_offer(hand_of(people[0])):
        for number, person in enumerate(people):
            await pick(person, -number, notes)
        for person in people:
            await person.wait_until(can_go_on)
    await settled(people[0], "wins")


def can_go_on(screen: Screen) -> bool:
    panel = [seen for seen in screen.messages if seen.private][-1]
    return bool(on_offer(panel)) or "Rematch" in labels(panel)


async def pick(person: Person, which: int, notes: Notebook) -> None:
    panel = hand_of(person)
    button = on_offer(panel)[which]
    address = ADDRESS.fullmatch(button.custom_id)
    assert address is not None
    pressed = Pressed(person.id, int(address["duel"], 16), int(address["turn"]), address["token"])
    notes.note_try(pressed)
    await person.press(button.custom_id, on=panel)


def change(scene: Scene, command: str) -> None:
    with closing(sqlite3.connect(scene.address.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute(command)


async def wrong(scene: Scene) -> set[str]:
    return {name for name, found in (await check(scene)).wrong.items() if found}


async def test_an_honest_match_is_clean(scene: Scene) -> None:
    found = await check(scene)
    assert {name: each for name, each in found.wrong.items() if each} == {}
    assert found.finished == {"rules": 1}
    assert found.acknowledged > 4


async def test_a_pick_that_was_promised_and_is_not_there_is_lost(scene: Scene) -> None:
    change(scene, "DELETE FROM picks WHERE turn = 1 AND token = '1'")
    assert await wrong(scene) >= {"picks lost", "wrong results"}


async def test_a_pick_that_nobody_made_is_noticed(scene: Scene) -> None:
    scene.notes.tried.pop(next(iter(scene.notes.tried)))
    assert "picks doubled" in await wrong(scene)


async def test_another_winner_is_noticed_everywhere(scene: Scene) -> None:
    change(scene, "UPDATE duels SET winner = 1 - winner")
    expected = {"wrong results", "wrong ratings", "wrong boards", "wrong things told"}
    assert await wrong(scene) >= expected


async def test_a_rating_that_was_not_earned_is_noticed(scene: Scene) -> None:
    change(scene, "UPDATE ratings SET mu = mu + 1 WHERE season = 0")
    assert await wrong(scene) == {"wrong ratings"}


async def test_a_duel_that_was_never_ended_is_noticed(scene: Scene) -> None:
    change(scene, "UPDATE duels SET status = 'live', reason = NULL, winner = NULL, ended = NULL")
    assert "wrong results" in await wrong(scene)


def moved(scene: Scene, text: str, **values: object) -> None:
    """As if a message with this text had been seen at another moment, or by somebody else."""
    sight = next(each for each in scene.notes.sights if text in each.text)
    scene.notes.sights.append(replace(sight, **values))  # type: ignore[arg-type]


async def test_a_round_that_was_seen_before_it_was_played_is_a_secret_seen(scene: Scene) -> None:
    first = min(scene.notes.tried.values())
    moved(scene, "Round 1:", moment=first)
    assert "secrets seen" in await wrong(scene)


async def test_a_panel_that_another_person_saw_is_a_secret_seen(scene: Scene) -> None:
    mine: Shown = next(each for each in scene.notes.sights if "You picked" in each.text)
    others = {each.person for each in scene.notes.tried} - {mine.reader}
    scene.notes.sights.append(replace(mine, reader=others.pop()))
    assert "secrets seen" in await wrong(scene)
    scene.notes.sights[-1] = replace(mine, reader=None)
    assert "secrets seen" in await wrong(scene)


async def test_a_seed_that_was_seen_before_the_end_is_a_secret_seen(scene: Scene) -> None:
    moved(scene, "Seed `", moment=max(scene.notes.tried.values()) - 1)
    assert "secrets seen" in await wrong(scene)
