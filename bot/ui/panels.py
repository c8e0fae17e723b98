"""The players' private panels: whose they are, and how they can still be repainted."""

from dataclasses import dataclass

import discord

from bot.clock import Time
from bot.ui.render import picture_of

TOKEN_LIFE = 14.5 * 60
"""Seconds; Discord takes a token for 15 minutes."""


@dataclass(slots=True)
class Panel:
    """A panel is edited through the token of the last press in it, and only while that token lives."""

    token: str
    message: int
    expires: float
    painted: str = ""


class Panels:
    """Tokens are kept in memory only; a panel that is lost or too old is opened again from the board."""

    def __init__(self, client: discord.Client, now: Time) -> None:
        self._client = client
        self._now = now
        self._panels: dict[tuple[int, int], Panel] = {}

    def remember(
        self, duel: int, seat: int, interaction: discord.Interaction, message: int | None, painted: str
    ) -> None:
        if message is not None:
            expires = self._now() + TOKEN_LIFE
            self._panels[duel, seat] = Panel(interaction.token, message, expires, painted)

    def forget(self, duel: int, seat: int) -> None:
        self._panels.pop((duel, seat), None)

    async def paint(self, duel: int, seat: int, view: discord.ui.LayoutView) -> None:
        panel = self._panels.get((duel, seat))
        picture = picture_of(view)
        if panel is None or panel.painted == picture:
            return
        if self._now() >= panel.expires:
            del self._panels[duel, seat]
            return
        application = self._client.application_id
        if application is None:
            return
        webhook = discord.Webhook.partial(application, panel.token, client=self._client)
        try:
            await webhook.edit_message(panel.message, view=view)
            panel.painted = picture
        except discord.HTTPException as error:
            if error.status not in {401, 404}:
                raise
            self._panels.pop((duel, seat), None)
