"""How Number Match Duel looks."""

from collections.abc import Iterator
from dataclasses import replace

from games.engine import SEATS, Seat, other
from games.numbermatch.rules import HAND_SIZE, LIFE, MAX_ATTACKS, Attack, NumberMatch, View
from games.screen import Choice, Fact, Names, Screen, Standing, Table, a, counted, spaced


def board(view: View, table: Table) -> Screen:
    return Screen(
        title=NumberMatch.title,
        stage="Final" if view.outcome else f"Attack {len(view.attacks) + 1}",
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=_news(view, table.names),
        facts=(
            *(_opened_hands(view, table.names) if view.outcome else ()),
            Fact("Deck", counted(view.deck_size, "card")),
            Fact("Discards", spaced(sorted(view.discards))),
        ),
        story=tuple(_story(view, table.names)) if view.outcome else (),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table) -> Screen:
    screen = replace(board(view, table), prompt=table.prompt_for(view.seat, "Attack with which card?"))
    cards = None if view.seat is None else view.hands[view.seat]
    if cards is None or view.outcome:
        return screen
    screen = replace(screen, facts=(Fact("Your hand", spaced(cards)), *screen.facts), private=True)
    if view.seat not in table.waiting:
        return screen
    return replace(screen, choices=tuple(Choice(str(card), str(card)) for card in sorted(set(cards))))


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    cards = view.hand_sizes[seat]
    detail = "" if cards == HAND_SIZE else counted(cards, "card")
    return Standing(table.names[seat], f"{view.lives[seat]} life", detail, table.status(seat))


def _opened_hands(view: View, names: Names) -> Iterator[Fact]:
    for seat in SEATS:
        yield Fact(f"{names[seat]}'s hand", spaced(view.hands[seat] or ()))


def _news(view: View, names: Names) -> tuple[str, ...]:
    if not view.attacks:
        return (f"{names[0]} attacks first.",)
    lines = [_told(view.attacks[-1], names)]
    if view.outcome:
        return (*lines, _ending(view, names))
    if not view.discards:
        lines.append("The deck ran out, so the discards were shuffled into a new one.")
    return tuple(lines)


def _told(attack: Attack, names: Names) -> str:
    attacker, target, card = names[attack.attacker], names[other(attack.attacker)], attack.card
    if attack.blocked:
        return f"{attacker} attacked with {card}. {target} had {a(card)} too and blocked it."
    return f"{attacker} attacked with {card}. {target} had no {card}: {card} life lost."


def _ending(view: View, names: Names) -> str:
    if view.outcome is None:
        return ""
    winner, loser = names[view.outcome.winner], names[other(view.outcome.winner)]
    if view.outcome.reason == "life":
        return f"{loser} has no life left. {winner} wins with {view.lives[view.outcome.winner]} life left."
    if view.outcome.reason == "more life":
        return f"{MAX_ATTACKS} attacks are the limit. {winner} has more life and wins."
    return f"{MAX_ATTACKS} attacks are the limit. With level life, the second player wins: {winner}."


def _story(view: View, names: Names) -> Iterator[str]:
    lives = [LIFE, LIFE]
    for number, attack in enumerate(view.attacks, 1):
        target = other(attack.attacker)
        if not attack.blocked:
            lives[target] = max(0, lives[target] - attack.card)
        result = "blocked" if attack.blocked else f"{names[target]} down to {lives[target]}"
        yield f"{number}. {names[attack.attacker]} {attack.card}: {result}"
