"""What a pick is worth in Digit Duel: the chance to win the match, from that to win the round.

While at most four digits are dealt out the chances of a round come from a table. After that they are counted
out, from what the other may hide by what they gave and kept.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, prod

from games.digitduel.beliefs import code_of, worlds
from games.digitduel.rounds import Act, Move, act
from games.digitduel.rules import DECIDING_ROUND, HAND_SIZE, WINS_NEEDED, View
from games.digitduel.solution import (
    DIGITS,
    STARTER_WINS,
    STORED_ACTS,
    Situation,
    given_by,
    keeps,
    multisets,
    value,
)
from games.engine import Seat, other
from games.review.judge import SeatJudge, judged_seat


class DigitDuelJudge(SeatJudge[View]):
    """Off by a little where it goes by what the other may hide, so these count as estimates.

    The replay of a level round, one in three hundred, is judged as if its deck were full. A spectator is told
    the chance of seat 0 as it was when the round began.
    """

    exact = False

    def chance_before_end(self, view: View, seat: Seat) -> float:
        if view.moves:
            return max(self.chances(view, view.moves).values())
        return _in_match(view, seat, _round_chance(view, seat))

    def chances(self, view: View, moves: Sequence[Move]) -> Mapping[Move, float]:
        seat = judged_seat(view)
        return {move: _in_match(view, seat, _after(view, seat, move)) for move in moves}


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
    return _before_draw(view.acts, seat, view.starter)


def _after(view: View, seat: Seat, move: Move) -> float:
    done = (*view.acts, act(seat, move, view.drawn))
    if move is Move.THROW or len(done) == 2 * HAND_SIZE:
        return _drawn_out(done, seat, view.starter)
    return _before_draw(done, seat, view.starter)


def _before_draw(acts: Sequence[Act], seat: Seat, starter: Seat) -> float:
    if len(acts) <= STORED_ACTS:
        return value(acts, seat, starter)
    own = _held(acts, seat)
    if len(own) == HAND_SIZE:
        return _their_last(acts, seat, starter)
    return _own_last(acts, seat, starter)


def _own_last(acts: Sequence[Act], seat: Seat, starter: Seat) -> float:
    """One place is left, in the own hand: whatever comes is kept or thrown away, whichever is better."""
    total, best = 0.0, 0.0
    own, level = code_of(_held(acts, seat)), _level(seat, starter)
    possible = worlds(acts, seat, starter)
    for digit in range(DIGITS):
        kept = thrown = 0.0
        for world in possible:
            weight = world.weight * world.left[digit]
            total += weight
            kept += weight * _result(own + code_of((digit,)) - world.code, level)
            thrown += weight * _luck(world.without(digit), 1, world.code - own, level)
        best += max(kept, thrown)
    return best / total if total else level


def _their_last(acts: Sequence[Act], seat: Seat, starter: Seat) -> float:
    """One place is left, in the other's hand, who keeps or throws away as the table does."""
    total, won = 0.0, 0.0
    own, level = code_of(_held(acts, seat)), _level(seat, starter)
    gave = given_by(acts, other(seat))
    hidden = sum(each.seat == seat and each.move is Move.KEEP for each in acts)
    for world in worlds(acts, seat, starter):
        theirs = Situation(int(starter == seat), world.hand, gave, hidden)
        for digit in range(DIGITS):
            weight = world.weight * world.left[digit]
            total += weight
            keep = keeps(theirs, digit)
            kept = _result(own - world.code - code_of((digit,)), level)
            thrown = 1 - _luck(world.without(digit), 1, own - world.code, 1 - level)
            won += weight * (keep * kept + (1 - keep) * thrown)
    return won / total if total else level


def _drawn_out(acts: Sequence[Act], seat: Seat, starter: Seat) -> float:
    """The chance to win the round if every digit that comes now is kept."""
    own, level = _held(acts, seat), _level(seat, starter)
    won = total = 0.0
    for world in worlds(acts, seat, starter):
        total += world.weight
        won += world.weight * _luck(world.left, HAND_SIZE - len(own), world.code - code_of(own), level)
    return won / total if total else level


def _level(seat: Seat, starter: Seat) -> float:
    """What a level round is worth: the replay, which the other starts."""
    return 1 - STARTER_WINS if starter == seat else STARTER_WINS


def _result(margin: int, level: float) -> float:
    return level if margin == 0 else float(margin > 0)


def _held(acts: Sequence[Act], seat: Seat) -> tuple[int, ...]:
    return tuple(each.digit for each in acts if each.receiver == seat and each.digit is not None)


def _luck(left: Sequence[int], slots: int, gap: int, level: float) -> float:
    """The chance that the next digits fill the gap between two hands; just filling it counts as `level`."""
    ways = 0.0
    for code, parts in _draws(slots):
        if code < gap:
            break
        drawn = prod(comb(left[digit], number) for digit, number in parts)
        ways += drawn if code > gap else drawn * level
    return ways / comb(sum(left), slots)


@cache
def _draws(slots: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Whatever can be drawn, the best first: its code, and how many of which digits."""
    draws = [(code_of(hand), tuple(Counter(hand).items())) for hand in multisets(slots)]
    return tuple(sorted(draws, reverse=True))
