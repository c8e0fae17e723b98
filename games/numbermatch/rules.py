"""Number Match Duel: attack with a card; the same number blocks it, otherwise it costs that much life."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from games.cards import without
from games.dice import Dice
from games.engine import Game, Outcome, Seat, other, value, with_seat

LIFE = 20
COPIES = 4
NUMBERS = range(1, 10)
DECK = tuple(card for card in NUMBERS for _ in range(COPIES))
HAND_SIZE = 5
MAX_ATTACKS = 100


@value
class Attack:
    """One attack, as everybody saw it."""

    attacker: Seat
    card: int
    blocked: bool


@cache
def attack(attacker: Seat, card: int, *, blocked: bool) -> Attack:
    """One object for all equal attacks: there are 36 kinds, and a long match has a hundred."""
    return Attack(attacker, card, blocked)


class Refill(NamedTuple):
    """What each seat drew after an attack, None for nothing; in a view also for what its reader can't see."""

    cards: tuple[int | None, int | None]
    shuffled: bool
    """Did the deck run out, so that the discards became a new one?"""


@cache
def refill(first: int | None, second: int | None, *, shuffled: bool) -> Refill:
    """One object for all equal refills: there are 200 kinds, and a long match has a hundred."""
    return Refill((first, second), shuffled)


NO_REFILL = refill(None, None, shuffled=False)


@value
class State:
    lives: tuple[int, int]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    """The next card to draw is the first."""
    discards: tuple[int, ...]
    attacks: tuple[Attack, ...]
    refills: tuple[Refill, ...]
    """One for each attack."""


@value
class View:
    seat: Seat | None
    lives: tuple[int, int]
    attacker: Seat
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    """Your own; both when the match is over."""
    hand_sizes: tuple[int, int]
    deck_size: int
    discards: tuple[int, ...]
    attacks: tuple[Attack, ...]
    outcome: Outcome | None
    refills: tuple[Refill, ...] = ()
    """One for each attack, with the cards that you drew."""


class NumberMatch(Game[State, int, View]):
    key = "numbermatch"
    title = "Number Match Duel"
    edition = 1
    max_turns = MAX_ATTACKS

    def setup(self, dice: Dice) -> State:
        cards = dice.shuffle(DECK)
        hands = tuple(sorted(cards[:HAND_SIZE])), tuple(sorted(cards[HAND_SIZE : 2 * HAND_SIZE]))
        return State((LIFE, LIFE), hands, cards[2 * HAND_SIZE :], (), (), ())

    def legal_moves(self, state: State, seat: Seat) -> tuple[int, ...]:
        if seat != attacker(state) or self.outcome(state):
            return ()
        return tuple(dict.fromkeys(state.hands[seat]))

    def play(self, state: State, moves: Mapping[Seat, int], dice: Dice) -> State:
        seat = attacker(state)
        target = other(seat)
        card = moves[seat]
        blocked = card in state.hands[target]
        hands = with_seat(state.hands, seat, without(state.hands[seat], card))
        if blocked:
            hands = with_seat(hands, target, without(hands[target], card))
        after = State(
            lives=state.lives
            if blocked
            else with_seat(state.lives, target, max(0, state.lives[target] - card)),
            hands=hands,
            deck=state.deck,
            discards=state.discards + ((card, card) if blocked else (card,)),
            attacks=(*state.attacks, attack(seat, card, blocked=blocked)),
            refills=(*state.refills, NO_REFILL),
        )
        return after if self.outcome(after) else _refill(_refill(after, seat, dice), target, dice)

    def outcome(self, state: State) -> Outcome | None:
        first, second = state.lives
        if first <= 0 or second <= 0:
            return Outcome(1 if first <= 0 else 0, "life")
        if len(state.attacks) < MAX_ATTACKS:
            return None
        return Outcome(0 if first > second else 1, "level life" if first == second else "more life")

    def view(self, state: State, seat: Seat | None) -> View:
        outcome = self.outcome(state)
        return View(
            seat=seat,
            lives=state.lives,
            attacker=attacker(state),
            hands=(
                state.hands[0] if outcome or seat == 0 else None,
                state.hands[1] if outcome or seat == 1 else None,
            ),
            hand_sizes=(len(state.hands[0]), len(state.hands[1])),
            deck_size=len(state.deck),
            discards=state.discards,
            attacks=state.attacks,
            outcome=outcome,
            refills=tuple([_seen_by(seat, each) for each in state.refills]),
        )


def attacker(state: State) -> Seat:
    return 1 if len(state.attacks) % 2 else 0


@cache
def _seen_by(seat: Seat | None, drawn: Refill) -> Refill:
    first, second = drawn.cards
    return refill(first if seat == 0 else None, second if seat == 1 else None, shuffled=drawn.shuffled)


def _refill(state: State, seat: Seat, dice: Dice) -> State:
    """Draw up to five cards; a draw that finds the deck empty shuffles the discards into a new one first."""
    hand, deck, discards = state.hands[seat], state.deck, state.discards
    *earlier, now = state.refills
    cards, shuffled = now.cards, now.shuffled
    while len(hand) < HAND_SIZE:
        if not deck:
            deck, discards, shuffled = dice.shuffle(discards), (), True
        cards = with_seat(cards, seat, deck[0])
        hand, deck = (*hand, deck[0]), deck[1:]
    return State(
        lives=state.lives,
        hands=with_seat(state.hands, seat, tuple(sorted(hand))),
        deck=deck,
        discards=discards,
        attacks=state.attacks,
        refills=(*earlier, refill(*cards, shuffled=shuffled)),
    )
