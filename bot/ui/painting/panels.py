"""The players' private panels: whose they are, and how they can still be repainted."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import aiohttp
import discord

from bot.duels.duel import Duel
from bot.process.background import BackgroundTasks
from bot.process.clock import Time
from bot.ui.deck.deck import Deck
from bot.ui.duels.panel import panel as panel_of
from bot.ui.render import sentence
from bot.ui.wire.press import Press
from bot.ui.wire.reply import ORIGINAL
from bot.ui.wire.requests import Requests
from bot.ui.wire.sender import SHUT
from bot.ui.wire.sheet import Sheet, edited_body
from games.engine import SEATS, Seat
from games.screen import Names

log = logging.getLogger(__name__)

TOKEN_LIFE = 14.5 * 60
"""Seconds; Discord takes a token for 15 minutes."""
UNREACHABLE = {401, 403, 404}
"""The token is too old, the place takes no edits, or the message is gone: the panel can't be repainted."""
Send: TypeAlias = Callable[[Sheet], Awaitable[int | None]]
"""Sends a sheet as an answer; returns the id of its message, if it is known."""
OPEN_ELSEWHERE = "Your hand is open in another message. Can't find it? Use /hand."


@dataclass(slots=True)
class Panel:
    """A private message to a player. It is edited through the token of the last press that was answered in
    it, and only while that token is valid. It is the `@original` message of that press, or one that followed
    its first answer."""

    token: str
    message: int | None
    """Tells two panels of one player apart, if it is known."""
    expires: float
    painted: int | None
    """None: what it shows is not known."""
    at: int | str = ORIGINAL
    """The message as the token knows it."""


class Panels:
    """Shows panels as answers to presses, and repaints them through the tokens of these. Tokens are kept in
    memory only; a panel that is lost or too old is opened again from the board."""

    def __init__(
        self, requests: Requests, now: Time, called: Callable[[Duel], Awaitable[Names]], deck: Deck
    ) -> None:
        self._requests = requests
        self._deck = deck
        self._called = called
        self._now = now
        self._panels: dict[tuple[int, Seat], Panel] = {}
        self._edits: Counter[tuple[int, Seat]] = Counter()
        """How often an edit began or ended; odd while one is under way."""
        self._removing = BackgroundTasks()

    def __len__(self) -> int:
        """Counts the panels that are remembered."""
        return len(self._panels)

    async def show(self, press: Press, duel: Duel, seat: Seat, note: str = "") -> None:
        """Answers a press with a panel: in the player's private message that was pressed, or in a new one."""
        await self._answer(press, duel, seat, note, press.reply.privately)

    async def open(self, press: Press, duel: Duel, seat: Seat, note: str = "") -> None:
        """Answers a press with a panel in a new message."""
        await self._answer(press, duel, seat, note, partial(press.reply.send, private=True))

    async def add(self, press: Press, duel: Duel, seat: Seat) -> None:
        """Sends a panel after the answer to a press."""
        await self._answer(press, duel, seat, "", press.reply.add, after=True)

    async def _answer(
        self, press: Press, duel: Duel, seat: Seat, note: str, send: Send, *, after: bool = False
    ) -> None:
        """Sends a panel and remembers it. If an edit crossed the answer, it is not known which came last.
        Another panel of the same player is removed."""
        press.reply.duel = duel.key
        key = duel.id, seat
        sheet = panel_of(duel, seat, await self._called(duel), self._deck, note)
        edits = self._edits[key]
        message = await send(sheet)
        crossed = edits % 2 == 1 or edits != self._edits[key]
        painted = None if crossed else of_panel(duel, seat)
        old = self._panels.get(key)
        at = message if message is not None and (after or press.reply.followed) else ORIGINAL
        self._panels[key] = Panel(press.token, message, self._now() + TOKEN_LIFE, painted, at)
        if old is not None and None not in (old.message, message) and old.message != message:
            self._removing.run(self._remove(duel, old))

    async def finish(self) -> None:
        """Waits until old panels are removed."""
        await self._removing.finish()

    async def _remove(self, duel: Duel, panel: Panel) -> None:
        """Deletes a panel that was opened again. If Discord refuses, it becomes one line; if its token is too
        old, it stays."""
        if self._now() >= panel.expires:
            return
        try:
            await self._requests.delete_through_token(panel.token, panel.at)
        except discord.NotFound:
            return
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            await self._shorten(duel, panel)

    async def _shorten(self, duel: Duel, panel: Panel) -> None:
        body = edited_body(sentence(OPEN_ELSEWHERE))
        try:
            await self._requests.edit_through_token(panel.token, panel.at, body)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("duel %s: an old panel stays (%s)", duel.key, getattr(error, "code", error))

    def rest(self) -> None:
        """Forgets the panels that can't be edited any more. Nothing else forgets those that were opened after
        their duel had ended."""
        now = self._now()
        for key in [key for key, panel in self._panels.items() if now >= panel.expires]:
            del self._panels[key]

    def is_known(self, duel: int) -> bool:
        """Tells whether a panel of this duel can still be edited."""
        return any((duel, seat) in self._panels for seat in SEATS)

    def forget(self, duel: int, seat: Seat) -> None:
        self._panels.pop((duel, seat), None)
        self._edits.pop((duel, seat), None)

    def why_not(self, duel: Duel, seat: Seat) -> str:
        """Returns why there is nothing to paint, or no use in trying; nothing if the panel has to be
        painted."""
        panel = self._panels.get((duel.id, seat))
        if panel is None:
            return "is not open"
        if panel.painted == of_panel(duel, seat):
            return "is unchanged"
        return "has an expired token" if self._now() >= panel.expires else ""

    async def until_possible(self) -> None:
        """Waits while Discord shuts out the bot's address."""
        await self._requests.until_unbanned()

    async def paint(self, duel: Duel, seat: Seat) -> None:
        """Edits a panel, or forgets it if it is out of reach."""
        key = duel.id, seat
        panel, fingerprint = self._panels[key], of_panel(duel, seat)
        self._edits[key] += 1
        try:
            body = edited_body(panel_of(duel, seat, await self._called(duel), self._deck))
            await self._requests.edit_through_token(panel.token, panel.at, body)
            panel.painted = fingerprint
            log.debug("duel %s: panel of seat %d is edited", duel.key, seat)
        except discord.HTTPException as error:
            if error.status not in UNREACHABLE and error.code not in SHUT:
                raise
            log.debug("duel %s: panel of seat %d is out of reach (%s)", duel.key, seat, error.code)
            if self._panels.get(key) is panel:  # otherwise it was opened again meanwhile
                del self._panels[key]
        finally:
            self._edits[key] += 1


def of_panel(duel: Duel, seat: Seat) -> int:
    """Returns a hash of what a panel depends on: as long as it stays the same, there is nothing to paint. The
    board shows that the other player has picked; a panel is not edited for that. Nor does it show a deadline
    to somebody who has picked."""
    match = duel.match
    turn, sealed = (None, None) if match is None else (match.turn, match.sealed[seat])
    deadline = duel.deadline if sealed is None else None
    return hash((duel.status, deadline, turn, sealed, duel.ending, duel.changes))
