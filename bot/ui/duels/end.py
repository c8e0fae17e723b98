"""The board of a duel that is over: who won and by what, the ratings, both rows, and what to do next."""

from bot.duels.duel import Duel, Reason
from bot.ui.buttons import button, more_button
from bot.ui.deck.deck import Deck
from bot.ui.duels import ratings
from bot.ui.duels.board import GAP, rows, sealed
from bot.ui.duels.endings import headline, is_called_off, stage
from bot.ui.duels.pieces import row, seat_mark
from bot.ui.duels.votes import opinion
from bot.ui.ids import Verb
from bot.ui.levels import faced
from bot.ui.render import Part, beside, layout, lines, small_line
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import other
from games.match import AnyMatch
from games.screen import Card, Life, Lot, Mark, Names, Piece, Row, Screen, Slot


def end(duel: Duel, match: AnyMatch, called: Names, deck: Deck) -> Sheet:
    called = faced(duel, called, deck)
    screen = duel.room.show(match, None, deck.colours)
    below = small_line(sealed(duel, deck), opinion(duel, called))
    terms, (short, long) = small_line(*_terms(duel, screen, called, deck)), _played(screen, deck)
    told, more = headline(duel, screen, called, deck.mark("trophy")), more_button(duel.id)
    above: tuple[Part, Part] = (
        (f"{told}\n{terms}", beside(short, more)) if short else (told, beside(terms, more))
    )
    return layout(
        *above,
        lines(long, below),
        rows=[_afterwards(duel)],
    )


def _played(screen: Screen, deck: Deck) -> tuple[str, str]:
    """Writes what was played, row by row: first hearts, which are short enough to stand beside a button. Rows
    that belong to nobody alone are small. Where the results of rounds are told, the rows are those of the
    last one, and stand side by side."""
    shown = [each for each in map(_without_future, screen.rows) if each.pieces]
    if screen.results:
        return "", f"{GAP.join(row(each, deck) for each in shown)}\n-# {' '.join(screen.results)}"
    gauges = [each for each in shown if isinstance(each.pieces[0], Life)]
    cards = [each for each in shown if each.seat is not None and each not in gauges]
    common = [f"-# {row(each, deck)}" for each in shown if each.seat is None]
    return rows(gauges, deck), lines(rows(cards, deck), *common)


def _without_future(shown: Row) -> Row:
    """Returns a row without what was still to come when a duel ended early."""
    played = [piece for piece in shown.pieces if not _is_to_come(piece)]
    return Row(shown.seat, tuple(played), shown.label, shown.note)


def _is_to_come(piece: Piece) -> bool:
    if isinstance(piece, Lot):
        return piece.winner is None
    return isinstance(piece, Slot) or (isinstance(piece, Card) and piece.mark is Mark.PICKED)


def _terms(duel: Duel, screen: Screen, called: Names, deck: Deck) -> list[str]:
    """Writes what was played against whom and which colour, and the ratings by colour."""
    ending = duel.ending
    if ending is None or ending.winner is None:
        players = f"{seat_mark(0, deck)} {called[0]} vs {seat_mark(1, deck)} {called[1]}"
        return [screen.title, players]
    loser = other(ending.winner)
    told = f"{screen.title} vs {seat_mark(loser, deck)} {called[loser]}"
    final = "" if ending.reason is Reason.RULES else stage(duel)
    return [final, told, ratings.line(duel.changes, deck.colours)]


def _afterwards(duel: Duel) -> list[Wire]:
    """Offers what to do next. A duel that was called off can't be reviewed or shared."""
    rematch = button(Verb.REMATCH, duel.id, "Rematch", main=True)
    if is_called_off(duel):
        return [rematch]
    return [
        rematch,
        *([button(Verb.REVIEW, duel.id, "Review")] if duel.room.judge else []),
        button(Verb.SHARE, duel.id, "Share"),
    ]
