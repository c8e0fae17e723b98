"""Puzzles of Bid Battle: find the bid that no other bid can punish."""

from collections.abc import Iterator, Sequence
from functools import cache

from games.bidbattle.rules import HIGHEST_VALUE, ITEMS, LOWEST_VALUE, POINTS, BidBattle
from games.bidbattle.solution import Position, secure_bids, worth, worth_of
from games.dice import Dice, Seed
from games.puzzles.puzzle import Puzzle
from games.screen import Choice, counted, percent

SEED = Seed(b"puzzles", "", "")
WON_AND_LOST = ((0, 1), (1, 0), (0, 2), (1, 1), (1, 2))
"""Elsewhere the answer is plain, or nothing that looks sensible is wrong."""
LEFT = range(10, 96)
"""The points of somebody who has won an item; whoever won nothing still has all of them."""
MAJORITY = len(ITEMS) // 2 + 1
WIDEST = 40
"""Where more bids than these are safe, anything will do."""
GAP = 0.3
"""By how much the safest bid on offer has to be safer than the next."""
TEMPTATIONS = 4
"""How many other bids are on offer."""
PLAIN = 3
"""Of the puzzles that an equal share for every item solves, only one in so many is kept."""


class BidBattleSetter:
    """A place is the items won by each and the points left to each."""

    share = 4
    span = 15

    @property
    def places(self) -> int:
        return len(_standings())

    def puzzle(self, place: int) -> Puzzle | None:
        at = Position(*_standings()[place])
        safe = secure_bids(at) if worth(at) > GAP else ()
        if not 0 < len(safe) <= WIDEST:
            return None
        dice = Dice(SEED, f"bidbattle {place}")
        share = at.mine // (len(ITEMS) - at.won - at.lost)
        if share in safe and dice.below(PLAIN):
            return None
        answer = share if share in safe else safe[len(safe) // 2]
        others = _temptations(at, safe, share, dice)
        return _puzzle(at, answer, others) if len(others) == TEMPTATIONS else None


@cache
def _standings() -> tuple[tuple[int, int, int, int], ...]:
    return tuple(
        (won, lost, mine, theirs)
        for won, lost in WON_AND_LOST
        for mine in (LEFT if won else (POINTS,))
        for theirs in (LEFT if lost else (POINTS,))
        if _tense(won, lost, mine, theirs)
    )


def _tense(won: int, lost: int, mine: int, theirs: int) -> bool:
    """Strong enough to win, and not by far: a quick look, to save a long one."""
    if won == lost:
        return 0 <= mine - theirs < 16
    return 2 * theirs <= mine <= 4 * theirs if won and lost else True


def _temptations(at: Position, safe: Sequence[int], share: int, dice: Dice) -> tuple[int, ...]:
    """Bids that can be punished, sensible as they look: too low, too high, an equal share for sure."""
    ideas = {share, at.mine // 2, at.mine // 3, *_steps(safe[0], -1), *_steps(safe[-1], 1)} & {*at.bids}
    wrong = [bid for bid in sorted(ideas) if _floor(at, bid) <= worth(at) - GAP]
    low = _share_first([bid for bid in wrong if bid < safe[0]], share, dice)
    high = _share_first([bid for bid in wrong if bid > safe[-1]], share, dice)
    lower = dice.between(1, TEMPTATIONS - 1)
    return (*low[:lower], *high[: TEMPTATIONS - lower])


def _share_first(bids: Sequence[int], share: int, dice: Dice) -> list[int]:
    return sorted(dice.shuffle(bids), key=lambda bid: bid != share)


def _steps(edge: int, way: int) -> tuple[int, ...]:
    """Bids beyond the edge of the safe ones."""
    return tuple(edge + way * step for step in (2, 5, 9, 14))


def _floor(at: Position, bid: int) -> float:
    """What this bid is worth in the worst case."""
    return min(worth_of(at, bid, reply) for reply in at.swapped.bids)


def _puzzle(at: Position, answer: int, others: Sequence[int]) -> Puzzle:
    number = at.won + at.lost
    bids = sorted((answer, *others))
    return Puzzle(
        game=BidBattle.key,
        title=BidBattle.title,
        setting=(
            f"Item {ITEMS[number]}, {number + 1} of {len(ITEMS)}.",
            f"You have {counted(at.won, 'item')} and {counted(at.mine, 'point')}.",
            f"The other has {counted(at.lost, 'item')} and {counted(at.theirs, 'point')}.",
            f"Each item is worth {LOWEST_VALUE} to {HIGHEST_VALUE}, opened at the end; most value wins.",
        ),
        question="Which bid is safest, whatever the other bids?",
        choices=tuple(Choice(str(bid), str(bid)) for bid in bids),
        answer=str(answer),
        explanation=tuple(_explained(at, answer, bids)),
        position=f"{at.won} {at.lost} {at.mine} {at.theirs}",
    )


def _explained(at: Position, answer: int, bids: Sequence[int]) -> Iterator[str]:
    yield f"{answer} is safest: whatever the other bids, you have {percent(worth(at))} or more."
    needed, left = counted(MAJORITY - at.won, "more item"), at.mine - answer
    yield f"{MAJORITY} of the {len(ITEMS)} items usually have the most value, so you need {needed}."
    yield f"If you win this one, {counted(left, 'point')} {'is' if left == 1 else 'are'} left for the rest."
    for bid in bids:
        if bid != answer:
            yield _punished(at, bid)


def _punished(at: Position, bid: int) -> str:
    """The least bid of the other's that hurts most."""
    reply = min(at.swapped.bids, key=lambda reply: (worth_of(at, bid, reply), reply))
    chance = percent(_floor(at, bid))
    if reply > bid:
        return f"{bid} is too low: the other takes it for {reply}, and you have {chance}."
    if reply == bid:
        return f"{bid} is too low: if the other bids it too, you have {chance}."
    return f"{bid} is too high: you win the item and have {chance} with {at.mine - bid} points left."
