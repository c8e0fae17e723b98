"""The review of a finished duel: what it says, page by page, and the picture of its course."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import discord
from discord.ui import LayoutView

from bot.duels.arenas import House
from bot.duels.duel import Duel
from bot.history.reviews import Reviews, picture_of
from bot.pictures.picture import colour
from bot.ui.presses.buttons import Shown, button
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.press import Act, Press, take_time
from bot.ui.presses.replay import finished
from bot.ui.texts.messages import begun, names
from bot.ui.texts.render import layout
from games.review.report import Report, Section, report
from games.review.review import Review

FILE = "chances.png"
PAGE = 900
"""Characters on a page, so that a phone shows it with little scrolling."""


class Debrief:
    def __init__(self, house: House, reviews: Reviews) -> None:
        self._house = house
        self._reviews = reviews
        self.acts: dict[str, Act] = {Verb.REVIEW: self._open, Verb.PAGE: self._turn_page}

    async def _open(self, interaction: Press, address: Address) -> None:
        await finished(self._house, interaction, address)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._show(interaction, address)

    async def _turn_page(self, interaction: Press, address: Address) -> None:
        await finished(self._house, interaction, address)
        await take_time(interaction)
        await self._show(interaction, address)

    async def _show(self, interaction: Press, address: Address) -> None:
        """Discord has been told to wait, for a review and its picture may take seconds."""
        duel, match = await finished(self._house, interaction, address)
        made = await self._reviews.review(duel.id, match, duel.room, names(duel))
        told = report(made, duel.seat_of(interaction.user.id))
        if address.turn:
            await interaction.edit_original_response(view=page(duel, told, address.turn), attachments=[])
            return
        png = await self._reviews.picture(duel.id, made)
        files = [] if png is None else [discord.File(BytesIO(png), FILE)]
        view = summary(duel, told, None if png is None else _words(duel, made))
        await interaction.edit_original_response(view=view, attachments=files)


def summary(duel: Duel, told: Report, picture: str | None) -> LayoutView:
    """How well each side played, and where it was decided; `picture` is its alternative text."""
    players = [
        f"{colour(seat).square} **{begun(section.title)}**\n{' '.join(section.lines)}"
        for seat, section in enumerate(told.players)
    ]
    costly = "\n".join(f"- {line}" for line in told.costliest)
    return layout(
        f"### Review · {told.title}",
        *players,
        *([] if picture is None else [_gallery(picture)]),
        f"**Turning point**\n{told.turning}",
        f"**Costliest picks**\n{costly}" if costly else "",
        f"-# {told.basis}",
        rows=_steps(duel, told, 0),
    )


def page(duel: Duel, told: Report, number: int) -> LayoutView:
    """Some stages of the match, pick by pick."""
    pages = in_pages(told.stages)
    number = min(number, len(pages))
    sections = pages[number - 1] if pages else []
    title = f"### Review · {told.title}"
    if len(pages) > 1:
        title += f"\n-# Page {number} of {len(pages)}"
    texts = [_text(section) for section in sections] or ["No turn was played."]
    return layout(title, *texts, rows=_steps(duel, told, number))


def in_pages(sections: Sequence[Section]) -> list[list[Section]]:
    """As many on a page as fit, at least one."""
    pages: list[list[Section]] = []
    room = 0
    for section in sections:
        size = len(_text(section))
        if size > room:
            pages.append([])
            room = PAGE
        pages[-1].append(section)
        room -= size
    return pages


def _steps(duel: Duel, told: Report, number: int) -> list[list[Shown]]:
    pages = len(in_pages(told.stages))
    steps = []
    if number:
        steps.append(button(Verb.PAGE, duel.id, "Back" if number > 1 else "Summary", number - 1))
    if number < pages:
        steps.append(button(Verb.PAGE, duel.id, "Next" if number else "Turn by turn", number + 1, main=True))
    return [steps] if steps else []


def _text(section: Section) -> str:
    return "\n".join((f"**{section.title}**", *map(begun, section.lines)))


def _gallery(words: str) -> "discord.ui.MediaGallery[Any]":
    item = discord.MediaGalleryItem(f"attachment://{FILE}", description=words)
    return discord.ui.MediaGallery(item)


def _words(duel: Duel, made: Review) -> str:
    """Mentions are not names there; the colours stand in the text beside."""
    rival = duel.rival_seat()
    first, second = (
        names(duel)[seat] if seat == rival else f"the {word} player"
        for seat, word in enumerate(("blue", "orange"))
    )
    return picture_of(made).words(first, second)
