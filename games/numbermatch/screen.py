"""How Number Match Duel looks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.engine import SEATS, Seat, other
from games.numbermatch.knowledge import known
from games.numbermatch.rules import LIFE, MAX_ATTACKS, NUMBERS, Attack, NumberMatch, View
from games.screen import Card, Choice, Fact, Life, Mark, Row, Screen, Standing, Table, a, counted, spaced

ATTACKS_SHOWN = 7


def board(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=NumberMatch.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        rows=(*(_life(view, seat) for seat in SEATS), *_attacks(view)),
        facts=tuple(_hands(view) if view.outcome else _piles(view)),
        ending=_ending(view),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    seat = view.seat
    cards = None if seat is None or view.outcome else view.hands[seat]
    screen = Screen(
        title=NumberMatch.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        ending=_ending(view),
        prompt=table.prompt_for(seat, "Your attack"),
    )
    if seat is None or cards is None:
        return screen
    return replace(
        screen,
        rows=(Row(seat, tuple(Card(card, seat) for card in cards)),),
        facts=tuple(_counts(view, seat)),
        choices=tuple(_choices(cards)) if seat in table.waiting else (),
        private=True,
    )


def news(view: View, table: Table, since: int) -> Iterator[str]:
    for number, (attack, refill) in enumerate(zip(view.attacks, view.refills, strict=True), 1):
        if number < since:
            continue
        yield _told(attack, table)
        if refill.shuffled:
            yield "The deck ran out, so the discards were shuffled into a new one."
        for seat in SEATS:
            drawn = refill.cards[seat]
            if drawn is not None:
                yield f"{table.name(seat)} drew {a(drawn)}."


def _stage(view: View) -> str:
    return "Final" if view.outcome else f"Attack {len(view.attacks) + 1}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    return Standing(table.names[seat], f"{view.lives[seat]} life", status=table.status(seat))


def _life(view: View, seat: Seat) -> Row:
    return Row(seat, (Life(view.lives[seat], LIFE),), note=str(view.lives[seat]))


def _attacks(view: View) -> Iterator[Row]:
    """The last attacks in the colours of their attackers, in one row."""
    total = len(view.attacks)
    if total:
        first = max(0, total - ATTACKS_SHOWN)
        label = f"Attacks {first + 1}–{total}" if first else "Attacks"
        yield Row(None, tuple(map(_played, view.attacks[first:])), label=label)


def _played(attack: Attack) -> Card:
    return Card(attack.card, attack.attacker, Mark.BLOCKED if attack.blocked else Mark.NONE)


def _piles(view: View) -> Iterator[Fact]:
    yield Fact("Deck", counted(view.deck_size, "card"))
    if view.discards:
        copies = {number: view.discards.count(number) for number in NUMBERS}
        yield Fact(
            "Discards", ", ".join(_copies(number, copies[number]) for number in NUMBERS if copies[number])
        )


def _hands(view: View) -> Iterator[Fact]:
    for seat in SEATS:
        yield Fact("Hand", spaced(view.hands[seat] or ()), seat)


def _counts(view: View, seat: Seat) -> Iterator[Fact]:
    """What a careful player would have counted."""
    knows = known(view, seat)
    held = [number for number in NUMBERS if knows.hand[number - 1]]
    yield Fact("Unseen", " ".join(f"{number}×{knows.unseen[number - 1]}" for number in NUMBERS))
    sure = [number for number in held if not knows.unseen[number - 1]]
    if sure:
        yield Fact("Can't be blocked any more", spaced(sure))


def _choices(cards: Sequence[int]) -> Iterator[Choice]:
    """All nine numbers, those that are not held included, so that every number keeps its place."""
    for number in NUMBERS:
        held = cards.count(number)
        yield Choice(str(number), _copies(number, held), gone="" if held else "none")


def _copies(number: int, copies: int) -> str:
    return f"{number} ×{copies}" if copies > 1 else str(number)


def _told(attack: Attack, table: Table) -> str:
    attacker, target, card = table.name(attack.attacker), table.to(other(attack.attacker)), attack.card
    if attack.blocked:
        return f"{attacker} attacked with {card}: {target} blocked it."
    return f"{attacker} attacked with {card}: {target} lost {card} life."


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
