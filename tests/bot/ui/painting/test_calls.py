"""Messages that call players: one thing at a time is done about those of a duel."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.arena.limits import PAUSE
from bot.duels.duel import Duel, Status
from bot.duels.pace import PACES
from bot.ui.painting.calls import ACTIVE, CallMessages, Calls
from bot.ui.painting.direct import DirectMessages
from bot.ui.painting.rates import BoardRate, CallRate
from bot.ui.wire.sender import Code
from games.engine import SEATS, Seat
from tests.bot.ui.painting.discord_stub import Discord, refusal
from tests.support.arenas import ANN, BEN, CHANNEL, HIGHLOW, ArenaRig, anonymous, under_way

MESSAGE = 99
BAN = 0.02
"""Seconds."""
FORBIDDEN = refusal(discord.Forbidden, 403, Code.MISSING_ACCESS)
UNWANTED = ["direct message to seat 0 is not wanted", "direct message to seat 1 is not wanted"]
NOBODY = "call is not posted, as nobody needs it or wants it"


@dataclass
class SlowMessages:
    """Deletes messages when it is told to."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    begun: int = 0
    at_once: int = 0
    most_at_once: int = 0

    def is_unsure(self, _duel: Duel) -> bool:
        return False

    async def clear(self, duel: Duel) -> Duel:
        self.begun += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.go.wait()
        self.at_once -= 1
        return duel.noted(call=None)


@dataclass
class OneDuel:
    """An arena that knows one duel, and direct messages of which none stands."""

    known: Duel

    async def duel(self, _number: int) -> Duel:
        return self.known

    async def tidy(self, _duel: Duel) -> None:
        pass


def of_one_duel(rig: ArenaRig, messages: SlowMessages, duel: Duel, boards: BoardRate | None = None) -> Calls:
    arena = cast("Any", OneDuel(duel))
    return Calls(
        cast("CallMessages", messages),
        arena,
        rig.settings,
        lambda _guild: arena,
        anonymous,
        CallRate(boards or BoardRate()),
        bell_of=rig.storage.bell,
        now=rig.time,
    )


async def test_a_message_is_not_deleted_twice_when_its_duel_is_updated_meanwhile(rig: ArenaRig) -> None:
    over = replace((await rig.duel()).noted(call=MESSAGE), status=Status.VOID)
    messages = SlowMessages()
    calls = of_one_duel(rig, messages, over)
    calls.update(over)
    while not messages.begun:
        await asyncio.sleep(0)
    calls.update(over.noted(call=None))
    calls.update(over)
    for _ in range(10):
        await asyncio.sleep(0)
    messages.go.set()
    await calls.finish()
    assert messages.most_at_once == 1


async def test_those_who_pressed_long_ago_are_forgotten(rig: ArenaRig) -> None:
    calls = of_one_duel(rig, SlowMessages(), await rig.duel())
    for person in range(100):
        calls.pressed(person)
    rig.time.now += ACTIVE
    calls.pressed(100)
    assert [*calls._pressed] == [100]


@dataclass
class Called:
    """A live duel whose first turn has begun, and what the log says of its call."""

    rig: ArenaRig
    discord: Discord
    calls: Calls
    log: pytest.LogCaptureFixture
    duel: Duel

    def said(self) -> list[str]:
        """The lines about this duel since the last time, without its key."""
        key = f"duel {self.duel.key}: "
        lines = self.log.messages
        self.log.clear()
        return [line.removeprefix(key) for line in lines if line.startswith(key)]

    async def want_direct_messages(self, *seats: Seat) -> None:
        players = self.duel.players
        assert players is not None
        for seat in seats:
            await self.rig.storage.set_notify(players[seat], on=True)

    async def next_turn(self) -> None:
        """Both pick; nobody is called yet."""
        self.duel = await under_way(self.rig.arena, self.duel.id)

    async def begin(self) -> None:
        """A turn begins, and those who may miss it are called."""
        self.calls.begun(self.duel)
        self.calls.update(self.duel)
        await self.calls.finish()
        self.duel = await self.rig.arena.duel(self.duel.id)


