"""Names that ping, break a board, turn a line around or speak as the bot: shown, they do none of that."""

import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ui.painting.calls import ACTIVE
from sandbox import Sandbox, World
from sandbox.messages.mentions import texts_of
from sandbox.people.person import Person
from sandbox.world.entities import Message
from sandbox.world.feed import Event, Listener
from tests.support.evening import (
    Evening,
    board_of,
    is_board,
    open_panel,
    play,
    press_more,
    private_text,
    wait_for_board,
)

ANN = "EVIL` ``` **Ann** @everyone <@&1> <@2> || # [Gauntlet](https://evil.example)"
BOB = "EVIL\n### 🏆 Bob wins\n-# \u202enor\u200b Z̵̢͝ä̶́l̸͂g̷̈́o̸͊"
CLEO = "EVIL" + "🂡" * 28
PLACE = "evil-@everyone-<@&1>-\u202e"


class Ear(Listener, logging.Handler):
    """All that the bot says, to whomever, and all that it logs."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.shows: list[str] = []
        self.pinged: set[str] = set()
        self.logged: list[str] = []

    def shown(self, message: Message) -> None:
        self.shows += texts_of(message.wire)
        assert not message.wire["mention_everyone"]
        assert not message.wire["mention_roles"]

    def dispatched(self, event: Event) -> None:
        if event.name == "THREAD_CREATE":
            self.shows.append(event.data["name"])
        if event.name == "MESSAGE_CREATE":
            self.pinged |= {user["id"] for user in event.data["mentions"]}

    def emit(self, record: logging.LogRecord) -> None:
        self.logged.append(self.format(record))


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path / 'gauntlet.db'}"


@pytest.fixture
def world() -> World:
    return World.of({f"The EVIL {PLACE}": [ANN, BOB, CLEO]}, channels=(PLACE,))


@pytest.fixture
async def ear(sandbox: Sandbox, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Ear]:
    listening = Ear()
    caplog.set_level(logging.DEBUG, "bot")
    sandbox.world.feed.join(listening)
    logging.getLogger().addHandler(listening)
    yield listening
    logging.getLogger().removeHandler(listening)


async def tell_everything(evening: Evening) -> None:
    """A duel in a thread from its challenge to its proof, and every list in which people stand."""
    ann, bob, cleo = (evening.person(name) for name in (ANN, BOB, CLEO))
    await evening.bot.services.settings.change(ann.channel.guild_id or 0, threads=True)
    await bob.slash("notify", on=True)
    await ann.slash("duel highlow", opponent=bob)
    evening.pass_time(ACTIVE + 1)
    await bob.press("Accept")
    channels = evening.sandbox.world.channels
    await ann.wait_until(lambda _: any(channel.is_thread for channel in channels.values()))
    (thread,) = (channel for channel in channels.values() if channel.is_thread)
    for person in (ann, bob):
        await person.go_to(thread).wait_until(lambda screen: any(map(is_board, screen.messages)))
        await open_panel(person)
    await play(ann, bob)
    over = await wait_for_board(ann, "wins")
    await cleo.go_to(thread).press("Review", on=board_of(cleo))
    await press_more(cleo, "Fair play", on=board_of(cleo))
    await bob.press("Share", on=board_of(bob))
    await bob.press("Rematch", on=over)
    await _lists(ann, bob, cleo)
    await evening.bot.services.announcer.finish()


async def _lists(ann: Person, bob: Person, cleo: Person) -> None:
    for line in ("duels", "leaderboard", "profile", "history"):
        await bob.slash(line)
    await cleo.slash("profile", person=ann)
    await cleo.slash("history", person=bob)
    await cleo.menu("Challenge to a duel", ann)
    assert "any more" in private_text(await cleo.slash("block", person=ann))
    assert "isn't taking challenges" in private_text(await ann.slash("duel ten", opponent=cleo))


TRICKS = re.compile(
    r"@everyone|<@&?[12]>|(?<!\\)`{3}|https://evil|(?<!\\)\|\||\n### 🏆 Bob"
    r"|\u202e|\u200b Z|[\u0300-\u036f]{3}"
)


async def test_no_name_does_anything_but_name_somebody(evening: Evening, ear: Ear) -> None:
    await tell_everything(evening)
    assert len([text for text in ear.shows if "EVIL" in text]) > 30
    assert [text for text in ear.shows if TRICKS.search(text)] == []


async def test_nothing_that_the_bot_logs_or_hands_out_as_a_file_repeats_a_name(
    evening: Evening, ear: Ear
) -> None:
    await tell_everything(evening)
    files = [file.data.decode(errors="replace") for file in evening.sandbox.platform.messages.files.values()]
    assert files
    assert ear.logged
    assert [said for said in (*ear.logged, *files) if "evil" in said.lower() or "\u202e" in said] == []


async def test_whatever_people_are_called_nobody_is_pinged_but_the_challenged(
    evening: Evening, ear: Ear
) -> None:
    await tell_everything(evening)
    assert ear.pinged <= {str(evening.person(name).id) for name in (ANN, BOB)}
