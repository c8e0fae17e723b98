"""How Digit Duel looks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.digitduel.rounds import Act, Move, Round, number_of
from games.digitduel.rules import DECIDING_ROUND, HAND_SIZE, LEVEL_LIMIT, DigitDuel, View
from games.engine import SEATS, Seat, other
from games.screen import Choice, Fact, Names, Screen, Standing, Table, a, counted, listed, spaced


def board(view: View, table: Table) -> Screen:
    return Screen(
        title=DigitDuel.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=tuple(_news(view, table.names)),
        facts=() if view.outcome else tuple(_facts(view, table.names)),
        story=tuple(_told_in_full(past, table.names) for past in view.rounds) if view.outcome else (),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table) -> Screen:
    question = _question(view, table.names)
    screen = replace(board(view, table), prompt=table.prompt_for(view.seat, question))
    if view.seat is None or view.outcome:
        return screen
    choices = tuple(Choice(move.value, f"{LABELS[move]} {view.drawn}") for move in view.moves)
    return replace(screen, choices=choices, columns=2, private=True)


LABELS = {Move.KEEP: "Keep", Move.GIVE: "Give", Move.THROW: "Throw away"}
DONE = {Move.KEEP: "kept", Move.GIVE: "gave", Move.THROW: "threw away"}


def _stage(view: View) -> str:
    if view.outcome:
        return "Final"
    replayed = view.rounds and view.rounds[-1].winner is None
    return f"Round {view.number}, played again" if replayed else f"Round {view.number}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    won = counted(view.wins[seat], "round won", "rounds won")
    return Standing(table.names[seat], won, status=table.status(seat))


def _facts(view: View, names: Names) -> Iterator[Fact]:
    for seat in SEATS:
        label = "Your hand" if seat == view.seat else f"{names[seat]}'s hand"
        yield Fact(label, _shown(view.hands[seat]))
    yield Fact("Deck", counted(view.deck_size, "card"))


def _shown(digits: Sequence[int | None]) -> str:
    """A question mark is a digit that its owner keeps hidden, a dash a free place."""
    faces = ["?" if digit is None else str(digit) for digit in digits]
    return " ".join(faces + ["–"] * (HAND_SIZE - len(faces)))


def _question(view: View, names: Names) -> str:
    if view.seat is None or view.drawn is None:
        return ""
    rival = names[other(view.seat)]
    if Move.GIVE in view.moves:
        return f"You drew {view.drawn}. Keep it, or give it to {rival}?"
    return f"You drew {view.drawn}. Keep it, or throw it away? (one throw a round)"


def _news(view: View, names: Names) -> Iterator[str]:
    if view.acts:
        yield _told(view.acts[-1], names)
        return
    if view.rounds:
        yield _result(view.rounds[-1], names)
    if view.outcome:
        winner = view.outcome.winner
        yield f"{names[winner]} wins {view.wins[winner]}–{view.wins[other(winner)]}."
    else:
        yield _start(view, names)


def _told(act: Act, names: Names) -> str:
    name = names[act.seat]
    if act.digit is None:
        return f"{name} kept a digit."
    if act.move is Move.GIVE:
        return f"{name} gave {names[other(act.seat)]} {a(act.digit)}."
    return f"{name} kept the {act.digit}."


def _result(last: Round, names: Names) -> str:
    if last.throw is None:
        return _numbers(last, names)
    digit = "a digit" if last.throw.digit is None else a(last.throw.digit)
    return f"{_numbers(last, names)} {names[last.throw.seat]} threw away {digit}."


def _told_in_full(past: Round, names: Names) -> str:
    """Who won the round, who started it, and what each did with the digits they drew."""
    seats = past.starter, other(past.starter)
    return " ".join([_numbers(past, names), *(f"{names[seat]} {_deeds(past, seat)}." for seat in seats)])


def _deeds(past: Round, seat: Seat) -> str:
    deeds = ["started"] if seat == past.starter else []
    for move in Move:
        digits = [act.digit for act in past.acts if act.seat == seat and act.move is move]
        if digits:
            deeds.append(f"{DONE[move]} {spaced(digits)}")
    return listed(deeds)


def _numbers(last: Round, names: Names) -> str:
    first, second = map(number_of, last.hands)
    both = f"Round {last.number}: both have {first}"
    if last.winner is None:
        return f"{both}. It is played again with the cards that are left."
    winner = names[last.winner]
    if last.level:
        return f"{both}, level {LEVEL_LIMIT} times in a row. By lot, {winner} wins the round."
    return f"Round {last.number}: {names[0]} {first}, {names[1]} {second}. {winner} wins the round."


def _start(view: View, names: Names) -> str:
    starter = names[view.starter]
    fresh = not view.rounds or view.rounds[-1].winner is not None
    if fresh and view.number == DECIDING_ROUND:
        return f"The lot lets {starter} start the deciding round."
    return f"{starter} starts."
