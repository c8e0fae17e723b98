"""A match step by step: what was picked in a position, how good it was, and what came of it."""

from dataclasses import dataclass

from games.engine import Seat
from games.review.picks import Pick
from games.review.report import accuracy_in_words, turning_point
from games.review.review import Review
from games.review.verdicts import is_swing, reason, rise, verdict
from games.screen import either


@dataclass(frozen=True, slots=True)
class Step:
    """Step n is the position before turn n with what was picked in it; the last one is the end."""

    picks: tuple[tuple[Seat, str, str], ...] = ()
    """Who picked what, and the verdict on it."""
    moved: str = ""
    """Whose chances moved, and why; empty if they hardly did."""
    news: tuple[str, ...] = ()
    """What came out."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """What is worth showing of a review in a few words."""

    turning: str
    """The turning point in a sentence or two, or that there was none."""
    accuracies: tuple[str, str]
    """By seat, such as "85% accurate"."""
    charted: bool
    """Whether a chart of the course has something to show."""


def step(review: Review, number: int) -> Step:
    if number > len(review.turns):
        return Step()
    turn = review.turns[number - 1]
    picks = tuple((pick.seat, pick.label, _judged(review, pick)) for pick in turn.picks)
    moved = f"{rise(review, turn)} {reason(review, turn, brief=True)}" if is_swing(review, turn) else ""
    return Step(picks, moved.rstrip(), turn.news)


def highlights(review: Review) -> Highlights:
    first, second = (accuracy_in_words(side.accuracy) for side in review.sides)
    return Highlights(turning_point(review), (first, second), review.swung)


def _judged(review: Review, pick: Pick) -> str:
    """With what there was to pick from, where only the one who picked could see it."""
    if not review.private:
        return verdict(pick)
    hand = f" The choice was {either(pick.among)}." if len(pick.among) > 2 else ""
    return f"{verdict(pick, review.names[pick.seat])}{hand}"
