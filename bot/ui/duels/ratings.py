"""Ratings in words: what is at stake in a challenge, and what a duel has changed.

A rating that is still uncertain is not marked here: what it would change says so, and lists explain the mark.
"""

from collections.abc import Sequence

from bot.ratings.model import FULL_DUELS, RatingChange, Stake, signed
from games.screen import Names

LESS = (
    "fourth duel within a day: counts half",
    "fifth duel within a day: counts a quarter",
    "sixth duel within a day: counts an eighth",
)
"""What is said of the first duels of a pair that do not count in full any more."""
HARDLY = "{number} duels within a day: hardly counts"


def stakes(names: Names, found: Sequence[Stake]) -> list[str]:
    """Says what both would win and lose, then how they stand. Everybody reads it, so it speaks of both
    alike."""
    if not found:
        return []
    parts = [_prospects(names, found)]
    if len(found) == 2:
        parts += [_lead(names, found[0].won, found[1].won), less(found[0].earlier)]
    return [part for part in parts if part]


def _prospects(names: Names, found: Sequence[Stake]) -> str:
    """Says what both would win and lose: one number if it is the same for both."""
    told = [(name, stake.rating.shown, stake.prospect) for name, stake in zip(names, found, strict=False)]
    changes = {abs(change) for _, _, prospect in told for change in prospect or ()}
    if len(changes) > 1:
        return " · ".join(
            f"{name} {rating}: {signed(prospect[0])} or {signed(prospect[1])}"
            for name, rating, prospect in told
            if prospect is not None
        )
    ratings = [f"{name} {rating}" for name, rating, _ in told]
    return " · ".join([*ratings, *(f"±{change}" for change in changes)])


def less(earlier: int) -> str:
    """Says that a duel counts less, because the same two have met often within a day; nothing if it does
    not. `earlier` is how often."""
    beyond = earlier - FULL_DUELS
    if beyond < 0:
        return ""
    return LESS[beyond] if beyond < len(LESS) else HARDLY.format(number=earlier + 1)


def _lead(names: Names, first: int, second: int) -> str:
    if first == second:
        return f"level at {first}–{second}" if first else ""
    leader = names[0] if first > second else names[1]
    return f"{leader} leads {max(first, second)}–{min(first, second)}"


def line(found: tuple[RatingChange, RatingChange] | None, marks: tuple[str, str]) -> str:
    """Writes both ratings after a duel in a line, by seat: “🟦 1431 (−69) · 🟧 1569 (+69)”. A mark stands for
    a seat."""
    if found is None:
        return ""
    return " · ".join(f"{mark} {_changed(change)}" for mark, change in zip(marks, found, strict=True))


def _changed(change: RatingChange) -> str:
    return f"{change.shown} ({signed(change.by)})"
