"""How Number Match Duel looks."""

from collections.abc import Iterator, Sequence
from functools import cache

from games.engine import SEATS, Seat, other
from games.numbermatch.rules import COPIES, LIFE, MAX_ATTACKS, NUMBERS, Attack, NumberMatch, View
from games.screen import (
    Card,
    Choice,
    Fact,
    Life,
    Mark,
    Row,
    Screen,
    Standing,
    Table,
    a,
    card,
    counted,
    spaced,
)

ATTACKS_SHOWN = 7
BLOCKED, NONE = Mark.BLOCKED, Mark.NONE


def board(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=NumberMatch.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        rows=(_life(view, 0), _life(view, 1), *_attacks(view)),
        facts=tuple(_hands(view) if view.outcome else _piles(view)),
        ending=_ending(view),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    seat = None if view.outcome else view.seat
    cards = () if seat is None else view.hands[seat] or ()
    return Screen(
        title=NumberMatch.title,
        stage=_stage(view),
        news=told,
        rows=() if seat is None else (Row(seat, tuple([card(each, seat) for each in cards])),),
        facts=() if seat is None else tuple(_counts(view, cards)),
        ending=_ending(view),
        prompt=table.prompt_for(view.seat, "Your attack"),
        choices=_choices(cards) if seat in table.waiting else (),
        private=seat is not None,
    )


def news(view: View, table: Table, since: int) -> Iterator[str]:
    for attack, refill in zip(view.attacks[since - 1 :], view.refills[since - 1 :], strict=True):
        yield _told(attack, table)
        if refill.shuffled:
            yield "The deck ran out: discards shuffled."
        for seat in SEATS:
            drawn = refill.cards[seat]
            if drawn is not None:
                yield f"{table.name(seat)} drew {a(drawn)}."


def _stage(view: View) -> str:
    return "Final" if view.outcome else f"Attack {len(view.attacks) + 1}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    return Standing(table.names[seat], _left(view, seat), status=table.status(seat))


def _left(view: View, seat: Seat) -> str:
    return f"{view.lives[seat]} life"


def _life(view: View, seat: Seat) -> Row:
    return Row(seat, (Life(view.lives[seat], LIFE),), note=_left(view, seat))


def _attacks(view: View) -> Iterator[Row]:
    """The last attacks in the colours of their attackers, in one row."""
    total = len(view.attacks)
    if total:
        first = max(0, total - ATTACKS_SHOWN)
        label = f"Attacks {first + 1}–{total}" if first else "Attacks"
        yield Row(None, tuple(map(_played, view.attacks[first:])), label=label)


def _played(attack: Attack) -> Card:
    return card(attack.card, attack.attacker, BLOCKED if attack.blocked else NONE)


def _piles(view: View) -> Iterator[Fact]:
    yield Fact("Deck", counted(view.deck_size, "card"))
    if view.discards:
        copies = map(_copies, NUMBERS, map(view.discards.count, NUMBERS))
        yield Fact("Discards", ", ".join(filter(None, copies)))


def _hands(view: View) -> Iterator[Fact]:
    for seat in SEATS:
        yield Fact("Hand", spaced(view.hands[seat] or ()), seat)


def _counts(view: View, cards: Sequence[int]) -> Iterator[Fact]:
    """What a careful player would have counted: copies neither held nor discarded."""
    seen = [*map((*cards, *view.discards).count, NUMBERS)]
    yield Fact("Unseen", " ".join(map(_unseen, NUMBERS, seen)))
    sure = [number for number in dict.fromkeys(cards) if seen[number - 1] == COPIES]
    if sure:
        yield Fact("Can't be blocked any more", spaced(sure))


def _choices(cards: Sequence[int]) -> tuple[Choice, ...]:
    """All nine numbers, those that are not held included, so that every number keeps its place."""
    return tuple(map(_choice, NUMBERS, map(cards.count, NUMBERS)))


@cache
def _choice(number: int, held: int) -> Choice:
    return Choice(str(number), _copies(number, held) or str(number), gone="" if held else "none")


@cache
def _copies(number: int, copies: int) -> str:
    """Empty if there are none."""
    return f"{number} ×{copies}" if copies > 1 else str(number) if copies else ""


@cache
def _unseen(number: int, seen: int) -> str:
    return f"{number}×{COPIES - seen}"


def _told(attack: Attack, table: Table) -> str:
    attacker, target = attack.attacker, other(attack.attacker)
    if attack.blocked:
        return f"{table.name(target)} blocked {table.whose(attacker)} {attack.card}."
    return f"{table.name(attacker)} hit {table.to(target)} for {attack.card}."


def _ending(view: View) -> str:
    if view.outcome is None:
        return ""
    winner = view.outcome.winner
    if view.outcome.reason == "life":
        return f"wins with {view.lives[winner]} life"
    if view.outcome.reason == "more life":
        lives = f"{view.lives[winner]}–{view.lives[other(winner)]}"
        return f"wins {lives} on life after {MAX_ATTACKS} attacks"
    return f"wins as second player: life is level after {MAX_ATTACKS} attacks"
