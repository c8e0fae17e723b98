"""What a pick is worth in Digit Duel: the chance to win the match, from that to win the round.

Chances of a round come from the table of values; once the other hand is full they are counted out from what
it may hide, by what its owner gave and kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb, perm, prod

from games.digitduel.rounds import Act, Move, number_of
from games.digitduel.rules import DECIDING_ROUND, HAND_SIZE, WINS_NEEDED, View
from games.digitduel.solution import (
    STARTER_WINS,
    Situation,
    given_by,
    keeps,
    multisets,
    situation,
    value,
)
from games.engine import Seat, other

COPIES = 4


class DigitDuelJudge:
    """The tables hold means over situations that differ a little, so these are estimates.

    A spectator is told the chance of seat 0 as it was when the round began.
    """

    exact = False

    def chance(self, view: View) -> float:
        seat = _seat(view)
        if view.outcome:
            return float(view.outcome.winner == seat)
        if view.moves:
            return max(self.chances(view, view.moves).values())
        return _in_match(view, seat, _round_chance(view, seat))

    def chances(self, view: View, moves: Sequence[Move]) -> Mapping[Move, float]:
        seat = _seat(view)
        return {move: _in_match(view, seat, _after(view, seat, move)) for move in moves}


def _seat(view: View) -> Seat:
    return view.seat or 0


def _in_match(view: View, seat: Seat, chance: float) -> float:
    """From the chance to win this round to that to win the match."""
    won, lost = view.wins[seat], view.wins[other(seat)]
    if won + lost + 1 == DECIDING_ROUND:
        return chance
    if won + lost + 2 == DECIDING_ROUND:
        after_win = 1.0 if won + 1 == WINS_NEEDED else 0.5
        after_loss = 0.0 if lost + 1 == WINS_NEEDED else 0.5
    else:
        second = STARTER_WINS if seat == 1 else 1 - STARTER_WINS
        after_win, after_loss = second + (1 - second) / 2, second / 2
    return chance * after_win + (1 - chance) * after_loss


def _round_chance(view: View, seat: Seat) -> float:
    """Before the other's next digit, or for somebody who sees no hand."""
    if view.seat is None:
        return STARTER_WINS if view.starter == seat else 1 - STARTER_WINS
    return value(situation(view, seat))


def _after(view: View, seat: Seat, move: Move) -> float:
    now, digit = situation(view, seat), view.drawn
    if digit is None:
        raise ValueError("no digit is drawn, so there is nothing to decide")
    if move is Move.GIVE:
        return value(now.having_given(digit))
    if move is Move.THROW:
        return _counted_out(view, seat, now.own, digit)
    kept = now.with_own(digit)
    if len(kept.own) == HAND_SIZE and kept.theirs == HAND_SIZE:
        return _counted_out(view, seat, kept.own, None)
    return value(kept)


def _counted_out(view: View, seat: Seat, own: tuple[int, ...], thrown: int | None) -> float:
    """The chance to win the round if every digit that comes now is kept."""
    gave = given_by(view.acts, seat)
    known = Counter((*own, *gave, *(() if thrown is None else (thrown,))))
    level = 1 - STARTER_WINS if view.starter == seat else STARTER_WINS
    won = total = 0.0
    for hidden, belief in _beliefs(view.acts, seat, view.starter).items():
        taken = known + Counter(hidden)
        weight = belief * _ways(known, hidden)
        theirs = number_of((*gave, *hidden))
        for drawn in multisets(HAND_SIZE - len(own)) if weight else ():
            ways = weight * prod(
                comb(max(0, COPIES - taken[digit]), n) for digit, n in Counter(drawn).items()
            )
            mine = number_of((*own, *drawn))
            total += ways
            won += ways * (level if mine == theirs else mine > theirs)
    return won / total if total else level


def _ways(known: Counter[int], hidden: tuple[int, ...]) -> float:
    """In how many ways, in order, the hidden digits come from what is left."""
    return prod(perm(max(0, COPIES - known[digit]), n) for digit, n in Counter(hidden).items())


def _beliefs(acts: Sequence[Act], seat: Seat, starter: Seat) -> Mapping[tuple[int, ...], float]:
    """What the other may hide, each as likely as it makes what they did; the cards are not yet counted."""
    beliefs: dict[tuple[int, ...], float] = {(): 1.0}
    role = int(starter == seat)
    for at, act in enumerate(acts):
        if act.seat != seat:
            before = acts[:at]
            kept = sum(each.seat == seat and each.move is Move.KEEP for each in before)
            given, gave = given_by(before, seat), given_by(before, other(seat))
            beliefs = dict(_updated(beliefs, act, role, given, gave, kept))
    return beliefs


def _updated(
    beliefs: Mapping[tuple[int, ...], float],
    act: Act,
    role: int,
    given: tuple[int, ...],
    gave: tuple[int, ...],
    hidden: int,
) -> Mapping[tuple[int, ...], float]:
    """The beliefs after one more act of the other, who had been given `given` and had given `gave`."""
    after: Counter[tuple[int, ...]] = Counter()
    for kept, belief in beliefs.items():
        theirs = Situation(role, tuple(sorted((*given, *kept))), gave, hidden)
        for digit, likely in _deeds(theirs, act):
            now = tuple(sorted((*kept, digit))) if act.move is Move.KEEP else kept
            after[now] += belief * likely
    return after


SLIP = 0.02
"""Nobody plays like the table, so nothing is ruled out."""


def _deeds(theirs: Situation, act: Act) -> Iterator[tuple[int, float]]:
    """The digits the act may have been about, with how likely each makes it."""
    for digit in range(10) if act.digit is None else (act.digit,):
        keep = SLIP + (1 - 2 * SLIP) * keeps(theirs, digit)
        yield digit, keep if act.move is Move.KEEP else 1 - keep
