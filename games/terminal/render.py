"""A screen as lines of text."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.engine import SEATS, Seat
from games.screen import Choice, Doing, Fact, Names, NumberChoice, Row, Screen, Standing
from games.terminal.columns import aligned
from games.terminal.console import Console
from games.terminal.pieces import by_seat, draw_lots, draw_pieces, explain_signs, lots_of

INDENT = "  "


def show(console: Console, board: Screen, hand: Screen | None = None) -> None:
    """A board, and below it what only one player may see."""
    console.say()
    console.say(f"{console.bold(board.title)}  {board.stage}")
    names = board.standings[0].name, board.standings[1].name
    blocks = [_lines(console, board.news), _ending(console, board), *_rows(console, board, names)]
    blocks += [_lines(console, board.results), _lines(console, _facts(board, names))]
    if hand:
        blocks += [_own(console, hand) + _lines(console, _facts(hand, names))]
    for block in filter(None, blocks):
        console.say()
        for line in block:
            console.say(line)


def say(console: Console, sentences: Sequence[str]) -> None:
    """What happened, a sentence a line."""
    if sentences:
        console.say()
    for line in _lines(console, sentences):
        console.say(line)


def offer(screen: Screen) -> str:
    """What can be typed, when it isn't plain from the question."""
    if isinstance(screen.choices, NumberChoice):
        return f"({screen.choices.low} to {screen.choices.high})"
    words = [f"[{choice.token}]" for choice in screen.offered if not choice.token.isdigit()]
    return " ".join(words) if words else f"({'; '.join(_by_danger(screen.offered))})"


def hint(console: Console, screen: Screen) -> None:
    """Numbers that make sense, before one is asked for."""
    if isinstance(screen.choices, NumberChoice) and screen.choices.quick:
        quick = " · ".join(choice.label for choice in screen.choices.quick)
        console.say(console.faint(console.wrap(quick, INDENT)))


def _by_danger(choices: Sequence[Choice]) -> Iterator[str]:
    """The harmless tokens, then those of every danger under its name."""
    for danger in sorted({choice.danger for choice in choices}):
        tokens = ", ".join(choice.token for choice in choices if choice.danger == danger)
        yield f"{danger}: {tokens}" if danger else tokens


def _lines(console: Console, texts: Sequence[str]) -> list[str]:
    return [console.wrap(text, INDENT) for text in texts]


def _ending(console: Console, board: Screen) -> list[str]:
    """Who won, and how."""
    for standing in board.standings:
        if board.ending and standing.status is Doing.WINS:
            return [console.bold(console.wrap(f"{standing.name} {board.ending}.", INDENT))]
    return []


def _rows(console: Console, board: Screen, names: Names) -> Iterator[list[str]]:
    """What is on sale, a line for each player with the first row of theirs in it, and the other rows."""
    for row in board.rows:
        if lots_of(row):
            yield [*aligned([*draw_lots(console, lots_of(row), names)], console.width, INDENT)]
    rows = [part for row in board.rows if not lots_of(row) for part in by_seat(row)]
    unlabelled = [row for row in rows if not row.label]
    first = {seat: next((row for row in unlabelled if row.seat == seat), Row(seat, ())) for seat in SEATS}
    players = [_standing(console, board.standings[seat], seat, row) for seat, row in first.items()]
    signs = [INDENT + console.faint(text) for text in explain_signs(rows)]
    others = [_labelled(console, row, names) for row in rows if row not in first.values()]
    yield [*aligned(players, console.width, INDENT), *([] if others else signs)]
    if others:
        yield [*aligned(others, console.width, INDENT), *signs]


def _standing(console: Console, standing: Standing, seat: Seat, row: Row) -> list[str]:
    name = console.coloured(standing.name, seat)
    note = "" if row.note in standing.score else row.note
    return [name, draw_pieces(console, row), note, standing.score, standing.detail, standing.status]


def _labelled(console: Console, row: Row, names: Names) -> list[str]:
    name = "" if row.seat is None else console.coloured(names[row.seat], row.seat)
    return [name, row.label, draw_pieces(console, row), row.note]


def _own(console: Console, hand: Screen) -> list[str]:
    rows = [[row.label or "Yours", draw_pieces(console, row), row.note] for row in hand.rows]
    return [*aligned(rows, console.width, INDENT)] if rows else []


def _facts(screen: Screen, names: Names) -> list[str]:
    """A line for each label; what has the same label stands in one."""
    by_label = groupby([*screen.facts, *screen.taken], lambda fact: fact.label)
    return [f"{label}: {', '.join(_valued(fact, names) for fact in facts)}" for label, facts in by_label]


def _valued(fact: Fact, names: Names) -> str:
    return fact.value if fact.seat is None else f"{names[fact.seat]} {fact.value}"
