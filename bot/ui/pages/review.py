"""A review as messages: in short, and step by step."""

from bot.duels.duel import Duel
from bot.ui.buttons import button
from bot.ui.deck.deck import Deck
from bot.ui.ids import Verb
from bot.ui.names import at_start
from bot.ui.render import gallery, layout, small_line
from bot.ui.texts.duels.board import facts, position
from bot.ui.texts.duels.end import headline
from bot.ui.texts.duels.pieces import seat_mark
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import SEATS
from games.match import AnyMatch
from games.review.report import Report
from games.review.review import Review
from games.review.steps import Step
from games.review.steps import step as step_of
from games.screen import Names

FILE = "chances.png"


def summary(duel: Duel, review: Review, text: Report, picture: str | None, deck: Deck) -> Sheet:
    """How well each side played, and where it was decided; `picture` is its alternative text."""
    players = [
        f"{seat_mark(seat, deck)} **{at_start(section.title)}**\n{' '.join(section.lines)}"
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
    """The match before this turn, or at its end, as everybody saw it. What a turn brought is told with it."""
    screen = duel.room.show(match.at(number), None, deck.colours)
    shown = position(duel.room, screen, called, deck, told=False)
    if number == match.turn:
        return f"{shown}\n{headline(duel, screen, called, deck)}"
    known = facts((*screen.facts, *screen.taken), deck)
    return f"{shown}\n{small_line(known)}" if known else shown


def step_by_step(duel: Duel, review: Review, number: int, before: str, deck: Deck) -> Sheet:
    """A position with what was picked in it, how good that was, and what came of it."""
    last = len(review.turns) + 1
    shown = step_of(review, number)
    return layout(
        f"-# Review, step {number} of {last}\n{before}",
        _verdicts(review, shown, deck),
        "\n".join(f"-# {at_start(line)}" for line in shown.news),
        rows=[_steps(duel, number, last), _jumps(duel, review, number)],
    )


def _verdicts(review: Review, shown: Step, deck: Deck) -> str:
    lines = [
        f"{seat_mark(seat, deck)} **{at_start(review.names[seat])} {label}**: {verdict}"
        for seat, label, verdict in shown.picks
    ]
    if shown.moved:
        lines.append(at_start(shown.moved))
    return "\n".join(lines)


def _steps(duel: Duel, number: int, last: int) -> list[Wire]:
    """They stay where they are; what leads nowhere is disabled."""
    return [
        _step(duel, "First", 1, number != 1),
        _step(duel, "Back", number - 1, number > 1),
        _step(duel, "Next", number + 1, number < last),
        _step(duel, "Last", last, number != last),
    ]


def _step(duel: Duel, label: str, to: int, leads_on: bool) -> Wire:  # noqa: FBT001
    made = button(Verb.STEP, duel.id, label, max(to, 1), label.lower(), main=label == "Next")
    return made if leads_on else {**made, "disabled": True}


def _jumps(duel: Duel, review: Review, number: int) -> list[Wire]:
    back = button(Verb.PAGE, duel.id, "Summary")
    turning = review.turning
    if turning is None:
        return [back]
    made = button(Verb.STEP, duel.id, "Turning point", turning, "turning")
    return [{**made, "disabled": True} if turning == number else made, back]
