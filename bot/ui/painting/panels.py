"""The players' private panels: whose they are, and how they can still be repainted."""

from collections import Counter, OrderedDict
from dataclasses import dataclass

import discord

from bot.duels.duel import Duel
from bot.process.clock import Time
from bot.ui.painting.fingerprint import Sight, of_panel
from bot.ui.texts.messages import panel as panel_of
from bot.ui.wire.requests import edit_private
from games.engine import Seat

TOKEN_LIFE = 14.5 * 60
"""Seconds; Discord takes a token for 15 minutes."""


@dataclass(slots=True)
class Panel:
    """A panel is edited through the token of the last press in it, and only while that token lives."""

    token: str
    message: int
    expires: float
    painted: Sight | None
    """None: nobody can say what it shows."""


class Panels:
    """Tokens are kept in memory only; a panel that is lost or too old is opened again from the board."""

    def __init__(self, client: discord.Client, now: Time) -> None:
        self._client = client
        self._now = now
        self._panels: OrderedDict[tuple[int, Seat], Panel] = OrderedDict()
        self._strokes: Counter[tuple[int, Seat]] = Counter()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._panels)

    def strokes(self, duel: int, seat: Seat) -> int:
        """How often a stroke began or ended; odd while one is under way."""
        return self._strokes[duel, seat]

    def remember(
        self, duel: Duel, seat: Seat, interaction: discord.Interaction, message: int | None, strokes: int
    ) -> None:
        """A press was answered in its panel. A stroke that crossed the answer may have come after it."""
        if message is not None:
            crossed = strokes % 2 == 1 or strokes != self._strokes[duel.id, seat]
            painted = None if crossed else of_panel(duel, seat)
            self._panels.pop((duel.id, seat), None)
            expires = self._now() + TOKEN_LIFE
            self._panels[duel.id, seat] = Panel(interaction.token, message, expires, painted)
            self._forget_expired()

    def _forget_expired(self) -> None:
        """The oldest come first. Of duels that were over when somebody pressed, nobody else would think."""
        while self._now() >= next(iter(self._panels.values())).expires:
            del self._panels[next(iter(self._panels))]

    def forget(self, duel: int, seat: Seat) -> None:
        self._panels.pop((duel, seat), None)
        self._strokes.pop((duel, seat), None)

    def is_current(self, duel: Duel, seat: Seat) -> bool:
        """There is nothing to paint."""
        panel = self._panels.get((duel.id, seat))
        return panel is None or panel.painted == of_panel(duel, seat)

    async def paint(self, duel: Duel, seat: Seat) -> None:
        key = duel.id, seat
        panel = self._panels.get(key)
        sight = of_panel(duel, seat)
        if panel is None or panel.painted == sight:
            return
        if self._now() >= panel.expires:
            del self._panels[key]
            return
        self._strokes[key] += 1
        try:
            await edit_private(self._client, panel.token, panel.message, panel_of(duel, seat))
            panel.painted = sight
        except discord.HTTPException as error:
            if error.status not in {401, 404}:
                raise
            self._panels.pop(key, None)
        finally:
            self._strokes[key] += 1