@pytest.fixture
async def called(on_sqlite: ArenaRig, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Called]:
    rig, requests = on_sqlite, Discord()

    async def create_dm(person: discord.Object) -> discord.Object:
        await requests.answer()
        return person

    client = cast("Any", SimpleNamespace(create_dm=create_dm))
    direct = DirectMessages(client, requests, rig.storage, rig.arenas.arena, anonymous)
    calls = Calls(
        CallMessages(requests, rig.arenas.arena),
        direct,
        rig.settings,
        rig.arenas.arena,
        anonymous,
        CallRate(BoardRate()),
        bell_of=rig.storage.bell,
        now=rig.time,
    )
    rig.time.now += 60
    challenge = await rig.arena.challenge(ANN, BEN, HIGHLOW, PACES[-1], rated=True, channel=CHANNEL)
    rig.time.now += PAUSE
    duel = await rig.arena.accept(challenge.id, BEN, 77, until_called=True)
    caplog.set_level(logging.DEBUG, "bot.ui")
    yield Called(rig, requests, calls, caplog, duel)
    calls.stop()


async def test_the_log_says_that_a_call_is_posted_and_deleted(called: Called) -> None:
    await called.begin()
    assert called.said() == [*UNWANTED, "call is posted", "call is unchanged"]
    await called.next_turn()
    called.calls.update(called.duel)
    await called.calls.finish()
    assert called.said() == ["call has its message 112 deleted", "call is unchanged"]


async def test_the_log_says_that_discord_refuses_a_call(called: Called) -> None:
    called.discord.problems = [FORBIDDEN]
    await called.begin()
    assert called.said() == [*UNWANTED, "its players can't be called (50001)", "call is unchanged"]


async def test_the_log_says_that_the_message_of_a_call_stays(called: Called) -> None:
    await called.begin()
    await called.next_turn()
    called.said()
    called.discord.problems = [FORBIDDEN]
    called.calls.update(called.duel)
    await called.calls.finish()
    assert called.said() == ["call leaves its message 112 (50001)", "call is unchanged"]


async def test_the_log_says_that_nobody_is_called_whom_a_direct_message_reaches(called: Called) -> None:
    await called.want_direct_messages(*SEATS)
    await called.begin()
    reached = ["direct message to seat 0 is sent", "direct message to seat 1 is sent"]
    assert called.said() == [*reached, NOBODY, "call is unchanged"]


async def test_the_log_says_that_nobody_is_called_who_wants_no_pings(called: Called) -> None:
    await called.next_turn()
    for person in (ANN, BEN):
        await called.rig.storage.set_bell(person, on=False)
    await called.begin()
    assert called.said() == [*UNWANTED, NOBODY, "call is unchanged"]


async def test_the_log_says_that_a_direct_message_stands_already_when_a_call_is_tried_again(
    called: Called,
) -> None:
    await called.want_direct_messages(0)
    await called.next_turn()
    called.discord.problems = [None, None, refusal(discord.DiscordServerError, 503, 0)]
    await called.begin()
    assert called.said() == [
        "direct message to seat 0 is sent",
        "direct message to seat 1 is not wanted",
        "call could not be painted (1 of 8 tries): 503  (error code: 0)",
        "call is tried again in 0.2 s",
        "direct message to seat 0 stands already",
        "direct message to seat 1 is not wanted",
        "call is posted",
        "call is unchanged",
    ]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (Code.CLOSED_DMS, "direct messages to this player are closed (50007), so no more are sent"),
        (Code.MISSING_ACCESS, "a direct message failed (50001)"),
    ],
)
async def test_the_log_says_why_a_direct_message_is_not_sent(called: Called, code: Code, line: str) -> None:
    await called.want_direct_messages(0)
    called.discord.problems = [None, refusal(discord.Forbidden, 403, code)]
    await called.begin()
    assert called.said() == [
        line,
        "direct message to seat 1 is not wanted",
        "call is posted",
        "call is unchanged",
    ]


