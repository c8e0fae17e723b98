"""A database server that goes away in the middle of a match, and comes back."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bench.rig.postgres import Postgres
from sandbox import Sandbox
from sandbox.people.person import Person
from tests.support.databases import rows
from tests.support.evening import (
    Evening,
    board_of,
    eventually,
    open_panel,
    panel_of,
    play,
    private_text,
    wait_for_board,
)


@pytest.fixture
async def evening(
    sandbox: Sandbox, postgresql: str, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """On PostgreSQL only; the server is up again afterwards, whatever a story did to it."""
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    server.execute("CHECKPOINT")  # what the tests before wrote is not to be replayed when it comes back
    opened = Evening(sandbox, postgresql)
    await opened.open()
    yield opened
    await asyncio.to_thread(server.start_if_down)
    await opened.close()


async def test_a_pick_waits_out_a_short_absence_of_the_server(evening: Evening, server: Postgres) -> None:
    ann, _ = await evening.duel_with_panels()
    server.kill()
    pressing = asyncio.create_task(ann.press("7", on=panel_of(ann)))
    await asyncio.to_thread(server.start)
    reply = await pressing
    assert reply.message is not None
    assert "Locked in" in reply.message.text
    assert await rows(evening.address, "SELECT token FROM picks") == [("7",)]
    assert evening.bot.services.database.trouble is None


async def test_while_the_server_is_away_people_get_an_apology_and_nothing_is_lost(
    evening: Evening, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.postgres.reach.PATIENCE", 0.1)
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    panel = panel_of(bob)
    server.kill()
    assert private_text(await bob.press("5", on=panel)).startswith("Sorry, something went wrong on our side.")
    assert "can't be reached at the moment" in private_text(await evening.person("Cleo").slash("about"))
    await asyncio.to_thread(server.start)

    async def is_taken() -> bool:
        """A server that has just started may take longer than the tenth of a second that it gets here."""
        return not private_text(await bob.press("5", on=panel)).startswith("Sorry")

    await eventually(is_taken)
    await goes_on(ann)
    assert evening.bot.services.database.trouble is None
    await open_panel(bob)
    await play(ann, bob)


async def test_a_deadline_that_passes_while_the_server_is_away_is_kept_when_it_is_back(
    evening: Evening, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.postgres.reach.PATIENCE", 0.1)
    ann, _ = await evening.duel_with_panels()
    await evening.both_pick()
    await wait_for_board(ann, "Round 2")
    await ann.press("7", on=panel_of(ann))
    server.kill()
    evening.pass_time(10_000)
    await eventually(lambda: asyncio.sleep(0, evening.bot.services.database.trouble is not None))
    await asyncio.to_thread(server.start)

    async def is_told() -> bool:
        evening.pass_time(3)
        text = board_of(ann).text
        return "@Ann wins" in text and "Final, on time" in text

    await eventually(is_told)


async def goes_on(person: Person) -> None:
    await person.wait_until(lambda _: "Round 2" in board_of(person).text)
