"""A review in words: short sentences without any markup, the same for a terminal and for Discord."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from games.engine import SEATS, Seat, other
from games.review.habits import addressed
from games.review.picks import Pick
from games.review.review import Review, Turn
from games.screen import counted, either, percent

SOLVED = "This game is solved: all numbers are exact."
ESTIMATED = "All numbers are estimates."
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
        basis=SOLVED if review.exact else ESTIMATED,
        players=(first, second),
        turning=_turning(review),
        costliest=tuple(_costly(review, pick) for pick in review.costliest[:SHOWN]),
        stages=tuple(_stages(review)),
        course=_course(review),
    )


def _player(review: Review, seat: Seat, reader: Seat | None) -> Section:
    side, name = review.sides[seat], review.names[seat]
    lesson = addressed(side.lesson, seat, review.names, reader)
    return Section(f"{name}: {side.accuracy}% accurate", (lesson,))


def _stages(review: Review) -> Iterator[Section]:
    """Turns of one stage, such as a round of several picks, stand together, with what came of them all."""
    for stage, group in groupby(review.turns, key=lambda turn: turn.stage):
        turns = [*group]
        picks = [pick for turn in turns for pick in turn.picks]
        verdicts = (f"{review.names[pick.seat]} {pick.label}: {verdict(pick)}" for pick in picks)
        yield Section(stage, (*verdicts, *turns[-1].news))


def verdict(pick: Pick) -> str:
    if pick.options == 1:
        return "the only pick."
    if not pick.stake:
        return f"any pick was worth {percent(pick.worth)}."
    if pick.cost:
        lucky = " It went well all the same." if pick.lucky else ""
        return f"worth {percent(pick.worth)}. Best {_either(pick.best)}, {percent(pick.best_worth)}.{lucky}"
    if pick.unlucky:
        return f"right but unlucky, from {percent(pick.worth)} down to {percent(pick.after)}."
    return f"best, {percent(pick.worth)}."


def _costly(review: Review, pick: Pick) -> str:
    stage = review.turns[pick.turn - 1].stage
    return f"{stage}, {review.names[pick.seat]}: {_mistake(pick)}"


def _mistake(pick: Pick) -> str:
    return f"{pick.label} cost {percent(pick.cost)}, best was {_either(pick.best)}."


def _turning(review: Review) -> str:
    if not review.turns:
        return "No turn was played."
    if review.turning is None:
        return "There was no turning point: the chances hardly moved."
    turn = review.turns[review.turning - 1]
    before, after = review.course[review.turning - 1 : review.turning + 1]
    seat: Seat = 0 if after > before else 1
    low, high = (before, after) if seat == 0 else (1 - before, 1 - after)
    rise = f"{turn.stage}: {review.names[seat]} went from {percent(low)} to {percent(high)}."
    return f"{rise} {_reason(review, turn, seat)}".rstrip()


def _reason(review: Review, turn: Turn, seat: Seat) -> str:
    """Why this turn helped this seat: a mistake of the other's, the other's bad luck, or a good pick."""
    rival = other(seat)
    for pick in turn.picks:
        if pick.seat == rival and pick.cost >= 0.01:
            return f"{review.names[rival]}: {_mistake(pick)}"
    if any(pick.seat == rival and pick.unlucky for pick in turn.picks):
        return f"{review.names[rival]} picked right but was unlucky."
    if any(pick.seat == seat and pick.after > pick.best_worth + 0.01 for pick in turn.picks):
        return f"Luck was with {review.names[seat]}."
    return ""


def _course(review: Review) -> str:
    """Start, extremes and end of the first seat's chances, in a sentence."""
    name, course = review.names[0], review.course
    if len(course) == 1:
        return f"{name}'s winning chances: {percent(course[0])}. No turn was played."
    low, high = min(course), max(course)
    extremes = [
        f"{word} {percent(value)} after turn {turn}"
        for word, value in (("lowest", low), ("highest", high))
        if 0 < (turn := course.index(value)) < len(course) - 1
    ]
    parts = [f"{percent(course[0])} at the start", *extremes, f"{percent(course[-1])} at the end"]
    return f"{name}'s winning chances over {counted(len(course) - 1, 'turn')}: {', '.join(parts)}."


def _either(labels: Sequence[str]) -> str:
    """One of these; whole numbers in a row are drawn together."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and label.isdigit() and runs[-1][-1].isdigit() and int(label) == int(runs[-1][-1]) + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    drawn = ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in runs)
    return either([*chain.from_iterable(drawn)])