async def test_the_log_says_that_a_direct_message_stays(called: Called) -> None:
    await called.want_direct_messages(*SEATS)
    await called.begin()
    called.said()
    called.discord.problems = [FORBIDDEN, FORBIDDEN]
    called.calls.update(await called.rig.arena.resign(called.duel.id, ANN))
    await called.calls.finish()
    assert called.said() == 2 * ["a direct message stays (50001)"]


async def test_the_log_says_that_a_direct_message_waits_for_the_end_of_a_ban(called: Called) -> None:
    await called.want_direct_messages(0)
    called.discord.buckets._note_ban(BAN)
    await called.begin()
    assert called.said()[:2] == [
        "call waits while Discord shuts out this address",
        "direct message to seat 0 is sent",
    ]


async def test_the_log_says_that_a_call_is_not_needed(called: Called) -> None:
    called.calls.begun(replace(called.duel, rival="strong"))
    assert called.said() == ["call is not needed against the computer"]
    await called.next_turn()
    for person in (ANN, BEN):
        called.calls.pressed(person)
    await called.begin()
    assert called.said() == ["call is not needed, as both players are here", "call is unchanged"]


async def test_the_log_says_that_a_call_is_not_made_after_a_start(called: Called) -> None:
    await called.begin()
    called.said()
    called.calls.recall(called.duel)
    assert called.said() == [
        "call is not made after the start: this turn was called, or is a quick one",
        "call is unchanged",
    ]


async def test_the_log_says_that_players_are_reminded_or_not_any_more(called: Called) -> None:
    await called.next_turn()
    called.calls.late(called.duel)
    await called.calls.finish()
    assert called.said() == ["call is posted, as a reminder", "call is unchanged"]
    called.rig.time.now = called.duel.deadline
    called.calls.late(called.duel)
    await called.calls.finish()
    assert called.said() == ["too late for a reminder", "call is unchanged"]


async def test_the_log_says_that_a_reminder_waited_too_long(
    called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.painting.calls.SHORTEST_NOTICE", 0.0)
    await called.next_turn()
    called.rig.time.now = called.duel.deadline - BAN
    called.discord.answers.clear()
    called.calls.late(called.duel)
    await called.calls.finish()
    assert called.said() == ["too late for a reminder", "call is unchanged"]


async def test_the_log_says_that_the_bot_stops_before_a_call(called: Called) -> None:
    called.calls.begun(called.duel)
    called.calls.update(called.duel)
    called.calls.stop()
    assert called.said() == ["call is not painted any more: the bot stops"]


def said(caplog: pytest.LogCaptureFixture, duel: Duel) -> list[str]:
    """The lines about its call, without the key."""
    lines = [each.getMessage() for each in caplog.records]
    return [line.removeprefix(f"duel {duel.key}: ") for line in lines]


async def test_the_log_says_that_a_call_waits_for_the_rate_of_the_bot(
    rig: ArenaRig, caplog: pytest.LogCaptureFixture
) -> None:
    over = replace((await rig.duel()).noted(call=MESSAGE), status=Status.VOID)
    boards = BoardRate()
    while not boards.spend():
        pass
    calls = of_one_duel(rig, SlowMessages(), over, boards)
    while not calls._rate.spend():
        pass
    with caplog.at_level(logging.DEBUG, "bot.ui.painting"):
        calls.update(over)
        await asyncio.sleep(0.01)
    assert said(caplog, over) == ["call waits for the whole bot's rate"]
    calls.stop()


async def test_the_log_says_that_there_is_nothing_to_say_by_then(
    rig: ArenaRig, caplog: pytest.LogCaptureFixture
) -> None:
    live = await rig.duel()
    calls = of_one_duel(rig, SlowMessages(), replace(live, status=Status.VOID))
    calls.begun(live)
    with caplog.at_level(logging.DEBUG, "bot.ui.painting"):
        calls.update(live)
        await calls.finish()
    assert said(caplog, live) == ["call has nothing to say now"]
