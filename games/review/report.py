"""A review in words: short sentences without any markup, the same for a terminal and for Discord."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from games.engine import SEATS, Seat
from games.review.habits import addressed
from games.review.picks import Pick
from games.review.review import Review, Turn
from games.review.verdicts import is_swing, mistake, reason, rise, verdict
from games.screen import counted, percent

SOLVED = "This game is solved: all numbers are exact."
ESTIMATED = "All numbers are estimates."
PRIVATE = (
    "A pick is judged by what its player could know; the course lies midway between both players' views."
)
CERTAIN = 0.9999
SHOWN = 3
"""How many of the costliest picks are listed."""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """`players` by seat, each with the accuracy in its title; `stages` is the match turn by turn."""

    title: str
    basis: str
    players: tuple[Section, Section]
    turning: str
    costliest: tuple[str, ...]
    stages: tuple[Section, ...]
    course: str
    """What a chart of the course shows, for those who can't see it."""


def report(review: Review, reader: Seat | None = None) -> Report:
    """As this reader is told it; None is a spectator."""
    first, second = (_player(review, seat, reader) for seat in SEATS)
    return Report(
        title=review.title,
        basis=_basis(review),
        players=(first, second),
        turning=turning_point(review),
        costliest=tuple(_costly(review, pick) for pick in review.costliest[:SHOWN]),
        stages=tuple(_stages(review)),
        course=_course(review),
    )


def _player(review: Review, seat: Seat, reader: Seat | None) -> Section:
    side, name = review.sides[seat], review.names[seat]
    lesson = addressed(side.lesson, seat, review.names, reader)
    return Section(f"{name}: {accuracy_in_words(side.accuracy)}", (lesson,))


def accuracy_in_words(accuracy: int | None) -> str:
    """None is for somebody whose picks could change nothing; nobody is told that all was wrong."""
    if accuracy is None:
        return "nothing was at stake"
    return f"{accuracy}% accurate" if accuracy else "room to grow"


def _basis(review: Review) -> str:
    basis = SOLVED if review.exact else ESTIMATED
    return f"{basis} {PRIVATE}" if review.private else basis


def _stages(review: Review) -> Iterator[Section]:
    """Turns of one stage, such as a round of several picks, stand together, with what came of them all."""
    for stage, group in groupby(review.turns, key=lambda turn: turn.stage):
        turns = [*group]
        told = [line for turn in turns for line in verdicts(review, turn)]
        yield Section(stage, (*told, *turns[-1].news))


def verdicts(review: Review, turn: Turn) -> Iterator[str]:
    """Each pick of a turn, and what moved the chances if they moved."""
    for pick in turn.picks:
        name = review.names[pick.seat]
        yield f"{name} {pick.label}: {verdict(pick, name if review.private else '')}"
    if is_swing(review, turn):
        yield f"{rise(review, turn)} {reason(review, turn, brief=True)}".rstrip()


def _costly(review: Review, pick: Pick) -> str:
    stage = review.turns[pick.turn - 1].stage
    return f"{stage}, {review.names[pick.seat]}: {mistake(pick)}."


def turning_point(review: Review) -> str:
    if not review.turns:
        return f"No {review.unit} was played."
    if review.turning is not None:
        turn = review.turns[review.turning - 1]
        return f"{turn.stage}: {rise(review, turn)} {reason(review, turn)}"
    start = review.course[0]
    if review.winner is not None and max(start, 1 - start) > CERTAIN:
        name = review.names[review.winner]
        return f"It was decided by who began: {name} could win from the start and never let go."
    return "There was no turning point: the chances hardly moved."


def _course(review: Review) -> str:
    """Start, extremes and end of the first seat's chances, in a sentence."""
    name, course = review.names[0], review.course
    if len(course) == 1:
        return f"{name}'s winning chances: {percent(course[0])}. No {review.unit} was played."
    low, high = min(course), max(course)
    extremes = [
        f"{word} {percent(value)} after {review.unit} {turn}"
        for word, value in (("lowest", low), ("highest", high))
        if 0 < (turn := course.index(value)) < len(course) - 1
    ]
    parts = [f"{percent(course[0])} at the start", *extremes, f"{percent(course[-1])} at the end"]
    return f"{name}'s winning chances over {counted(len(course) - 1, review.unit)}: {', '.join(parts)}."
