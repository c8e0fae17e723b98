"""How Battle to Ten looks. Nothing in it is hidden, so it is played on its board."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from games.engine import Seat, other
from games.screen import Choice, Mark, Pips, Row, Screen, Standing, Table, card, listed
from games.ten.rules import DIGITS, TARGET, Ten, View


def board(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=Ten.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        rows=(_row(view, 0), _row(view, 1)),
        ending=_ending(view, table),
        prompt=f"{table.names[view.active]}, take a digit." if table.waiting else "",
        choices=_keypad(view) if table.waiting else (),
    )


def hand(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=Ten.title,
        stage=_stage(view),
        news=told,
        ending=_ending(view, table),
        prompt=table.prompt_for(view.seat, "Take which digit?"),
        choices=_keypad(view) if view.seat in table.waiting else (),
    )


def news(view: View, table: Table, since: int) -> Iterator[str]:
    """What one player took without an answer is told together."""
    for seat, group in groupby(view.takes[since - 1 :], key=lambda take: take.seat):
        takes = [*group]
        yield f"{table.name(seat)} took {listed([str(take.digit) for take in takes])}."
        if any(take.other_passes for take in takes):
            yield f"{table.name(other(seat))} had no safe digit, so {table.to(seat)} went on."


def _stage(view: View) -> str:
    return "Final" if view.outcome else f"Turn {len(view.takes) + 1}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    return Standing(table.names[seat], _total(view, seat), status=table.status(seat))


def _total(view: View, seat: Seat) -> str:
    total = view.totals[seat]
    return f"{total} of {TARGET}" if total <= TARGET else f"{total}, over {TARGET}"


def _row(view: View, seat: Seat) -> Row:
    """The total as pips, while the keypad shows who took what; in the end the digits themselves."""
    if not view.outcome:
        return Row(seat, (Pips(view.totals[seat], TARGET, seat),), note=str(view.totals[seat]))
    digits = [take.digit for take in view.takes if take.seat == seat]
    won = view.outcome.reason == "ten" and view.outcome.winner == seat
    marks = [Mark.NONE] * (len(digits) - 1) + [Mark.WON if won else Mark.NONE]
    cards = (card(digit, seat, mark) for digit, mark in zip(digits, marks, strict=False))
    return Row(seat, tuple(cards), note=_total(view, seat))


def _keypad(view: View) -> tuple[Choice, ...]:
    """All nine digits, those that were taken included, so that every digit keeps its place."""
    takers = {take.digit: take.seat for take in view.takes}
    total, pool = view.totals[view.active], view.pool
    return tuple(
        [_choice(digit, total) if digit in pool else _taken(digit, takers.get(digit)) for digit in DIGITS]
    )


@cache
def _taken(digit: int, seat: Seat | None) -> Choice:
    return Choice(str(digit), str(digit), gone="taken", seat=seat)


@cache
def _choice(digit: int, total: int) -> Choice:
    if total + digit <= TARGET:
        return Choice(str(digit), str(digit))
    return Choice(
        token=str(digit),
        label=f"{digit} over",
        danger=f"over {TARGET}",
        confirm=f"Taking {digit} brings you to {total + digit}. Over {TARGET} loses at once. Take it anyway?",
    )


def _ending(view: View, table: Table) -> str:
    if view.outcome is None:
        return ""
    loser, level = table.to(other(view.outcome.winner)), view.totals[view.outcome.winner]
    if view.outcome.reason == "ten":
        return f"wins with exactly {TARGET}"
    if view.outcome.reason == "over":
        return f"wins: {loser} went over {TARGET}"
    if view.outcome.reason == "lower":
        low, high = sorted(view.totals)
        return f"wins with the lower total, {low}–{high}: nobody had a safe digit"
    return f"wins at {level}–{level}: {loser} had to move and had no safe digit"
