"""The players' private panels: whose they are, and how they can still be repainted."""

from collections import Counter, OrderedDict
from dataclasses import dataclass

import discord

from bot.duels.duel import Duel
from bot.process.clock import Time
from bot.ui.painting.fingerprint import Fingerprint, of_panel
from bot.ui.texts.messages import panel as panel_of
from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import message_body
from games.engine import Seat

TOKEN_LIFE = 14.5 * 60
"""Seconds; Discord takes a token for 15 minutes."""


@dataclass(slots=True)
class Panel:
    """A panel is edited through the token of the last press in it, and only while that token is valid."""

    token: str
    message: int
    expires: float
    painted: Fingerprint | None
    """None: what it shows is not known."""


class Panels:
    """Tokens are kept in memory only; a panel that is lost or too old is opened again from the board."""

    def __init__(self, requests: Requests, now: Time) -> None:
        self._requests = requests
        self._now = now
        self._panels: OrderedDict[tuple[int, Seat], Panel] = OrderedDict()
        self._edits: Counter[tuple[int, Seat]] = Counter()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._panels)

    def edits(self, duel: int, seat: Seat) -> int:
        """How often an edit began or ended; odd while one is under way."""
        return self._edits[duel, seat]

    def remember(self, duel: Duel, seat: Seat, token: str, message: int | None, edits: int) -> None:
        """A press was answered in its panel. An edit that crossed the answer may have come after it; `edits`
        is their number from before the answer."""
        if message is not None:
            crossed = edits % 2 == 1 or edits != self._edits[duel.id, seat]
            painted = None if crossed else of_panel(duel, seat)
            self._panels.pop((duel.id, seat), None)
            self._panels[duel.id, seat] = Panel(token, message, self._now() + TOKEN_LIFE, painted)
            self._forget_expired()

    def _forget_expired(self) -> None:
        """Panels are in order of expiry. Nothing else removes those opened after their duel had ended."""
        while self._now() >= next(iter(self._panels.values())).expires:
            del self._panels[next(iter(self._panels))]

    def forget(self, duel: int, seat: Seat) -> None:
        self._panels.pop((duel, seat), None)
        self._edits.pop((duel, seat), None)

    def is_current(self, duel: Duel, seat: Seat) -> bool:
        """Whether there is nothing to paint."""
        panel = self._panels.get((duel.id, seat))
        return panel is None or panel.painted == of_panel(duel, seat)

    async def until_possible(self) -> None:
        """Waits while Discord shuts out the bot's address."""
        await self._requests.buckets.until_unbanned()

    async def paint(self, duel: Duel, seat: Seat) -> None:
        key = duel.id, seat
        panel = self._panels.get(key)
        fingerprint = of_panel(duel, seat)
        if panel is None or panel.painted == fingerprint:
            return
        if self._now() >= panel.expires:
            del self._panels[key]
            return
        self._edits[key] += 1
        try:
            body = message_body(panel_of(duel, seat))
            await self._requests.edit_through_token(panel.token, panel.message, body)
            panel.painted = fingerprint
        except discord.HTTPException as error:
            if error.status not in {401, 404}:
                raise
            self._panels.pop(key, None)
        finally:
            self._edits[key] += 1
