"""The review of a finished duel: in short, with the picture of its course, and step by step."""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.duels.duel import Duel
from bot.history.reviews import picture_of
from bot.services import Services
from bot.ui.deck.deck import Deck
from bot.ui.handlers import Handlers, finished
from bot.ui.ids import DuelAction, Verb
from bot.ui.mentions import names
from bot.ui.pages.review import FILE, position_at, step_by_step, summary
from bot.ui.pictures import drawn, illustrate
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet
from games.match import AnyMatch
from games.review.report import report
from games.review.review import Review
from games.screen import Names

on = Handlers()


@on(Verb.REVIEW, holds=False, late=Late.NEW)
async def open_review(press: Press, services: Services, action: DuelAction) -> None:
    await _show_summary(press, services, action.duel, press.reply.think)


@on(Verb.PAGE, holds=False)
async def turn_page(press: Press, services: Services, action: DuelAction) -> None:
    """From the summary to a step, or back to the summary; the picture comes and goes."""
    if action.turn:
        await _show_step(press, services, action, press.reply.take_time)
    else:
        await _show_summary(press, services, action.duel, press.reply.take_time)


@on(Verb.REPLAY, holds=False, late=Late.NEW)
async def open_steps(press: Press, services: Services, action: DuelAction) -> None:
    await _show_step(press, services, action, press.reply.think)


@on(Verb.STEP, holds=False)
async def step(press: Press, services: Services, action: DuelAction) -> None:
    """From one step to another: answered at once while the review is kept."""
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    kept = services.reviews.kept(duel.id, called)
    if kept is None:
        await _show_step(press, services, action, press.reply.take_time)
    else:
        await press.reply.privately(_step(duel, match, kept, action.turn, called, services.deck))


async def _show_summary(
    press: Press, services: Services, number: int, ask_for_time: Callable[[], Awaitable[None]]
) -> None:
    """A review may take seconds, and its picture some more: the picture follows the text."""
    duel, _, review, _ = await _reviewed(press, services, number, ask_for_time)
    text = report(review, duel.seat_of(press.person))
    message = await press.reply.edit(summary(duel, review, text, None, services.deck), files=[])
    with services.reviews.awaiting_picture(message, press.id) as is_shown:
        png = await services.reviews.picture(duel.id, review, partial(drawn, press, services))
        if png is not None and is_shown():
            told = summary(duel, review, text, picture_in_words(duel, review), services.deck)
            await illustrate(press, told, FILE, png)


async def _show_step(
    press: Press, services: Services, action: DuelAction, ask_for_time: Callable[[], Awaitable[None]]
) -> None:
    duel, match, review, called = await _reviewed(press, services, action.duel, ask_for_time)
    await press.reply.edit(_step(duel, match, review, action.turn, called, services.deck), files=[])


async def _reviewed(
    press: Press, services: Services, number: int, ask_for_time: Callable[[], Awaitable[None]]
) -> tuple[Duel, AnyMatch, Review, Names]:
    await finished(press, services, number)
    services.reviews.turned(press.message)
    async with services.queues.reviews.place(press.person, press.guild, ask_for_time):
        duel, match = await finished(press, services, number)
        called = await services.people.called(duel)
        review = await services.reviews.review(duel.id, match, duel.room, called)
    return duel, match, review, called


def _step(duel: Duel, match: AnyMatch, review: Review, number: int, called: Names, deck: Deck) -> Sheet:
    number = min(max(number, 1), match.turn)
    return step_by_step(duel, review, number, position_at(duel, match, number, called, deck), deck)


def picture_in_words(duel: Duel, review: Review) -> str:
    """The picture in words. Mentions show no names there, so players go by the colours of the text."""
    rival = duel.rival_seat()
    first, second = (
        names(duel)[seat] if seat == rival else f"the {word} player"
        for seat, word in enumerate(("blue", "orange"))
    )
    return picture_of(review).words(first, second)
