"""Names that ping, break a board, turn a line around or speak as the bot: none of them is ever repeated."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import orjson
import pytest

from bot.ui.painting.notifications import ACTIVE
from sandbox import Sandbox, World
from sandbox.people.person import Person
from sandbox.world.entities import Message
from sandbox.world.feed import Event, Listener
from tests.support.evening import Evening, board_of, play, private_text, wait_for_board

ANN = "EVIL` ``` **Ann** @everyone <@&1> <@2> || # [Gauntlet](https://evil.example)"
BOB = "EVIL\n### 🏆 Bob wins\n-# \u202enor\u200b Z̵̢͝ä̶́l̸͂g̷̈́o̸͊"
CLEO = "EVIL" + "🂡" * 28
PLACE = "evil-@everyone-<@&1>-\u202e"


class Ear(Listener, logging.Handler):
    """All that the bot says, to whomever, and all that it logs."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.messages: list[Message] = []
        self.said: list[str] = []

    def shown(self, message: Message) -> None:
        self.messages.append(message)
        wire = {key: message.wire[key] for key in ("content", "components", "embeds", "attachments")}
        self.said.append(orjson.dumps(wire).decode())

    def dispatched(self, event: Event) -> None:
        if event.name == "THREAD_CREATE":
            self.said.append(event.data["name"])

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


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
    await ann.wait_for("This duel is played in")
    (thread,) = (channel for channel in evening.sandbox.world.channels.values() if channel.is_thread)
    for person in (ann, bob):
        await person.go_to(thread).press("Your hand")
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    for label in ("Replay", "Fair play"):
        await cleo.go_to(thread).press(label, on=board_of(cleo))
    await bob.press("Rematch", on=board_of(bob))
    await _lists(ann, bob, cleo)
    await evening.bot.services.announcer.finish()


async def _lists(ann: Person, bob: Person, cleo: Person) -> None:
    for line in ("duels", "leaderboard", "profile", "history"):
        await bob.slash(line)
    await cleo.slash("profile", person=ann)
    await cleo.slash("history", person=bob)
    await cleo.menu("Challenge to a duel", ann)
    assert "any more" in private_text(await cleo.slash("block", person=ann))
    assert "takes no challenges from you" in private_text(await ann.slash("duel ten", opponent=cleo))


async def test_nothing_that_the_bot_says_or_logs_repeats_a_name(evening: Evening, ear: Ear) -> None:
    await tell_everything(evening)
    assert len(ear.said) > 30
    files = [file.data.decode(errors="replace") for file in evening.sandbox.platform.messages.files.values()]
    assert files
    everything = [*ear.said, *files]
    assert [said for said in everything if "evil" in said.lower() or "\u202e" in said] == []


async def test_whatever_people_are_called_nobody_is_pinged_but_the_challenged(
    evening: Evening, ear: Ear
) -> None:
    await tell_everything(evening)
    ann, bob = evening.person(ANN), evening.person(BOB)
    assert [m for m in ear.messages if m.wire["mention_everyone"] or m.wire["mention_roles"]] == []
    pinged = {user["id"] for message in ear.messages for user in message.wire["mentions"]}
    assert pinged <= {str(ann.id), str(bob.id)}
