"""What happened in a Digit Duel, in sentences."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.digitduel.rounds import Act, Move, Round, number_of
from games.digitduel.rules import DECIDING_ROUND, LEVEL_LIMIT, View
from games.engine import SEATS, other
from games.screen import Table, a, listed


def news(view: View, table: Table, since: int) -> Iterator[str]:
    """A throw and the draws that it forces are one turn."""
    turn = 0
    for index, past in enumerate(view.rounds):
        for acts in _turns(past.acts):
            turn += 1
            if turn >= since:
                yield _told(acts, table)
        if turn >= since:
            yield f"Round {past.number}: {_result(past, table)}"
            if view.outcome is None or index + 1 < len(view.rounds):
                yield _start(view, index + 1, table)
    for acts in _turns(view.acts):
        turn += 1
        if turn >= since:
            yield _told(acts, table)


def results(view: View, table: Table) -> Iterator[str]:
    """A line for every round, its replays included; thrown digits are opened when the match is over."""
    for number, played in groupby(view.rounds, key=lambda past: past.number):
        *level, last = played
        before = f"level at {listed([number_of(past.hands[0]) for past in level])}, then " if level else ""
        thrown = _thrown([*level, last], table) if view.outcome else ""
        yield f"Round {number}: {before}{_result(last, table)}{thrown}"


def _turns(acts: Sequence[Act]) -> Iterator[Sequence[Act]]:
    for index, each in enumerate(acts):
        if each.move is Move.THROW:
            yield acts[index:]
            return
        yield (each,)


def _told(acts: Sequence[Act], table: Table) -> str:
    done, *forced = acts
    name = table.name(done.seat)
    if done.move is Move.THROW:
        kept = listed([str(each.digit) for each in forced])
        them = "them" if len(forced) > 1 else "it"
        return f"{name} threw away {_digit(done)}, then drew {kept} and had to keep {them}."
    if done.move is Move.GIVE and done.digit is not None:
        return f"{name} gave {table.to(other(done.seat))} {a(done.digit)}."
    return f"{name} kept {_digit(done)}."


def _digit(done: Act) -> str:
    return "a digit" if done.digit is None else str(done.digit)


def _result(past: Round, table: Table) -> str:
    numbers = [number_of(hand) for hand in past.hands]
    if past.winner is None:
        return f"both had {numbers[0]}, so it is played again with the cards that are left."
    if past.level:
        winner = table.to(past.winner)
        return f"both had {numbers[0]}, level {LEVEL_LIMIT} times in a row. The lot gave it to {winner}."
    won, lost = past.winner, other(past.winner)
    return f"{table.to(won)} {numbers[won]} beat {table.to(lost)} {numbers[lost]}."


def _start(view: View, index: int, table: Table) -> str:
    """Who started the round that followed so many others."""
    before, begun = view.rounds[index - 1], index < len(view.rounds)
    seat = view.rounds[index].starter if begun else view.starter
    if before.winner is not None and before.number + 1 == DECIDING_ROUND:
        return f"The lot let {table.to(seat)} start the deciding round."
    what = "the replay" if before.winner is None else f"round {before.number + 1}"
    if begun or view.acts:
        return f"{table.name(seat)} started {what}."
    return f"{table.name(seat)} {'start' if seat == table.reader else 'starts'} {what}."


def _thrown(rounds: Sequence[Round], table: Table) -> str:
    parts = []
    for seat in SEATS:
        digits = [past.throw.digit for past in rounds if past.throw and past.throw.seat == seat]
        if digits:
            parts.append(f"{table.to(seat)} {listed([str(digit) for digit in digits])}")
    return f" Thrown: {', '.join(parts)}." if parts else ""
