"""How High-Low Battle looks."""

from collections.abc import Iterator
from functools import cache

from games.engine import Seat, other
from games.highlow.rules import CARDS, ROUNDS, TIE_BREAK, HighLow, Round, View, lower
from games.screen import SLOT, Choice, Fact, Mark, Piece, Row, Screen, Standing, Table, card, counted, spaced

WON, NONE = Mark.WON, Mark.NONE


def board(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=HighLow.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        rows=(_row(view, table, 0), _row(view, table, 1)),
        facts=() if view.outcome else _facts(view),
        ending=_ending(view),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    number = len(view.rounds) + 1
    return Screen(
        title=HighLow.title,
        stage=_stage(view),
        news=told,
        facts=() if view.outcome else (Fact("Score", table.lead(view.scores)), _tie(view.tie_break)),
        ending=_ending(view),
        prompt=table.prompt_for(view.seat, f"Your card, round {number}"),
        choices=_choices(view.hands[view.seat]) if view.seat in table.waiting else (),
    )


def news(view: View, table: Table, since: int) -> Iterator[str]:
    for number in range(since, len(view.rounds) + 1):
        yield f"Round {number}: {_result(view.rounds[:number], table)}"
    if len(view.rounds) >= ROUNDS and not view.outcome:
        yield "Now level: the next round that scores wins."


def _stage(view: View) -> str:
    if view.outcome:
        return "Final"
    number = len(view.rounds) + 1
    return f"Round {number} of {ROUNDS}" if number <= ROUNDS else f"Sudden death, round {number}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    return Standing(table.names[seat], counted(view.scores[seat], "point"), status=table.status(seat))


def _row(view: View, table: Table, seat: Seat) -> Row:
    """The cards played so far, and a place for each that is to come."""
    cards: list[Piece] = [
        card(past.cards[seat], seat, WON if past.winner == seat else NONE) for past in view.rounds
    ]
    if not view.outcome:
        if seat in table.picked:
            cards.append(card(None, seat, Mark.PICKED))
        cards += [SLOT] * (max(ROUNDS, len(view.rounds) + 1) - len(cards))
    return Row(seat, tuple(cards))


def _facts(view: View) -> tuple[Fact, ...]:
    first, second = view.hands
    return Fact("Left", spaced(first), 0), Fact("Left", spaced(second), 1), _tie(view.tie_break)


@cache
def _tie(holder: Seat | None) -> Fact:
    """What a tie would pay now, and to whom."""
    return Fact("A tie pays", "nobody") if holder is None else Fact("A tie pays", str(TIE_BREAK), holder)


@cache
def _choices(held: tuple[int, ...]) -> tuple[Choice, ...]:
    """All nine cards, those that were played included, so that every card keeps its place."""
    return tuple(Choice(str(card), str(card), gone="" if card in held else "spent") for card in CARDS)


def _result(rounds: tuple[Round, ...], table: Table) -> str:
    *earlier, last = rounds
    if not last.tied:
        higher = other(lower(last))
        first, second = last.cards
        return f"{table.to(0)} {first}, {table.to(1)} {second}. {table.name(higher)} had the higher card: +1."
    both = f"tie on {last.cards[0]}. "
    differed = [(number, past) for number, past in enumerate(earlier, 1) if not past.tied]
    if not differed:
        return both + "No earlier round differed, so nobody scored."
    number, past = differed[-1]
    seat = lower(past)
    cards = f"{past.cards[seat]} under {past.cards[other(seat)]}"
    return f"{both}{table.name(seat)} had the lower card in round {number} ({cards}): +{TIE_BREAK}."


def _ending(view: View) -> str:
    if view.outcome is None:
        return ""
    if view.outcome.reason == "lot":
        return "wins by lot, after nine ties"
    winner = view.outcome.winner
    how = " in sudden death" if view.outcome.reason == "sudden death" else ""
    return f"wins {view.scores[winner]}–{view.scores[other(winner)]}{how}"
