"""What was computed about a round of Digit Duel, and how to look it up: `tables/digitduel` computes it.

keep    One byte for each situation with a decision: how many of the ten digits are kept, in steps of 1/25.
        85 means 3.4: keep 9, 8 and 7 always, and 6 in four cases of ten. Situations are told apart by: start
        the round or not, the own digits, the digits given to the other, how many the other keeps hidden.
values  Two bytes for whatever a seat can know while at most four digits are dealt out and none is thrown
        away, before the next is drawn: its chance to win the round. Laid out by seat (the starter's first),
        by what was done in turn, by the digits given in turn, and by the digits the seat has kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

from games.digitduel.rounds import Act, Move
from games.digitduel.rules import HAND_SIZE, View
from games.engine import Seat, other
from games.solved import table

DIGITS = 10
STEPS = 25
STARTER_WINS = 0.6146
"""A round, if both play well; a level one counts as what its replay is worth."""

PAIRS = 66
"""Multisets of up to two digits."""
GIVEN_STARTS = (0, 286, 352, 363)
GIVEN = 364
"""What can have been given to a hand with 0, 1, 2 or 3 hidden digits: the rest of it at most."""
ENTRIES = 2 * PAIRS * GIVEN
STORED_ACTS = 4


LETTERS = {Move.KEEP: "K", Move.GIVE: "G"}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat goes by; the digits are sorted."""

    role: int
    """0 starts the round, 1 doesn't."""
    own: tuple[int, ...]
    gave: tuple[int, ...]
    hidden: int
    """How many digits the other has kept."""


def situation(view: View, seat: Seat) -> Situation:
    """The own hand must be in the view."""
    own = tuple(sorted(digit for digit in view.hands[seat] if digit is not None))
    theirs = view.hands[other(seat)]
    gave = given_by(view.acts, seat)
    return Situation(int(view.starter != seat), own, gave, len(theirs) - len(gave))


def given_by(acts: Iterable[Act], seat: Seat) -> tuple[int, ...]:
    return tuple(
        sorted(
            each.digit
            for each in acts
            if each.seat == seat and each.move is Move.GIVE and each.digit is not None
        )
    )


def keeps(now: Situation, digit: int) -> float:
    """How often this digit is kept."""
    place = keep_entry(now.role, ranks()[now.own], ranks()[now.gave], now.hidden)
    share = table("digitduel", "keep")[place] / STEPS
    return min(1.0, max(0.0, share - (DIGITS - 1 - digit)))


def keep_entry(role: int, own: int, gave: int, hidden: int) -> int:
    return (role * PAIRS + own) * GIVEN + GIVEN_STARTS[hidden] + gave


def value(acts: Sequence[Act], seat: Seat, starter: Seat) -> float:
    """The chance to win the round after up to four such acts, before anybody draws the next digit."""
    done, public, kept = "", 0, []
    for act in acts:
        done += LETTERS[act.move]
        if act.move is Move.GIVE and act.digit is not None:
            public = public * DIGITS + act.digit
        elif act.seat == seat and act.digit is not None:
            kept.append(act.digit)
    hands = multisets(len(kept))
    place = starts()[int(seat != starter), done] + public * len(hands) + hands.index(tuple(sorted(kept)))
    return int.from_bytes(table("digitduel", "values")[2 * place : 2 * place + 2], "little") / 65535


@cache
def starts() -> Mapping[tuple[int, str], int]:
    """Where the values begin, by seat (0 starts the round) and what was done in turn."""
    found, place = {}, 0
    for role in (0, 1):
        for done in ("".join(each) for size in range(STORED_ACTS + 1) for each in product("KG", repeat=size)):
            kept = _kept(done)
            if kept is not None:
                found[role, done] = place
                place += DIGITS ** done.count("G") * len(multisets(kept[role]))
    return found


def _kept(done: str) -> tuple[int, int] | None:
    """How many digits each role has kept, or None if things can't go that way."""
    kept, held, role = [0, 0], [0, 0], 0
    for letter in done:
        if held[1 - role] == HAND_SIZE and letter == "G":
            return None
        kept[role] += letter == "K"
        held[role if letter == "K" else 1 - role] += 1
        role = role if held[1 - role] == HAND_SIZE else 1 - role
    return kept[0], kept[1]


@cache
def ranks() -> Mapping[tuple[int, ...], int]:
    """Every multiset of up to three digits, small ones first."""
    hands = (hand for size in range(HAND_SIZE + 1) for hand in multisets(size))
    return {hand: rank for rank, hand in enumerate(hands)}


@cache
def multisets(size: int) -> Sequence[tuple[int, ...]]:
    return tuple(combinations_with_replacement(range(DIGITS), size))
