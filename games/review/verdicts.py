"""What is said of one pick, and of one turn that moved the chances: a mistake, a guess, or luck."""

from collections.abc import Sequence
from itertools import chain

from games.engine import SEATS, Seat, other
from games.review.picks import SWING, Pick
from games.review.review import Review, Turn
from games.screen import either, percent

TOLD = 0.005
"""Less than this is told as nothing."""


def verdict(pick: Pick, seen_by: str = "") -> str:
    """How good a pick was; `seen_by` names its player where the other saw other odds."""
    saw = f", as {seen_by} saw it" if seen_by else ""
    if pick.options == 1:
        return "the only pick."
    if not pick.stake:
        return f"any pick was worth {percent(pick.worth)}{saw}."
    if not pick.cost:
        return f"best, {percent(pick.worth)}{saw}."
    worths = f"{percent(pick.best_worth)} instead of {percent(pick.worth)}"
    spared = " It went well all the same." if pick.unpunished else ""
    return f"cost {price(pick)}. Best was {alternatives(pick)}: {worths}{saw}.{spared}"


def mistake(pick: Pick) -> str:
    return f"{pick.label} cost {price(pick)}, best was {alternatives(pick)}"


def price(pick: Pick) -> str:
    """What a pick gave away: the difference of the two numbers that are told of it."""
    return _difference(pick.best_worth, pick.worth)


def is_swing(review: Review, turn: Turn) -> bool:
    """Did this turn move the chances so far that it is told why?"""
    before, after = _course(review, turn, 0)
    return abs(after - before) >= SWING


def rise(review: Review, turn: Turn) -> str:
    """Whose chances rose in this turn, and how far."""
    seat = gainer(review, turn)
    before, after = _course(review, turn, seat)
    return f"{review.names[seat]} went from {percent(before)} to {percent(after)}."


def reason(review: Review, turn: Turn, *, brief: bool = False) -> str:
    """What moved the chances: a mistake, the other's secret pick, or luck; in brief where the verdict on the
    mistake has been told."""
    gained = gainer(review, turn)
    winner, loser = _pick(turn, gained), _pick(turn, other(gained))
    if loser and loser.cost >= TOLD:
        more = _made_worse(review, turn, loser, winner)
        blamed = "" if brief else f"{review.names[loser.seat]}: {mistake(loser)}."
        return f"{blamed} {more}".strip()
    if winner and loser:
        return _guessed(review, winner, loser)
    if loser:
        why = "but was unlucky" if loser.unlucky else "by what they could see"
        return f"{review.names[loser.seat]} picked right {why}."
    if winner and winner.cost >= TOLD:
        return f"{review.names[gained]}'s pick was a mistake, but luck was with them."
    if winner and winner.after > winner.best_worth + TOLD:
        return f"Luck was with {review.names[gained]}."
    return f"It was {review.names[gained]}'s pick, and no mistake of {review.names[other(gained)]}'s."


def gainer(review: Review, turn: Turn) -> Seat:
    before, after = _course(review, turn, 0)
    return 0 if after > before else 1


def _made_worse(review: Review, turn: Turn, loser: Pick, winner: Pick | None) -> str:
    """What else there was to it if the chances fell further than the mistake accounts for."""
    before, after = _course(review, turn, loser.seat)
    if before - after < loser.cost + SWING:
        return ""
    return f"{_other_cause(review, loser, winner)} made it {_difference(before, after)}."


def _other_cause(review: Review, loser: Pick, winner: Pick | None) -> str:
    if winner is not None and not _by_chance(loser):
        return f"{review.names[winner.seat]}'s {winner.label}"
    fell = loser.after < (loser.worth if loser.foreseen is None else loser.foreseen)
    return "Luck" if fell else f"What {review.names[loser.seat]} could not see"


def _guessed(review: Review, winner: Pick, loser: Pick) -> str:
    """Both picked unseen, and the loser gave nothing away."""
    first, second = review.names[winner.seat], review.names[loser.seat]
    if _by_chance(loser):
        return f"Luck was with {first}."
    if winner.cost >= TOLD:
        return f"{first}'s {winner.label} was a mistake, but {second}'s {loser.label} let it pass."
    if winner.label == loser.label:
        return f"Nobody erred: the tie went to {first}."
    return f"Nobody erred: {first}'s {winner.label} was the better guess against {second}'s {loser.label}."


def _by_chance(loser: Pick) -> bool:
    """Did the lot, or what was opened, move the chances more than the other's pick?"""
    if loser.foreseen is None:
        return True
    return loser.foreseen - loser.after > loser.worth - loser.foreseen


def _pick(turn: Turn, seat: Seat) -> Pick | None:
    return next((pick for pick in turn.picks if pick.seat == seat), None)


def _course(review: Review, turn: Turn, seat: Seat) -> tuple[float, float]:
    """This seat's chances before and after the turn, as the chart shows them."""
    before, after = review.course[turn.number - 1 : turn.number + 1]
    return (before, after) if seat == SEATS[0] else (1 - before, 1 - after)


def _difference(high: float, low: float) -> str:
    """Of two chances, as they are told: 39% and 17% differ by 22%."""
    points = round(100 * high) - round(100 * low)
    return f"{points}%" if points else "under 1%"


def alternatives(pick: Pick) -> str:
    """The best picks; whole numbers in a row are drawn together."""
    runs: list[list[str]] = []
    for label in pick.best:
        if runs and _follows(runs[-1][-1], label):
            runs[-1].append(label)
        else:
            runs.append([label])
    drawn: list[Sequence[str]] = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in runs]
    return either([*chain.from_iterable(drawn)])


def _follows(label: str, following: str) -> bool:
    return label.isdigit() and following.isdigit() and int(following) == int(label) + 1
