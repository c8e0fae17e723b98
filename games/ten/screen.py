"""How Battle to Ten looks."""

from collections.abc import Iterator
from dataclasses import replace

from games.engine import Outcome, Seat, other
from games.screen import Choice, Fact, Names, Screen, Standing, Table, spaced
from games.ten.rules import TARGET, Take, Ten, View


def board(view: View, table: Table) -> Screen:
    return Screen(
        title=Ten.title,
        stage="Final" if view.outcome else f"Turn {len(view.takes) + 1}",
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=tuple(_news(view, table.names)),
        facts=(Fact("Digits left", spaced(view.pool)),),
        story=tuple(_story(view.takes, table.names)) if view.outcome else (),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table) -> Screen:
    screen = replace(board(view, table), prompt=table.prompt_for(view.seat, "Take which digit?"))
    if view.seat is None or view.seat not in table.waiting:
        return screen
    total = view.totals[view.seat]
    return replace(screen, choices=tuple(_choice(digit, total) for digit in view.pool))


def _choice(digit: int, total: int) -> Choice:
    if total + digit <= TARGET:
        return Choice(str(digit), str(digit))
    return Choice(
        token=str(digit),
        label=f"{digit} (over {TARGET})",
        danger=f"over {TARGET}",
        confirm=f"Taking {digit} brings you to {total + digit}. Over {TARGET} loses at once. Take it anyway?",
    )


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    return Standing(table.names[seat], f"total {view.totals[seat]}", status=table.status(seat))


def _news(view: View, names: Names) -> Iterator[str]:
    if not view.takes:
        yield f"{names[0]} takes the first digit."
        return
    last = view.takes[-1]
    yield f"{names[last.seat]} took {last.digit} and is at {view.totals[last.seat]}."
    if view.outcome:
        yield _ending(view, view.outcome, names)
    elif last.other_passes:
        yield _pass(last, names)


def _pass(take: Take, names: Names) -> str:
    return f"{names[other(take.seat)]} has no safe digit, so the turn passes back to {names[take.seat]}."


def _ending(view: View, outcome: Outcome, names: Names) -> str:
    winner, loser = names[outcome.winner], names[other(outcome.winner)]
    low, high = sorted(view.totals)
    if outcome.reason == "ten":
        return f"Exactly {TARGET}: {winner} wins."
    if outcome.reason == "over":
        return f"That is over {TARGET}: {loser} loses, {winner} wins."
    stuck = "Neither has a safe digit left."
    if outcome.reason == "lower":
        return f"{stuck} The lower total wins, {low} against {high}: {winner} wins."
    return f"{stuck} The totals are level and it is {loser}'s turn: {winner} wins."


def _story(takes: tuple[Take, ...], names: Names) -> Iterator[str]:
    totals = [0, 0]
    for number, take in enumerate(takes, 1):
        totals[take.seat] += take.digit
        yield f"{number}. {names[take.seat]} took {take.digit}: total {totals[take.seat]}"
        if take.other_passes:
            yield _pass(take, names)
