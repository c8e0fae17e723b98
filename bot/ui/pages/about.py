"""/about: which version this is, where its pages are, how to invite it, and in how many servers it is."""

import discord

from bot.about import LICENCE, NAME, SUMMARY, VERSION
from bot.health.shared import Shared
from bot.links import Links
from bot.process.shards import Shards
from bot.ui.buttons import link_button, link_buttons
from bot.ui.permissions import FOR_THREADS, NEEDED, invitation
from bot.ui.render import in_row, layout, plural, small_line
from bot.ui.wire.sheet import Sheet

PATIENCE = 1.0
"""Discord has so many seconds to answer: a person is waiting, and Discord waits three for our answer."""
KEPT = 300.0
"""Its answer is kept for so many seconds."""
IN_ONE, IN_SOME, IN_ABOUT = "In 1 server", "In {count:,} servers", "In about {count:,} servers"


class ServerCount:
    """Counts the servers in which the bot is, with those of other processes."""

    def __init__(self, client: discord.Client, shards: Shards) -> None:
        self._client = client
        self._shards = shards
        self._answer = Shared(self._estimate, PATIENCE, KEPT)
        self._last = 0

    async def in_words(self) -> str:
        own = len(self._client.guilds)
        if self._shards.keeps_all:
            return plural(own, IN_ONE, IN_SOME)
        return IN_ABOUT.format(count=max(own, await self._everywhere()))

    async def _everywhere(self) -> int:
        """Returns Discord's estimate; if it does not answer, the one before."""
        try:
            self._last = await self._answer.get()
        except Exception:
            known = self._client.application
            return self._last or (0 if known is None else known.approximate_guild_count)
        return self._last

    async def _estimate(self) -> int:
        return (await self._client.application_info()).approximate_guild_count


def about(application: int, links: Links, servers: str, started: float, trouble: str | None = None) -> Sheet:
    wanted = ", ".join((NEEDED | FOR_THREADS).values())
    pages = [link_button("Add me to a server", invitation(application)), *link_buttons(links)]
    return layout(
        f"### {NAME} {VERSION}",
        SUMMARY,
        f"⚠️ {trouble} Duels wait until that is put right." if trouble else "",
        f"{small_line(servers, f'started <t:{int(started)}:R>')}\n"
        f"-# The invitation asks for {wanted}, and nothing else.\n"
        f"-# Free software under the {LICENCE} licence.",
        below=[in_row(pages)],
    )
