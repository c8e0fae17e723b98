"""What happened in a Digit Duel, in sentences."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.digitduel.rounds import GIVE, KEEP, THROW, Act, Round, number_of
from games.digitduel.rules import DECIDING_ROUND, LEVEL_LIMIT, View
from games.engine import other
from games.screen import Table, a, listed


def news(view: View, table: Table, since: int) -> Iterator[str]:
    seen = since - 1
    for number, past in enumerate(view.rounds, 1):
        turns = _turns(past.acts)
        if seen < len(turns):
            yield from _told(turns[max(0, seen) :], table, _start(view, number - 1) if seen < 0 else "")
        seen -= len(turns)
        if seen < 0:
            yield _result(view.rounds[:number], table)
    if not view.outcome:
        yield from _now(view, table, seen)


def _now(view: View, table: Table, seen: int) -> Iterator[str]:
    """The round that is being played, of which so many turns were seen; fewer than none if it is new."""
    start = _start(view, len(view.rounds)) if seen < 0 else ""
    yield from _told(_turns(view.acts)[max(0, seen) :], table, start)
    if start and not view.acts:
        verb = "start" if view.starter == table.reader else "starts"
        yield f"{table.name(view.starter)} {start.replace('started', verb)}."


def results(view: View, table: Table) -> Iterator[str]:
    """A line for every round, its replays included. Thrown digits are opened when the match is over."""
    played = 0
    for _, group in groupby(view.rounds, key=lambda past: past.number):
        again = [*group]
        played += len(again)
        told = _result(view.rounds[:played], table)
        throws = [past.throw for past in again if past.throw] if view.outcome else []
        thrown = listed([f"{table.to(each.seat)} threw {each.digit}" for each in throws]) if throws else ""
        yield f"{told.removesuffix('.')} ({thrown})." if thrown else told


def _turns(acts: Sequence[Act]) -> list[Sequence[Act]]:
    """The acts turn by turn: a throw and the draws that it forces are one."""
    for index, each in enumerate(acts):
        if each.move is THROW:
            return [*((kept_or_given,) for kept_or_given in acts[:index]), acts[index:]]
    return [(each,) for each in acts]


def _told(turns: Sequence[Sequence[Act]], table: Table, start: str) -> Iterator[str]:
    """What one player did in a row is told in one sentence. `start` is what the first of them started."""
    for seat, group in groupby(turns, key=lambda acts: acts[0].seat):
        done = _done([*group], table.to(other(seat)))
        yield f"{table.name(seat)} {listed([*([start] if start else []), *done])}."
        start = ""


def _done(turns: Sequence[Sequence[Act]], to: str) -> Iterator[str]:
    """Digits that were kept in a row are told together, and so are those that were given."""
    for move, group in groupby(turns, key=lambda acts: acts[0].move):
        done = [*group]
        firsts, forced = [acts[0] for acts in done], done[0][1:]
        if move is KEEP:
            yield f"kept {_digits(firsts)}"
        elif move is GIVE:
            yield f"gave {to} {listed([a(each.digit) for each in firsts if each.digit is not None])}"
        else:
            them = "it" if len(forced) == 1 else "them"
            yield from (f"threw away {_digits(firsts)}", f"drew {_digits(forced)}", f"had to keep {them}")


def _digits(acts: Sequence[Act]) -> str:
    """Which digits these were, or how many if they are hidden."""
    digits = [each.digit for each in acts if each.digit is not None]
    if digits:
        return listed([str(digit) for digit in digits])
    return "a digit" if len(acts) == 1 else f"{len(acts)} digits"


def _result(rounds: Sequence[Round], table: Table) -> str:
    """What came of the last of these rounds, after those that it replays."""
    last = rounds[-1]
    numbers = [number_of(hand) for hand in last.hands]
    level = [number_of(past.hands[0]) for past in rounds[:-1] if past.number == last.number]
    before = f"Round {last.number}: {listed(level)} each, then" if level else f"Round {last.number}:"
    if last.winner is None:
        return f"{before} both had {numbers[0]}, so it was played again."
    if numbers[0] == numbers[1]:
        lot = f"The lot gave it to {table.to(last.winner)}."
        return f"{before} both had {numbers[0]}, level {LEVEL_LIMIT} times in a row. {lot}"
    won, lost = last.winner, other(last.winner)
    return f"{before} {table.to(won)} {numbers[won]} beat {table.to(lost)} {numbers[lost]}."


def _start(view: View, number: int) -> str:
    """What the starter of the round after so many did."""
    if not number:
        return ""
    before = view.rounds[number - 1]
    if before.winner is None:
        return "started the replay"
    following = before.number + 1
    return (
        "started the deciding round by lot" if following == DECIDING_ROUND else f"started round {following}"
    )
