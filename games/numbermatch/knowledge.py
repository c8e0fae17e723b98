"""What one seat of Number Match can know, gathered from its view: all of it is public but the own hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

from games.engine import Seat, other
from games.numbermatch.rules import COPIES, DECK, HAND_SIZE, Attack, View

CARDS = tuple(dict.fromkeys(DECK))


@dataclass(frozen=True, slots=True)
class Side:
    """What the attacks told about one seat."""

    life: int
    fresh: tuple[int, ...]
    """By card: how many cards it may have drawn since it was seen to lack it."""
    last: int
    """What it attacked with last, 0 for nothing."""

    def drew(self) -> "Side":
        return Side(self.life, tuple(min(HAND_SIZE, number + 1) for number in self.fresh), self.last)

    def attacked(self, card: int) -> "Side":
        return Side(self.life, self.fresh, card).drew()

    def hit(self, card: int) -> "Side":
        fresh = tuple(0 if each == card else number for each, number in zip(CARDS, self.fresh, strict=True))
        return Side(self.life - card, fresh, self.last)


@dataclass(frozen=True, slots=True)
class Known:
    hand: tuple[int, ...]
    """By card: how many of it are in the own hand; one may still have to be drawn."""
    unseen: tuple[int, ...]
    """By card: how many are in the other's hand or the deck."""
    me: Side
    them: Side

    def lacks(self, card: int) -> float:
        """The chance that the other has none: what they hold since they were seen to lack it is none."""
        fresh = self.them.fresh[card - 1]
        return lacking(self.unseen[card - 1], sum(self.unseen) - (HAND_SIZE - fresh), fresh)

    def after(self, card: int, *, blocked: bool) -> "Known":
        """The own attack with this card, before anybody draws."""
        hand = _less(self.hand, card)
        if blocked:
            return Known(hand, _less(self.unseen, card), self.me.attacked(card), self.them.drew())
        return Known(hand, self.unseen, self.me.attacked(card), self.them.hit(card))


@cache
def lacking(copies: int, total: int, cards: int) -> float:
    """The chance that none of so many cards out of a total is one of these copies."""
    return prod(max(0, total - copies - drawn) / max(1, total - drawn) for drawn in range(cards))


def known(view: View, seat: Seat) -> Known:
    """The own hand must be in the view."""
    hand = _counted(view.hands[seat] or ())
    gone = _counted(view.discards)
    unseen = tuple(COPIES - mine - lost for mine, lost in zip(hand, gone, strict=True))
    me, them = _side(view, seat), _side(view, other(seat))
    return Known(hand, unseen, me, them)


def _side(view: View, seat: Seat) -> Side:
    side = Side(0, (HAND_SIZE,) * len(CARDS), 0)
    for attack in view.attacks:
        side = _told(side, attack, seat)
    return Side(view.lives[seat], side.fresh, side.last)


def _told(side: Side, attack: Attack, seat: Seat) -> Side:
    if attack.attacker == seat:
        return side.attacked(attack.card)
    return side.drew() if attack.blocked else side.hit(attack.card)


def _counted(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(cards.count(card) for card in CARDS)


def _less(counts: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*counts[: card - 1], counts[card - 1] - 1, *counts[card:])
