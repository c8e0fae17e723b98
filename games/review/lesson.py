"""The one sentence that a review has for each player: the habit to mend, or what can be said in praise."""

from collections.abc import Sequence

from games.review.habits import AnyHabit, AnyLapse, advise
from games.review.picks import Pick


def lesson(
    habits: Sequence[AnyHabit], picks: Sequence[Pick], lapses: Sequence[AnyLapse], *, won: bool | None
) -> str:
    """With blanks for names: see `games.review.habits`. `won` is None for a match that ended early."""
    if lapses:
        return advise(habits, lapses) or _mishap(picks)
    return _praise(picks, won=won)


def _mishap(picks: Sequence[Pick]) -> str:
    """For a game whose habits nobody has described."""
    worst = max(picks, key=lambda pick: pick.cost)
    return f"{{You}} gave most away in turn {worst.turn}."


def _praise(picks: Sequence[Pick], *, won: bool | None) -> str:
    """For somebody who gave nothing away."""
    if not picks:
        return "{You} had nothing to decide."
    if won is None:
        return "{You} gave nothing away in the turns that were played."
    if won:
        return "{You} gave nothing away: no pick could have been better."
    return f"{{You}} {_bad_end(picks)}."


def _bad_end(picks: Sequence[Pick]) -> str:
    """Why somebody who gave nothing away lost."""
    if not any(pick.best_worth for pick in picks):
        return "made no mistake and never had a winning pick"
    if any(pick.outguessed for pick in picks):
        return "gave nothing away; {them} guessed better"
    if any(pick.unlucky for pick in picks):
        return "gave nothing away; the luck was with {them}"
    return "gave nothing away; this time that was not enough"
