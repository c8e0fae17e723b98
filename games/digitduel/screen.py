"""How Digit Duel looks."""

from collections.abc import Iterator, Sequence
from functools import cache

from games.digitduel.rounds import Move
from games.digitduel.rules import HAND_SIZE, DigitDuel, View
from games.digitduel.words import results
from games.engine import Seat, other
from games.screen import SLOT, Choice, Fact, Mark, Piece, Row, Screen, Standing, Table, Tone, card, counted

LABELS = {Move.KEEP: "Keep", Move.GIVE: "Give", Move.THROW: "Throw away"}


def board(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=DigitDuel.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        rows=(_row(view, 0), _row(view, 1)),
        results=tuple(results(view, table)),
        facts=() if view.outcome else (Fact("Deck", counted(view.deck_size, "card")),),
        ending=_ending(view),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    seat = None if view.outcome else view.seat
    return Screen(
        title=DigitDuel.title,
        stage=_stage(view),
        news=told,
        rows=() if seat is None else (_row(view, seat),),
        facts=() if seat is None else tuple(_facts(view, table)),
        ending=_ending(view),
        prompt=table.prompt_for(seat, _question(view)),
        choices=tuple([_choice(move, view.drawn) for move in view.moves]),
        columns=2,
        private=seat is not None,
    )


def _stage(view: View) -> str:
    if view.outcome:
        return "Final"
    replayed = view.rounds and view.rounds[-1].winner is None
    return f"Round {view.number} again" if replayed else f"Round {view.number}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    won = counted(view.wins[seat], "round won", "rounds won")
    return Standing(table.names[seat], won, status=table.status(seat))


def _row(view: View, seat: Seat) -> Row:
    """The digits of a seat, and its free places; at the end the numbers of the last round."""
    if view.outcome:
        last = view.rounds[-1]
        mark = Mark.WON if last.winner == seat else Mark.NONE
        return Row(seat, _cards(sorted(last.hands[seat], reverse=True), seat, mark))
    cards = _cards(view.hands[seat], seat)
    return Row(seat, (*cards, *[SLOT] * (HAND_SIZE - len(cards))))


def _cards(digits: Sequence[int | None], seat: Seat, mark: Mark = Mark.NONE) -> tuple[Piece, ...]:
    return tuple([card(digit, seat, mark) for digit in digits])


def _facts(view: View, table: Table) -> Iterator[Fact]:
    yield Fact("Score", table.lead(view.wins))
    if Move.THROW in view.moves:
        yield Fact("Throwing away", "once a round; then you keep what you draw")


def _question(view: View) -> str:
    if view.drawn is None:
        return ""
    return f"You drew {view.drawn}: keep or {'give' if Move.GIVE in view.moves else 'throw away'}?"


@cache
def _choice(move: Move, digit: int | None) -> Choice:
    return Choice(move.value, f"{LABELS[move]} {digit}", tone=Tone.GOOD if move is Move.KEEP else Tone.OTHER)


def _ending(view: View) -> str:
    if view.outcome is None:
        return ""
    winner = view.outcome.winner
    score = f"wins {view.wins[winner]}–{view.wins[other(winner)]}"
    return f"{score}, the last round by lot" if view.outcome.reason == "lot" else score
