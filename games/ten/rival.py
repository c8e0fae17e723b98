"""How the computer plays Battle to Ten, from guessing to never losing a won position."""

from collections.abc import Mapping, Sequence

from games.dice import Dice
from games.rival import Rival, Wavering
from games.ten.rules import TARGET, State, View
from games.ten.solution import after, hope_after, in_plain_sight, position, safe, winning


class Guessing:
    """Any digit that is safe; a ten is not even noticed."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(safe(position(view)))


class Greedy:
    """As much as it can get without going over ten."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return max(safe(position(view)))


class Plain:
    """Takes a ten that is there, and else any digit that is safe."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(in_plain_sight(position(view)))


class Careful:
    """Takes a ten, leaves the other none, and among such digits likes the highest."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return max(_careful(position(view)))


class Cautious:
    """As careful, without a habit to read."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(_careful(position(view)))


class Perfect:
    """Wins whatever can be won; in a lost position it takes the digit that asks the most of the other."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(best(position(view)))


def best(state: State) -> Sequence[int]:
    """The digits that win; where none does, those that leave the most hope."""
    if won := winning(state):
        return won
    hopes = {digit: hope_after(state, digit, state.active) for digit in safe(state)}
    return [digit for digit in hopes if hopes[digit] == max(hopes.values())]


def _careful(state: State) -> Sequence[int]:
    candidates = in_plain_sight(state)
    return [digit for digit in candidates if not _offers_ten(state, digit)] or candidates


def _offers_ten(state: State, digit: int) -> bool:
    """Could the other end the match with the next digit?"""
    following, won_by = after(state, digit)
    if won_by is not None:
        return won_by != state.active
    return following.active != state.active and _has_ten(following)


def _has_ten(state: State) -> bool:
    return TARGET - state.totals[state.active] in state.pool


RIVALS: Mapping[str, Rival[View, int]] = {
    "sprout": Wavering(Guessing(), Plain(), 10),
    "magpie": Wavering(Greedy(), Plain(), 70),
    "badger": Wavering(Careful(), Cautious(), 60),
    "fox": Wavering(Perfect(), Cautious(), 30),
    "oracle": Perfect(),
}
STRENGTH = {"sprout": 1169, "magpie": 1255, "badger": 1500, "fox": 1848, "oracle": 1982}
