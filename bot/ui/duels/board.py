"""The board of a duel that is being played: the match so far, whose pick is missing, and what to press."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from bot.duels.duel import Duel
from bot.ui.buttons import button, more_button, rules_button
from bot.ui.deck.deck import Deck
from bot.ui.duels.keypad import beside_keys, keypad
from bot.ui.duels.pieces import draw, row
from bot.ui.duels.votes import QUESTION, opinion, votes
from bot.ui.ids import Verb
from bot.ui.levels import faced, introduction
from bot.ui.render import beside, dotted, layout, lines, small_line, spaced, unstopped
from bot.ui.wire.sheet import Sheet
from games.dice import short_seal_of
from games.engine import SEATS, Seat
from games.match import AnyMatch
from games.room import AnyRoom
from games.screen import Card, Doing, Fact, Life, Names, Pips, Row, Screen, Slot, Standing

LARGE_ROW = 5
"""Cards that are shown in the size of a heading. Longer rows come late, when there is more to tell."""
SHORT_ROW = 3
"""Cards of each player that fit side by side."""
GAP = "\u2003"
"""A wide space."""
Gauges: TypeAlias = Mapping[Seat | None, Row]
SHORT_GAUGE = 5
"""Hearts or pips that fit beside a name."""
DONE = "✅"
MARKS = {Doing.TO_PICK: "hourglass", Doing.WINS: "trophy"}
WORDS = {Doing.NOTHING: "", Doing.TO_PICK: "to pick", Doing.PICKED: "picked", Doing.WINS: "wins"}
CARDS = {Card, Slot}


def board(duel: Duel, match: AnyMatch, called: Names, deck: Deck) -> Sheet:
    screen = duel.room.show(match, None, deck.colours)
    if not duel.room.hides:
        return _with_keypad(duel, match, screen, called, deck)
    small = small_line(facts(screen.facts, deck), due(duel), _aside(duel, match, called))
    shown = position(duel.room, screen, faced(duel, called, deck), deck, sealed(duel, deck))
    opener = button(Verb.PANEL, duel.id, duel.room.guide.verb, main=True)
    if duel.takes_votes:
        return layout(shown, beside(small, rules_button(duel.room)), rows=[[opener, *votes(duel, deck)]])
    return layout(f"{shown}\n{small}", rows=[[opener, rules_button(duel.room)]])


def _with_keypad(duel: Duel, match: AnyMatch, screen: Screen, called: Names, deck: Deck) -> Sheet:
    """Makes the board of a game that is played on its board. The keys show what was taken by whom, so the
    news are small."""
    told = unstopped(" ".join(screen.news))
    small = small_line(told, facts(screen.facts, deck), due(duel), _aside(duel, match, called))
    shown = position(duel.room, screen, faced(duel, called, deck), deck, sealed(duel, deck), told=False)
    more = more_button(duel.id, match.turn)
    keys = keypad(duel.id, match.turn, screen, deck)
    if duel.takes_votes:
        around = beside_keys(keys, [rules_button(duel.room), *votes(duel, deck)])
        return layout(shown, beside(small, more), rows=around)
    return layout(f"{shown}\n{small}", rows=beside_keys(keys, [rules_button(duel.room), more]))


def position(
    room: AnyRoom, screen: Screen, called: Names, deck: Deck, seal: str = "", *, told: bool = True
) -> str:
    """Writes the match as everybody sees it: title, aim, players, what was played, and the results. The news
    are left out unless they are to be told."""
    gauges, cards = apart(screen.rows)
    played = rows(cards, deck, large=not screen.results)
    aim = small_line(unstopped(room.guide.aim), seal)
    title = f"### {screen.title} · {screen.stage}\n{aim}"
    results = f"-# {' '.join(screen.results)}" if screen.results else ""
    news = _without(screen.news, screen.results) if told else ()
    return lines(title, *standings(screen, gauges, called, deck), played, results, " ".join(news))


def apart(shown: Iterable[Row]) -> tuple[Gauges, list[Row]]:
    """Returns the rows that stand with the players' names, by seat, and all others."""
    gauges: dict[Seat | None, Row] = {}
    others: list[Row] = []
    for each in shown:
        if _is_gauge(each):
            gauges[each.seat] = each
        else:
            others.append(each)
    return gauges, others


