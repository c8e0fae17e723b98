"""The review of a finished duel: in short, with the picture of its course, and step by step."""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.duels.duel import Duel
from bot.history.reviews import picture_of
from bot.services import Services
from bot.ui.buttons import button
from bot.ui.deck.deck import Deck
from bot.ui.duels.board import facts, position
from bot.ui.duels.endings import headline
from bot.ui.duels.pieces import seat_mark
from bot.ui.handlers import Handlers, finished
from bot.ui.ids import DuelAction, Verb
from bot.ui.mentions import names
from bot.ui.names import at_start, begun
from bot.ui.pictures import drawn, illustrate
from bot.ui.render import gallery, layout, small_line
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import SEATS
from games.match import AnyMatch
from games.review.report import Report, report
from games.review.review import Review
from games.review.steps import Step
from games.review.steps import step as step_of
from games.screen import Names

FILE = "chances.png"
STEPS = {"first": "First", "back": "Back", "next": "Next", "last": "Last"}
"""The labels of the steps, by the tokens of their buttons."""
PLAYERS = "the blue player", "the orange player"
"""What the players are called by the colours of the text, where mentions show no names."""

on = Handlers()


def summary(duel: Duel, review: Review, text: Report, picture: str | None, deck: Deck) -> Sheet:
    """Shows how well each side played, and where it was decided; `picture` is its alternative text."""
    players = [
        f"{seat_mark(seat, deck)} **{begun(section.title, review.names)}**\n{' '.join(section.lines)}"
        for seat, section in zip(SEATS, text.players, strict=True)
    ]
    costly = "\n".join(f"- {line}" for line in text.costliest)
    return layout(
        f"### Review · {text.title}",
        *players,
        *([] if picture is None else [gallery(FILE, picture)]),
        f"**Turning point**\n{text.turning}",
        f"**Costliest picks**\n{costly}" if costly else "",
        f"-# {text.basis}",
        rows=[_ways_in(duel, review)],
    )


def _ways_in(duel: Duel, review: Review) -> list[Wire]:
    ways = [button(Verb.PAGE, duel.id, "Step by step", 1, main=True)]
    if review.turning is not None:
        ways.append(button(Verb.PAGE, duel.id, "Turning point", review.turning, "turning"))
    return ways


def position_at(duel: Duel, match: AnyMatch, number: int, called: Names, deck: Deck) -> str:
    """Writes the match before this turn, or at its end, as everybody saw it. What a turn brought is told with
    it."""
    screen = duel.room.show(match.at(number), None, deck.colours)
    shown = position(duel.room, screen, called, deck, told=False)
    if number == match.turn:
        return f"{shown}\n{headline(duel, screen, called, deck.mark('trophy'))}"
    known = facts((*screen.facts, *screen.taken), deck)
    return f"{shown}\n{small_line(known)}" if known else shown


def step_by_step(duel: Duel, review: Review, number: int, before: str, deck: Deck) -> Sheet:
    """Shows a position with what was picked in it, how good that was, and what it led to."""
    last = len(review.turns) + 1
    shown = step_of(review, number)
    return layout(
        f"-# Review, step {number} of {last}\n{before}",
        _verdicts(review, shown, deck),
        "\n".join(f"-# {begun(line, review.names)}" for line in shown.news),
        rows=[_steps(duel, number, last), _jumps(duel, review, number)],
    )


def _verdicts(review: Review, shown: Step, deck: Deck) -> str:
    lines = [
        f"{seat_mark(seat, deck)} **{at_start(review.names[seat])} {label}**: {verdict}"
        for seat, label, verdict in shown.picks
    ]
    if shown.moved:
        lines.append(begun(shown.moved, review.names))
    return "\n".join(lines)


def _steps(duel: Duel, number: int, last: int) -> list[Wire]:
    """Makes the buttons to other steps. They stay where they are; a button that leads nowhere is disabled."""
    return [
        _step_button(duel, "first", 1, number != 1),
        _step_button(duel, "back", number - 1, number > 1),
        _step_button(duel, "next", number + 1, number < last),
        _step_button(duel, "last", last, number != last),
    ]


def _step_button(duel: Duel, way: str, to: int, leads_on: bool) -> Wire:  # noqa: FBT001
    made = button(Verb.STEP, duel.id, STEPS[way], max(to, 1), way, main=way == "next")
    return made if leads_on else {**made, "disabled": True}


def _jumps(duel: Duel, review: Review, number: int) -> list[Wire]:
    back = button(Verb.PAGE, duel.id, "Summary")
    turning = review.turning
    if turning is None:
        return [back]
    made = button(Verb.STEP, duel.id, "Turning point", turning, "turning")
    return [{**made, "disabled": True} if turning == number else made, back]


@on(Verb.REVIEW, holds=False, late=Late.NEW)
async def open_review(press: Press, services: Services, action: DuelAction) -> None:
    await _show_summary(press, services, action.duel, press.reply.think)


@on(Verb.PAGE, holds=False)
async def turn_page(press: Press, services: Services, action: DuelAction) -> None:
    """Leads from the summary to a step, or back to the summary; the picture comes and goes."""
    if action.turn:
        await _show_step(press, services, action)
    else:
        await _show_summary(press, services, action.duel, press.reply.take_time)


@on(Verb.STEP, holds=False)
async def step(press: Press, services: Services, action: DuelAction) -> None:
    """Leads from one step to another: at once while the review is kept."""
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    kept = services.reviews.kept(duel.id, called)
    if kept is None:
        await _show_step(press, services, action)
    else:
        await press.reply.privately(_at_step(duel, match, kept, action.turn, called, services.deck))


async def _show_summary(
    press: Press, services: Services, number: int, ask_for_time: Callable[[], Awaitable[None]]
) -> None:
    """Shows the summary, then its picture: a review may take seconds, and the picture some more."""
    duel, _, review, _ = await _reviewed(press, services, number, ask_for_time)
    text = report(review, duel.seat_of(press.person))
    message = await press.reply.edit(summary(duel, review, text, None, services.deck), files=[])
    with services.reviews.awaiting_picture(message, press.id) as is_shown:
        png = await services.reviews.picture(duel.id, review, partial(drawn, press, services))
        if png is not None and is_shown():
            told = summary(duel, review, text, picture_in_words(duel, review), services.deck)
            await illustrate(press, told, FILE, png)


async def _show_step(press: Press, services: Services, action: DuelAction) -> None:
    duel, match, review, called = await _reviewed(press, services, action.duel, press.reply.take_time)
    await press.reply.edit(_at_step(duel, match, review, action.turn, called, services.deck), files=[])


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


def _at_step(duel: Duel, match: AnyMatch, review: Review, number: int, called: Names, deck: Deck) -> Sheet:
    number = min(max(number, 1), match.turn)
    return step_by_step(duel, review, number, position_at(duel, match, number, called, deck), deck)


def picture_in_words(duel: Duel, review: Review) -> str:
    """Describes the picture for people who can't see it."""
    rival = duel.rival_seat()
    first, second = (names(duel)[seat] if seat == rival else player for seat, player in enumerate(PLAYERS))
    return picture_of(review).words(first, second)
