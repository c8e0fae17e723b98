"""The review of a finished duel: what it says, page by page, and the picture of its course."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.duels.duel import Duel
from bot.history.reviews import picture_of
from bot.pictures.picture import colour
from bot.services import Services
from bot.ui.pictures import drawn, illustrate
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.presses.handlers import Handlers
from bot.ui.presses.replay import finished
from bot.ui.texts.buttons import button
from bot.ui.texts.messages import names
from bot.ui.texts.names import at_start
from bot.ui.texts.render import gallery, layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games.review.report import Report, Section, report
from games.review.review import Review

FILE = "chances.png"
PAGE = 900
"""Characters on a page, so that a phone shows it with little scrolling."""

on = Handlers()


@on(Verb.REVIEW, holds=False)
async def open_review(press: Press, services: Services, action: DuelAction) -> None:
    await _show(press, services, action, press.reply.think)


@on(Verb.PAGE, holds=False)
async def open_page(press: Press, services: Services, action: DuelAction) -> None:
    await _show(press, services, action, press.reply.take_time)


async def _show(
    press: Press, services: Services, action: DuelAction, ask_for_time: Callable[[], Awaitable[None]]
) -> None:
    """A review may take seconds, and its picture some more: the picture follows the text."""
    await finished(press, services, action.duel)
    services.reviews.turned(press.message)
    async with services.queues.reviews.place(press.person, press.guild, ask_for_time):
        duel, match = await finished(press, services, action.duel)
        called = await services.people.called(duel)
        review = await services.reviews.review(duel.id, match, duel.room, called)
    text = report(review, duel.seat_of(press.person))
    if action.turn:
        await press.reply.edit(page(duel, text, action.turn), files=[])
        return
    message = await press.reply.edit(summary(duel, text, None), files=[])
    with services.reviews.awaiting_picture(message, press.id) as is_shown:
        png = await services.reviews.picture(duel.id, review, partial(drawn, press, services))
        if png is not None and is_shown():
            await illustrate(press, summary(duel, text, _words(duel, review)), FILE, png)


def summary(duel: Duel, text: Report, picture: str | None) -> Sheet:
    """How well each side played, and where it was decided; `picture` is its alternative text."""
    players = [
        f"{colour(seat).square} **{at_start(section.title)}**\n{' '.join(section.lines)}"
        for seat, section in enumerate(text.players)
    ]
    costly = "\n".join(f"- {line}" for line in text.costliest)
    return layout(
        f"### Review · {text.title}",
        *players,
        *([] if picture is None else [gallery(FILE, picture)]),
        f"**Turning point**\n{text.turning}",
        f"**Costliest picks**\n{costly}" if costly else "",
        f"-# {text.basis}",
        rows=_steps(duel, text, 0),
    )


def page(duel: Duel, text: Report, number: int) -> Sheet:
    """Some stages of the match, pick by pick."""
    pages = in_pages(text.stages)
    number = min(number, len(pages))
    sections = pages[number - 1] if pages else []
    title = f"### Review · {text.title}"
    if len(pages) > 1:
        title += f"\n-# Page {number} of {len(pages)}"
    texts = [_text(section) for section in sections] or ["No turn was played."]
    return layout(title, *texts, rows=_steps(duel, text, number))


def in_pages(sections: Sequence[Section]) -> list[list[Section]]:
    """Puts as many sections on a page as fit, at least one."""
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


def _steps(duel: Duel, text: Report, number: int) -> list[list[Wire]]:
    pages = len(in_pages(text.stages))
    steps = []
    if number:
        steps.append(button(Verb.PAGE, duel.id, "Back" if number > 1 else "Summary", number - 1))
    if number < pages:
        steps.append(button(Verb.PAGE, duel.id, "Next" if number else "Turn by turn", number + 1, main=True))
    return [steps] if steps else []


def _text(section: Section) -> str:
    return "\n".join((f"**{section.title}**", *map(at_start, section.lines)))


def _words(duel: Duel, review: Review) -> str:
    """The picture in words. Mentions show no names there, so players go by the colours of the text."""
    rival = duel.rival_seat()
    first, second = (
        names(duel)[seat] if seat == rival else f"the {word} player"
        for seat, word in enumerate(("blue", "orange"))
    )
    return picture_of(review).words(first, second)
