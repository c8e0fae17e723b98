"""Stopped, started again, and started twice: the process, and every button on every message after it."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from games import GAMES
from games.room import AnyRoom
from sandbox import Sandbox
from sandbox.people.person import Person
from tests.support.evening import (
    Evening,
    board_of,
    buttons_after,
    eventually,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_of,
    picks_on,
    place_to_pick,
    play,
    press_more,
    private_text,
    resign,
    wait_for_board,
    wait_for_turn_of,
)
from tests.support.project import ROOT

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


def environment(sandbox: Sandbox, path: Path) -> dict[str, str]:
    return sandbox.environment | {"DATABASE_URL": f"sqlite:///{path / 'gauntlet.db'}"}


@asynccontextmanager
async def process(env: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        cwd=ROOT / "docs",  # no host keeps a .env there
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.kill()
        await running.communicate()


async def output(env: Mapping[str, str]) -> tuple[int | None, list[str]]:
    """Of a bot that ends by itself."""
    async with process(env) as running, asyncio.timeout(20):
        text, _ = await running.communicate()
        return running.returncode, text.decode().splitlines()


async def until_connected(sandbox: Sandbox, running: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(20):
        while not sandbox.gateway.connected:
            assert running.returncode is None
            await asyncio.sleep(0.01)


async def test_without_a_token_two_lines_say_what_to_do() -> None:
    code, lines = await output({"DISCORD_TOKEN": ""})
    assert code == 1
    assert len(lines) == 2
    assert "DISCORD_TOKEN" in lines[0]
    assert "make sandbox" in lines[1]


async def test_a_wrong_value_is_named_in_one_line() -> None:
    code, lines = await output({"DISCORD_TOKEN": "x", "LOG_LEVEL": "LOUD"})
    assert (code, lines) == (1, ["LOG_LEVEL has to be DEBUG, INFO, WARNING or ERROR."])


async def test_a_token_that_discord_refuses_is_named_in_one_line(sandbox: Sandbox, tmp_path: Path) -> None:
    code, lines = await output(environment(sandbox, tmp_path) | {"DISCORD_TOKEN": "wrong"})
    assert code == 1
    assert lines[-1].startswith("Discord does not accept DISCORD_TOKEN.")


async def test_sigterm_finishes_what_is_in_flight_and_exits_cleanly(sandbox: Sandbox, tmp_path: Path) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    async with process(environment(sandbox, tmp_path)) as running:
        await until_connected(sandbox, running)
        await ann.slash("duel highlow", opponent=bob)
        await bob.press("Accept")
        await open_panel(ann)
        sandbox.faults.delay(0.3, "/callback")
        pressing = asyncio.create_task(ann.press("7", on=panel_of(ann)))
        async with asyncio.timeout(5):
            while sandbox.faults._waiting:
                await asyncio.sleep(0.005)
        running.send_signal(signal.SIGTERM)
        reply = await pressing
        assert reply.message is not None
        assert "Locked in" in reply.message.text
        await wait_for_turn_of(ann, "Bob")
        async with asyncio.timeout(10):
            text, _ = await running.communicate()
        assert running.returncode == 0, text.decode()
        assert "Traceback" not in text.decode()


async def test_a_second_instance_on_the_same_file_is_refused_with_a_sentence(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    env = environment(sandbox, tmp_path)
    async with process(env) as running:
        await until_connected(sandbox, running)
        code, lines = await output(env)
        assert code == 1
        assert len(lines) == 1
        assert lines[0].startswith("Another Gauntlet is running on")
        await sandbox.person("Ann").slash("duels")


async def test_commands_are_sent_only_when_they_have_changed(evening: Evening) -> None:
    def sent() -> int:
        return len(evening.sandbox.traffic.matching("PUT", "/commands"))

    assert sent() == 1
    await evening.reopen()
    assert sent() == 1
    older = evening.sandbox.platform.commands
    older.delete(None, int(older.of(None)[0]["id"]))
    await evening.reopen()
    assert sent() == 2


async def test_every_button_of_a_challenge_works_after_a_restart(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    for label, person, then in (
        ("Decline", bob, "@Bob declined"),
        ("Withdraw", ann, "@Ann withdrew"),
        ("Accept", bob, "Round 1 of 5"),
    ):
        evening.pass_time(10)
        await ann.slash("duel highlow", opponent=bob)
        await evening.reopen()
        await person.press(label)
        await ann.wait_for(then)


async def test_the_question_for_the_game_works_after_a_restart(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.menu("Challenge to a duel", bob)
    await evening.reopen()
    await ann.press("Battle to Ten")
    await bob.wait_for("Ann challenges @Bob")


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_a_match_goes_on_after_a_restart_at_every_turn(room: AnyRoom, evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(room.game.key)
    for _ in range(3):
        await one_turn(ann, bob)
        await evening.reopen()
        for person in (ann, bob):
            if "Rematch" not in labels(board_of(person)):
                await open_panel(person)
    await play(ann, bob)
    board = await wait_for_board(ann, "wins")
    assert labels(board) == buttons_after(room)


async def one_turn(*people: Person) -> None:
    """Everybody who can pick now picks once."""
    for person in people:
        if picks := picks_of(person):
            await person.press(picks[0].custom_id, on=place_to_pick(person))


async def test_panels_from_before_a_restart_still_work_and_are_repainted(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await evening.reopen()
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 1:")
    await ann.wait_until(lambda _: len(picks_on(panel_of(ann))) == 8)


async def test_a_form_from_before_a_restart_is_still_taken(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels("bidbattle")
    await ann.press("Other bid…", on=panel_of(ann))
    await evening.reopen()
    reply = await ann.fill({"A whole number from 1 to 100": "42"})
    assert reply.message is not None
    assert "Locked in" in reply.message.text


async def test_resigning_and_its_question_work_after_a_restart(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    await evening.both_pick()
    await evening.reopen()
    await ann.press("More", on=panel_of(ann))
    await evening.reopen()
    await ann.press("Resign", on=panel_of(ann))
    await evening.reopen()
    await ann.press("No, go back", on=panel_of(ann))
    await press_more(ann, "Resign", on=panel_of(ann))
    await evening.reopen()
    await ann.press("Resign", on=panel_of(ann))
    assert "@Bob wins" in (await wait_for_board(bob, "Final, by resignation")).text


async def test_rematch_and_fair_play_work_after_a_restart(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    await play(ann, bob)
    over = await wait_for_board(ann, "wins")
    await evening.reopen()
    menu = await ann.press("More", on=over)
    await evening.reopen()
    assert (await ann.press("Fair play", on=menu.message)).message is not None
    await bob.press("Rematch", on=over)
    await evening.reopen()
    assert "The rematch is on" in private_text(await ann.press("Rematch", on=over))
    await bob.wait_until(lambda _: is_live(board_of(bob)), what="the board of the rematch")


async def test_settings_blocks_and_wishes_are_remembered(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await bob.slash("block", person=ann)
    await evening.reopen()
    assert "isn't taking challenges" in private_text(await ann.slash("duel highlow", opponent=bob))


async def test_an_end_that_could_not_be_shown_is_shown_after_a_restart_however_late(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.painting.announcer.LONGEST_FINISH", 0.1)
    ann, bob = await evening.duel_with_panels()
    await evening.both_pick()
    await ann.wait_until(lambda _: "Your card, round 2" in panel_of(ann).text)
    evening.sandbox.faults.answer(503, EDIT, times=100)
    await resign(ann)
    evening.pass_time(10_000)
    await bob.slash("duel ten")
    evening.sandbox.faults.clear()
    await evening.reopen()
    assert "@Bob wins" in (await ann.wait_for("Final, by resignation")).text

    async def all_is_told() -> bool:
        return await evening.bot.services.storage.untold() == []

    await eventually(all_is_told)


async def test_a_duel_whose_place_vanished_before_it_had_a_board_has_no_result(evening: Evening) -> None:
    ann, _ = await evening.duel()
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)
    await evening.bot.services.arenas.arena(duel.guild).place(duel.id, 12345, None)
    await evening.reopen()

    async def is_void() -> bool:
        return (await evening.bot.services.arenas.arena(duel.guild).duel(duel.id)).status == "void"

    await eventually(is_void)
