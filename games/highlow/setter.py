"""Puzzles of High-Low: find the card that is safe against every reply."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

from games.dice import Dice, Seed
from games.highlow.rules import CARDS, ROUNDS, TIE_BREAK, HighLow, View
from games.highlow.solution import Holder, Position, position, worth
from games.puzzles.puzzle import Puzzle
from games.screen import Choice, listed, percent, spaced

RULES = HighLow()
SEED = Seed(b"puzzles", "", "")
ROUNDS_BEFORE = (2, 3, 4)
TRIES = 6
"""How many orders of play are tried with the same cards."""
GAP = 0.25
"""By how much the safest card has to be safer than the next."""
ROUNDING = 1e-3
PLAIN = 8
"""Of the puzzles that the highest card solves, only one in so many is kept."""


class HighLowSetter:
    """A place is the cards that each has played; in which order, and so the score, is left to the dice."""

    share = 5
    span = 40

    @property
    def places(self) -> int:
        return len(_spent())

    def puzzle(self, place: int) -> Puzzle | None:
        dice = Dice(SEED, f"highlow {place}")
        for _ in range(TRIES):
            view = _played(place, dice)
            at = position(view, 0)
            best = _clear_best(at)
            if best is not None and (best != at.mine[-1] or not dice.below(PLAIN)):
                return _puzzle(view, at, best)
        return None


@cache
def _spent() -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    return tuple(
        (mine, theirs)
        for count in ROUNDS_BEFORE
        for mine in combinations(CARDS, count)
        for theirs in combinations(CARDS, count)
    )


def _played(place: int, dice: Dice) -> View:
    mine, theirs = _spent()[place]
    state = RULES.setup(dice)
    for card, reply in zip(dice.shuffle(mine), dice.shuffle(theirs), strict=True):
        state = RULES.play(state, {0: card, 1: reply}, dice)
    return RULES.view(state, 0)


def _clear_best(at: Position) -> int | None:
    """The card that is as good as any mix of cards, if all others can fall far below it."""
    value = worth(at)
    close = [card for card in at.mine if not _can_fall(at, card, value - GAP)] if value >= GAP else []
    return close[0] if len(close) == 1 and not _can_fall(at, close[0], value - ROUNDING) else None


def _can_fall(at: Position, card: int, to: float) -> bool:
    return any(worth(at.after(card, reply)) <= to for reply in at.theirs)


def _floor(at: Position, card: int) -> float:
    """What this card is worth in the worst case."""
    return min(worth(at.after(card, reply)) for reply in at.theirs)


def _puzzle(view: View, at: Position, best: int) -> Puzzle:
    floors = {card: _floor(at, card) for card in at.mine}
    certain = floors[best] == 1
    return Puzzle(
        game=HighLow.key,
        title=HighLow.title,
        setting=(
            f"Round {len(view.rounds) + 1} of {ROUNDS}. {_score(view)}",
            f"Your cards: {spaced(at.mine)}.",
            f"The other's cards: {spaced(at.theirs)}.",
            f"A tie now {_tie(at)}.",
        ),
        question="Which card wins the match, whatever the other plays?"
        if certain
        else "Which card is safest?",
        choices=tuple(Choice(str(card), str(card)) for card in at.mine),
        answer=str(best),
        explanation=(_praise(best, floors[best]), *_warnings(at, floors, best)),
        position=f"{spaced(at.mine)} / {spaced(at.theirs)} / {at.lead} {at.holder.name}",
    )


def _score(view: View) -> str:
    mine, theirs = view.scores
    if mine == theirs:
        return f"You are level at {mine}–{theirs}."
    return f"You {'lead' if mine > theirs else 'trail'} {mine}–{theirs}."


def _tie(at: Position) -> str:
    if at.holder is Holder.NOBODY:
        return "scores nothing"
    return f"gives {'you' if at.holder is Holder.ME else 'the other'} {TIE_BREAK} points"


def _praise(best: int, floor: float) -> str:
    if floor == 1:
        return f"{best} wins: whatever the other plays, you can win from there."
    return f"{best} is safest: your chances never fall below {percent(floor)}."


def _warnings(at: Position, floors: Mapping[int, float], best: int) -> Iterator[str]:
    """The reply that is worst for each of the other cards, and what it does."""
    cards: dict[str, list[str]] = {}
    for card in at.mine:
        if card != best:
            reply = min(at.theirs, key=lambda reply: worth(at.after(card, reply)))
            fall = f"you {percent(floors[card])} if {_met(at, card, reply)}"
            cards.setdefault(fall, []).append(str(card))
    for fall, falling in cards.items():
        yield f"{listed(falling)} {'leaves' if len(falling) == 1 else 'leave'} {fall}."


def _met(at: Position, card: int, reply: int) -> str:
    """What comes of this card and this reply."""
    if card < reply:
        return f"{reply} comes: the other scores"
    if card > reply:
        over = at.after(card, reply).decided is not None
        return f"{reply} comes: you score, but {'that is not enough' if over else 'ties then pay the other'}"
    paid = {Holder.NOBODY: "pays nobody", Holder.ME: "pays you", Holder.THEM: "pays the other"}[at.holder]
    return f"the other plays the same: the tie {paid}"
