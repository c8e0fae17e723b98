"""The log says why a message is not painted now: one line at each place where a repaint ends or waits."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import discord
import pytest

from bot.duels.duel import Duel, Status
from bot.duels.settings import Settings
from bot.ui.deck.deck import Deck
from bot.ui.painting.announcer import Announcer
from bot.ui.painting.boards import Boards
from bot.ui.painting.gate import Gate, Urgency, Way
from bot.ui.painting.painter import Message, Painters
from bot.ui.painting.panels import TOKEN_LIFE, Panel, Panels
from bot.ui.painting.rates import BoardRate
from bot.ui.painting.threads import Cards, Threads
from bot.ui.wire.buckets import EDITS, Window
from bot.ui.wire.reply import ORIGINAL
from bot.ui.wire.requests import Postponed
from bot.ui.wire.sender import Code
from tests.bot.ui.painting.discord_stub import MINUTES, Discord, refusal
from tests.bot.ui.wire.discord_script import EARLY, FINE, LAST, requests_to
from tests.support.arenas import ANN, CHANNEL, ArenaRig, anonymous
from tests.support.evening import eventually

BOARD, THREAD = 111, 222
LOST = refusal(discord.NotFound, 404, Code.UNKNOWN_MESSAGE)
GONE = refusal(discord.NotFound, 404, Code.UNKNOWN_CHANNEL)
ARCHIVED = refusal(discord.HTTPException, 400, Code.ARCHIVED)
LOCKED = refusal(discord.Forbidden, 403, Code.LOCKED)
FORBIDDEN = refusal(discord.Forbidden, 403, Code.MISSING_ACCESS)
NO_ACCESS = "no access to its board ({:d}); play goes on in the panels"
OVER = "over, and forgotten now that its messages say so"
OTHER = Message(1)
BAN = 0.05
"""Seconds."""


class Silent:
    """Calls nobody."""

    def __getattr__(self, _name: str) -> Callable[..., Any]:
        return lambda *_, **__: None

    async def done(self, _duel: int) -> None:
        pass

    async def finish(self) -> None:
        pass

    busy = False


@dataclass
class Painted:
    """A live duel, its messages, and what the log says of them."""

    rig: ArenaRig
    discord: Discord
    announcer: Announcer
    log: pytest.LogCaptureFixture
    duel: Duel
    ignored: tuple[str, ...] = ("panel of seat 0 is not open", "panel of seat 1 is not open")

    def said(self) -> list[str]:
        """The lines about this duel since the last time, without its key."""
        key = f"duel {self.duel.key}: "
        lines = [each.getMessage() for each in self.log.records]
        self.log.clear()
        said = [line.removeprefix(key) for line in lines if line.startswith(key)]
        return [line for line in said if line not in self.ignored]

    async def until(self, line: str) -> None:
        """Waits until the log says this."""

        async def is_said() -> bool:
            return f"duel {self.duel.key}: {line}" in self.log.messages

        await eventually(is_said)

    async def idle(self) -> None:
        await eventually(self._is_idle)

    async def _is_idle(self) -> bool:
        return not self.announcer._is_busy

    def change(self) -> Duel:
        """The next turn begins."""
        self.duel = replace(self.duel, turn_began=self.duel.turn_began + 1)
        self.announcer.changed(self.duel, self.duel, None)
        return self.duel

    def open_panel(self) -> None:
        """Seat 0 has a panel, and what it shows is not known."""
        panel = Panel("token", None, self.rig.time() + TOKEN_LIFE, None)
        self.announcer.panels._panels[self.duel.id, 0] = panel


@pytest.fixture
async def painted(
    on_sqlite: ArenaRig, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Painted]:
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    rig, requests = on_sqlite, Discord()
    duel = await rig.duel()
    duel = await rig.arena.place(duel.id, CHANNEL, BOARD)
    boards = Boards(requests, rig.arenas.arena, anonymous, rig.time, Deck())
    panels = Panels(requests, rig.time, anonymous, Deck())
    silent = cast("Any", Silent())
    gate = Gate(BoardRate(), requests.buckets)
    announcer = Announcer(boards, panels, silent, gate, rig.storage, cards=Cards(requests, gate, Deck()))
    announcer._latest[duel.id] = duel
    caplog.set_level(logging.DEBUG, "bot.ui")
    yield Painted(rig, requests, announcer, caplog, duel)
    announcer.stop()


async def test_a_change_waits_until_a_press_is_answered(painted: Painted) -> None:
    with painted.announcer.answering(5, ANN, painted.duel.id):
        painted.change()
        assert painted.said() == ["board and panels wait until a press is answered"]
    await painted.idle()
    assert painted.said() == ["board is edited"]


async def test_a_change_while_a_board_is_painted_goes_with_that_edit_or_the_next(painted: Painted) -> None:
    painted.discord.answers.clear()
    painted.change()
    await asyncio.sleep(0.01)
    painted.change()
    assert painted.said() == ["board is being painted already, and the change with it or after it"]
    painted.discord.answers.set()
    await painted.idle()
    assert painted.said() == [
        "board is edited",
        "board is outdated again: the duel has changed meanwhile",
        "board waits for its pause: it has changed while it was painted",
        "board is edited",
    ]


async def test_what_is_unchanged_is_not_painted(painted: Painted) -> None:
    painted.open_panel()
    painted.change()
    await painted.idle()
    assert painted.said() == ["panel of seat 0 is edited", "board is edited"]
    await asyncio.sleep(0.02)
    painted.announcer.changed(painted.duel, painted.duel, None)
    await painted.idle()
    assert painted.said() == ["panel of seat 0 is unchanged", "board is unchanged"]


async def test_a_board_waits_for_its_pause(painted: Painted) -> None:
    painted.change()
    await painted.idle()
    painted.said()
    painted.change()
    assert painted.said() == ["board waits for its pause"]


async def test_a_board_waits_for_its_channel(painted: Painted) -> None:
    async with painted.announcer._gate.turn(CHANNEL, OTHER, Urgency.MARK):
        painted.change()
        await asyncio.sleep(0.01)
        assert painted.said() == ["board waits for its channel"]


async def test_a_board_waits_for_edits_of_its_channel(painted: Painted) -> None:
    now = asyncio.get_running_loop().time()
    painted.discord.buckets._windows[EDITS, CHANNEL] = Window(limit=5, left=0, ends=now + 60, length=60)
    painted.change()
    await asyncio.sleep(0.01)
    assert painted.said() == ["board waits for its channel"]


async def test_a_board_waits_for_the_rate_of_the_bot(painted: Painted) -> None:
    while not painted.announcer._gate._rate.spend():
        pass
    painted.change()
    await asyncio.sleep(0)
    assert painted.said() == ["board waits for the whole bot's rate"]


async def test_all_wait_while_cloudflare_shuts_out_this_address(painted: Painted) -> None:
    painted.open_panel()
    painted.discord.buckets._note_ban(BAN)
    painted.change()
    await asyncio.sleep(0.01)
    assert painted.said() == [
        "panel of seat 0 waits while Discord shuts out this address",
        "board waits while Discord shuts out this address",
    ]
    await painted.idle()
    assert {*painted.said()} == {"panel of seat 0 is edited", "board is edited"}


async def test_a_board_waits_while_discord_takes_no_requests(painted: Painted) -> None:
    painted.discord.buckets._global_pause = asyncio.get_running_loop().time() + 60
    painted.change()
    await asyncio.sleep(0.01)
    assert painted.said() == ["board waits while Discord takes no requests of the bot"]


async def test_a_board_without_access_waits_for_permissions(painted: Painted) -> None:
    painted.discord.problem = refusal(discord.Forbidden, 403, Code.MISSING_ACCESS)
    painted.change()
    await painted.idle()
    assert painted.said() == ["no access to its board (50001); play goes on in the panels"]
    painted.change()
    await painted.idle()
    assert painted.said() == ["board waits for its pause", "board is refused until permissions change"]


async def test_a_board_in_a_locked_thread_is_left_alone(painted: Painted) -> None:
    painted.announcer.boards._refuse(painted.duel, LOCKED)
    painted.said()
    painted.change()
    await painted.idle()
    assert painted.said() == ["board is in a locked thread"]


async def test_a_panel_that_is_not_open_is_not_painted(painted: Painted) -> None:
    painted.ignored = ()
    painted.change()
    assert painted.said() == ["panel of seat 0 is not open", "panel of seat 1 is not open"]


async def test_a_panel_whose_token_has_expired_is_not_painted(painted: Painted) -> None:
    painted.open_panel()
    painted.rig.time.now += TOKEN_LIFE
    painted.change()
    assert painted.said() == ["panel of seat 0 has an expired token"]


async def test_a_panel_that_is_gone_is_out_of_reach(painted: Painted) -> None:
    painted.open_panel()
    painted.discord.problem = refusal(discord.NotFound, 404, Code.UNKNOWN_WEBHOOK)
    painted.announcer.boards._refuse(painted.duel, refusal(discord.Forbidden, 403, Code.MISSING_ACCESS))
    painted.said()
    painted.change()
    await painted.idle()
    assert painted.said() == [
        f"panel of seat 0 is out of reach ({Code.UNKNOWN_WEBHOOK})",
        "board is refused until permissions change",
    ]


async def test_a_board_that_has_yet_to_be_posted_is_not_painted(painted: Painted) -> None:
    painted.duel = painted.duel.noted(board=None)
    painted.change()
    await painted.idle()
    assert painted.said() == ["board is not posted yet"]


async def test_a_board_that_was_never_posted_is_posted(painted: Painted) -> None:
    painted.announcer.outdated(painted.duel.noted(board=None))
    await painted.idle()
    assert painted.said() == ["board is posted"]


async def test_a_board_that_has_moved_waits_in_its_new_channel(painted: Painted) -> None:
    async with painted.announcer._gate.turn(CHANNEL, OTHER, Urgency.MARK):
        painted.change()
        await asyncio.sleep(0.01)
        painted.duel = painted.duel.noted(channel=THREAD)
        painted.announcer._latest[painted.duel.id] = painted.duel
        painted.said()
    await painted.idle()
    assert painted.said() == ["board has moved, and waits in its new channel", "board is edited"]


async def test_a_board_of_a_duel_that_is_forgotten_meanwhile_is_not_painted(painted: Painted) -> None:
    async with painted.announcer._gate.turn(CHANNEL, OTHER, Urgency.MARK):
        painted.change()
        await asyncio.sleep(0.01)
        painted.said()
        painted.announcer._latest.clear()
    await painted.idle()
    assert painted.said() == ["board is forgotten with its duel"]


async def test_an_edit_that_discord_does_not_take_now_is_tried_again(painted: Painted) -> None:
    painted.discord.problem = Postponed()
    painted.change()
    await asyncio.sleep(0.005)
    painted.discord.problem = None
    await painted.idle()
    assert painted.said() == ["board is not taken by Discord now: again in 0.0 s", "board is edited"]


async def test_an_edit_that_fails_is_tried_again_and_given_up_in_the_end(
    painted: Painted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.painting.painter.TRIES", 2)
    painted.discord.problem = refusal(discord.DiscordServerError, 503, 0)
    painted.change()
    await painted.idle()
    assert painted.said() == [
        "board could not be painted (1 of 2 tries): 503  (error code: 0)",
        "board is tried again in 0.0 s",
        "board could not be painted (2 of 2 tries): 503  (error code: 0)",
        "board is given up after 2 tries",
    ]


async def test_a_duel_that_is_over_is_forgotten_when_its_messages_say_so(painted: Painted) -> None:
    over = await painted.rig.arena.resign(painted.duel.id, ANN)
    painted.announcer.changed(painted.duel, over, None)
    await painted.idle()
    assert painted.said() == ["board is edited", OVER]


@pytest.mark.parametrize(
    ("problems", "lines"),
    [
        ([LOST], ["board is lost, or takes no more edits (10008)", "board is posted"]),
        ([GONE], ["board is gone with its channel, and the duel ends"]),
        (
            [LOST, GONE],
            [
                "board is lost, or takes no more edits (10008)",
                "board is gone with its channel, and the duel ends",
            ],
        ),
        ([LOST, FORBIDDEN], ["board is lost, or takes no more edits (10008)", NO_ACCESS.format(50001)]),
        (
            [LOST, MINUTES],
            ["board is lost, or takes no more edits (10008)", "its board can't be posted for 300 s"],
        ),
        (
            [LOST, None, MINUTES],
            [
                "board is lost, or takes no more edits (10008)",
                "its new board can't be edited for minutes",
                "board is posted",
            ],
        ),
        ([MINUTES], ["Discord takes no edit of its board for 300 s"]),
        ([ARCHIVED], ["board is edited"]),
        ([ARCHIVED, MINUTES], ["its thread can't be opened for 300 s"]),
        ([ARCHIVED, refusal(discord.HTTPException, 400, Code.TOO_MANY_THREADS)], [NO_ACCESS.format(160006)]),
        ([ARCHIVED, FORBIDDEN], ["board is posted"]),
        ([ARCHIVED, None, LOCKED], [NO_ACCESS.format(160005)]),
        ([ARCHIVED, None, MINUTES], ["Discord takes no edit of its board for 300 s"]),
    ],
)
async def test_the_end_of_an_edit_that_discord_refuses_is_said(
    painted: Painted, problems: list[Exception | None], lines: list[str]
) -> None:
    painted.discord.problems = problems
    painted.change()
    await painted.idle()
    assert painted.said() == lines
    assert not painted.discord.problems


async def test_the_lost_board_of_a_challenge_that_was_declined_is_not_posted_again(painted: Painted) -> None:
    painted.discord.problems = [LOST]
    painted.duel = replace(painted.duel, status=Status.DECLINED)
    painted.change()
    await painted.idle()
    assert painted.said()[1:] == ["board is not posted again, as nobody plays", OVER]


async def test_a_board_that_was_replaced_and_can_not_be_deleted_stays(painted: Painted) -> None:
    painted.discord.problems = [None, FORBIDDEN]
    await painted.announcer._show(painted.duel, Way.POST)
    await painted.idle()
    assert painted.said() == ["board is posted", "replaced board stays (50001)"]


async def test_a_board_is_posted_in_its_thread(painted: Painted) -> None:
    await painted.announcer.boards.post(painted.duel, THREAD)
    assert painted.said() == ["board is posted in its thread"]


async def test_no_thread_is_opened_for_a_duel_without_a_board(painted: Painted) -> None:
    rig, boards = painted.rig, painted.announcer.boards
    threads = Threads(painted.discord, boards, rig.storage, rig.clock, anonymous, Deck())
    await threads.move(painted.duel.noted(board=None), Settings(), has_card=False)
    assert painted.said() == ["thread is not opened, as there is no board to open it on"]


async def test_a_duel_stays_where_it_is_if_no_thread_can_be_opened(painted: Painted) -> None:
    rig, boards = painted.rig, painted.announcer.boards
    threads = Threads(painted.discord, boards, rig.storage, rig.clock, anonymous, Deck())
    painted.discord.problems = [FORBIDDEN]
    await threads.move(painted.duel, Settings(), has_card=False)
    assert painted.said() == ["opening its thread failed (50001)"]


async def test_the_card_of_a_live_duel_is_unchanged_and_painted_at_the_end(painted: Painted) -> None:
    painted.duel = painted.duel.noted(channel=THREAD, card=CHANNEL)
    painted.change()
    await painted.idle()
    assert painted.said() == ["board is edited", "card is unchanged"]
    painted.duel = replace(painted.duel, status=Status.VOID)
    async with painted.announcer._gate.turn(CHANNEL, OTHER, Urgency.MARK):
        painted.change()
        await painted.until("card waits for its channel")
        assert painted.said() == [
            "board waits for its pause",
            "board is edited",
            "card waits for its channel",
        ]
    await painted.idle()
    assert painted.said() == ["card is edited", OVER]


async def test_a_card_that_discord_does_not_let_the_bot_paint_stays_as_it_is(painted: Painted) -> None:
    painted.discord.problems = [None, LOST]
    painted.duel = replace(painted.duel.noted(channel=THREAD, card=CHANNEL), status=Status.VOID)
    painted.change()
    await painted.idle()
    assert painted.said() == ["board is edited", "its card stays as it is (10008)", OVER]


async def test_a_duel_that_is_over_is_not_forgotten_before_a_press_is_answered(painted: Painted) -> None:
    with painted.announcer.answering(5, ANN, painted.duel.id):
        await painted.announcer._forget(painted.duel.id)
        assert painted.said() == ["over, and forgotten later, as a press has to be answered first"]


async def test_a_reminder_waits_until_the_board_is_painted(painted: Painted) -> None:
    painted.discord.answers.clear()
    painted.announcer.late(painted.duel)
    await painted.until("reminder waits until the board is painted")
    painted.said()
    painted.discord.answers.set()
    await painted.idle()
    assert painted.said() == ["board is edited"]


@pytest.mark.parametrize(
    ("first", "line"),
    [
        (EARLY, r"duel 7: panel of seat 0 waits 0\.\d s, as Discord says 429"),
        (LAST, r"duel 7: panel of seat 0 waits 0\.\d s for the limit of its token"),
    ],
)
async def test_a_panel_waits_until_discord_takes_an_edit_through_its_token(
    caplog: pytest.LogCaptureFixture, first: bytes, line: str
) -> None:
    caplog.set_level(logging.DEBUG, "bot.ui")
    async with requests_to(first, FINE, FINE) as (requests, _):

        async def paint(_panel: Message) -> None:
            for _ in range(2):
                await requests.edit_through_token("abc", ORIGINAL, {})

        painters = Painters()
        painters.repaint(Message(7, "panel", 0), paint)
        await painters.finish()
    assert re.search(line, caplog.text)


async def test_a_duel_that_nobody_touches_is_forgotten_for_a_while(painted: Painted) -> None:
    painted.change()
    await painted.idle()
    painted.said()
    painted.announcer.rest()
    assert painted.said() == ["untouched, so what is shown of it is forgotten until somebody presses"]


async def test_a_bot_that_stops_paints_no_more(painted: Painted) -> None:
    async with painted.announcer._gate.turn(CHANNEL, OTHER, Urgency.MARK):
        painted.change()
        await asyncio.sleep(0.01)
        painted.said()
        painted.announcer.stop()
    assert painted.said() == ["board is not painted any more: the bot stops"]