def _is_gauge(shown: Row) -> bool:
    """Tells whether a row is the hearts or pips of a player, which stand with the name."""
    is_one = shown.seat is not None and len(shown.pieces) == 1
    return is_one and isinstance(shown.pieces[0], (Life, Pips))


def standings(screen: Screen, gauges: Gauges, called: Names, deck: Deck) -> list[str]:
    """Writes a line for each player; long rows of pips have lines of their own, below one with both names.
    Beside hearts and pips there is room for the sign of what a player does, but not for words. Where one
    player has a gauge, both have."""
    colour, (first, second) = deck.colours, screen.standings
    names = f"{colour[0]} **{called[0]}**", f"{colour[1]} **{called[1]}**"
    signs = _sign(first.status, deck), _sign(second.status, deck)
    doing = spaced(signs[0], WORDS[first.status]), spaced(signs[1], WORDS[second.status])
    if not gauges:
        return [f"{names[0]} {_score(first, doing[0])}", f"{names[1]} {_score(second, doing[1])}"]
    drawn = draw(gauges[0].pieces[0], deck), draw(gauges[1].pieces[0], deck)
    if _is_long(gauges[0]):
        players = f"{spaced(names[0], doing[0])} · {spaced(names[1], doing[1])}"
        return [players, *[spaced(colour[seat], drawn[seat], gauges[seat].note) for seat in SEATS]]
    return [
        spaced(names[0], drawn[0], _score(first), signs[0]),
        spaced(names[1], drawn[1], _score(second), signs[1]),
    ]


def _score(standing: Standing, doing: str = "") -> str:
    return dotted(standing.score, standing.detail, doing)


def _sign(doing: Doing, deck: Deck) -> str:
    """Returns the sign of what a player does."""
    if doing is Doing.PICKED:
        return DONE
    return deck.mark(MARKS[doing]) if doing in MARKS else ""


def _is_long(shown: Row) -> bool:
    gauge = shown.pieces[0]
    return isinstance(gauge, Pips) and gauge.of > SHORT_GAUGE


def _without(news: tuple[str, ...], results: tuple[str, ...]) -> Sequence[str]:
    """Returns the news that are not among the results."""
    return [line for line in news if line not in results] if results else news


def rows(shown: Sequence[Row], deck: Deck, *, large: bool = True) -> str:
    """Writes rows one below the other; two short ones side by side, large unless there is more to tell."""
    if len(shown) == len(SEATS) and all(map(_is_short, shown)):
        return f"{'### ' if large else ''}{GAP.join([row(each, deck) for each in shown])}"
    return "\n".join([_row(each, deck) for each in shown])


def _is_short(shown: Row) -> bool:
    return 0 < len(shown.pieces) <= SHORT_ROW and _is_cards(shown)


def _is_cards(shown: Row) -> bool:
    """Tells whether a row is nothing but cards, and may be large."""
    return CARDS.issuperset(map(type, shown.pieces)) and not (shown.label or shown.note)


def _row(shown: Row, deck: Deck) -> str:
    """Writes a row: a few cards are as large as a heading."""
    large = len(shown.pieces) <= LARGE_ROW and _is_cards(shown)
    return f"### {row(shown, deck)}" if large else row(shown, deck)


def facts(found: Sequence[Fact], deck: Deck) -> str:
    """Writes facts in one small line; facts with one label stand together."""
    parts: list[str] = []
    for label, group in groupby(found, attrgetter("label")):
        told = [value if seat is None else f"{deck.colours[seat]} {value}" for _, value, seat in group]
        parts.append(f"{label}: {' · '.join(told)}")
    return " · ".join(parts)


def due(duel: Duel) -> str:
    return f"Due <t:{int(duel.deadline)}:R>"


def sealed(duel: Duel, deck: Deck) -> str:
    """Writes the beginning of the seal, which stands on the board from first to last."""
    return f"{deck.mark('seal')} {short_seal_of(duel.secret, duel.key)}"


def _aside(duel: Duel, match: AnyMatch, called: Names) -> str:
    """Says who the computer is, or asks spectators to vote, at the beginning; later it says how they
    voted."""
    return opinion(duel, called) if match.turns else introduction(duel) or QUESTION
