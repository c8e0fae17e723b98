"""Connects to Discord, leads a person through all steps, and writes the report."""

import asyncio
import platform
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import discord

from bot.about import NAME, VERSION
from bot.config import BadConfig
from bot.live_check.application import identify_twice, look_at_installs, use_emoji
from bot.live_check.channels import (
    archive_and_lock,
    edit_many,
    edit_old,
    try_other_channels,
    use_private_thread,
)
from bot.live_check.guide import CanNotPost, Guide, Section, Skipped
from bot.live_check.private import card_from_panel, dismiss_and_reload, look_at_names, repaint_panel
from bot.live_check.rest import Rest
from bot.logs import hide_warnings_about_voice
from bot.ui.wire.endpoint import point_at

Step: TypeAlias = Callable[[Guide, Section], Awaitable[None]]
"""Finds something out with the person, and writes it down."""
STEPS: dict[str, Step] = {
    "Commands outside the server": look_at_installs,
    "A panel, repainted through its token": repaint_panel,
    "Names of people": look_at_names,
    "Many edits in one channel": edit_many,
    "Edits of an old message": edit_old,
    "A thread that is archived and locked": archive_and_lock,
    "A private thread without the bot": use_private_thread,
    "Voice and announcement channels": try_other_channels,
    "Dismissing, reloading, a second device": dismiss_and_reload,
    "A card posted from a panel": card_from_panel,
    "Two processes that start together": identify_twice,
    "Emoji of the application": use_emoji,
}
"""The steps in order, by their titles."""
WELCOME = (
    "**A check of how Discord behaves.** It has twelve steps and takes up to an hour. Skip what you "
    "can't do: some steps need a phone, a second account or a friend. No duel is touched. "
    "If a button fails, the bot may be running as well: stop it."
)
FAREWELL = "**That was all.** Thank you. The report is a file in the folder where the check was started."
NOT_REACHED = "The check ended before this step."
UNEXPECTED = (aiohttp.ClientError, OSError, LookupError, AttributeError, TypeError, ValueError)
"""What a step meets when Discord answers in another way than it expects, or not at all."""


@dataclass
class LiveReport:
    began: datetime
    titles: tuple[str, ...]
    """The steps, in order."""
    sections: list[Section] = field(default_factory=list)

    def begin(self, title: str) -> Section:
        self.sections.append(Section(title))
        return self.sections[-1]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"# {NAME} meets Discord, {self.began:%Y-%m-%d %H:%M} UTC"
        yield ""
        yield f"{NAME} {VERSION}, discord.py {discord.__version__}, Python {platform.python_version()}."
        done = {section.title: section for section in self.sections}
        for number, title in enumerate(self.titles, start=1):
            section = done.get(title)
            yield f"\n## {number}. {title}\n"
            facts = [NOT_REACHED] if section is None else section.facts or ["Skipped."]
            yield from (f"- {fact}" for fact in facts)
        yield ""


class NotPossible(BadConfig):
    """The check can't be made; the message says why, and what to do."""


async def live_check(
    token: str, channel: int, report: Path, api: str | None = None, say: Callable[[str], None] = print
) -> None:
    """Makes the whole check, and writes what it found, also when it is interrupted."""
    if report.exists():
        raise NotPossible(f"{report} exists already. Name another file with --report.")
    if not report.absolute().parent.is_dir():
        raise NotPossible(f"There is no folder for {report}. Make it, or name another file with --report.")
    if api is not None:
        await point_at(api)
    found = LiveReport(datetime.now(UTC), tuple(STEPS))
    async with Rest(token, api) as rest:
        guide = Guide(rest, channel, await _application(rest, channel))
        try:
            async with _listening(token, guide):
                await _lead(guide, found, say)
        finally:
            report.write_text(str(found), encoding="utf-8")
            say(f"The report is in {report}.")


async def _application(rest: Rest, channel: int) -> int:
    """Returns the bot's id, when its token is right and it sees the channel."""
    me = await rest.send("GET", "/applications/@me")
    if me.status == 401:
        raise NotPossible("Discord refuses the token. Check DISCORD_TOKEN.")
    if me.status != 200:
        raise NotPossible(f"Discord does not answer now ({me}). Try again later.")
    place = await rest.send("GET", f"/channels/{channel}")
    if place.status != 200 or "guild_id" not in place.body:
        raise NotPossible(
            "The bot sees no such channel in a server. Copy the channel's id (with Developer Mode, from its "
            "menu), and let the bot view the channel."
        )
    return int(me.body["id"])


@asynccontextmanager
async def _listening(token: str, guide: Guide) -> AsyncIterator[None]:
    """Hears presses inside the block."""
    hide_warnings_about_voice()
    client = discord.Client(
        intents=discord.Intents(guilds=True),
        max_messages=None,
        member_cache_flags=discord.MemberCacheFlags.none(),
    )

    @client.event
    async def on_interaction(interaction: discord.Interaction[Any]) -> None:
        guide.received(interaction)

    async with client:
        await client.login(token)
        connection = asyncio.create_task(client.connect())
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait([connection, ready], return_when=asyncio.FIRST_COMPLETED)
        if connection.done():
            await connection
        try:
            yield
        finally:
            await client.close()
            await asyncio.gather(connection, ready, return_exceptions=True)


async def _lead(guide: Guide, found: LiveReport, say: Callable[[str], None]) -> None:
    try:
        await guide.post(WELCOME)
    except CanNotPost as problem:
        raise NotPossible(f"{problem} Let it send messages in that channel.") from None
    for number, (title, step) in enumerate(STEPS.items(), start=1):
        say(f"{number} of {len(STEPS)}: {title}. Go on in the channel.")
        section = found.begin(title)
        try:
            await step(guide, section)
        except Skipped:
            section.facts.append("Skipped.")
        except TimeoutError:
            section.facts.append("Nobody pressed anything for a quarter of an hour.")
        except CanNotPost as problem:
            section.facts.append(str(problem))
        except UNEXPECTED as problem:
            section.facts.append(f"The step ended early, because of an unexpected answer: {problem!r}.")
    with suppress(CanNotPost, *UNEXPECTED):
        await guide.post(FAREWELL)
