"""The board of a duel that is being played: the match so far, whose pick is missing, and what to press."""

from collections.abc import Iterable, Sequence

from discord import ButtonStyle

from bot.duels.duel import Duel
from bot.ui.deck.deck import Deck
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.texts.buttons import button, press_button, rules_button
from bot.ui.texts.duels.pieces import COLOURS, PLAIN, mark, row, seat_mark
from bot.ui.texts.duels.votes import QUESTION, opinion, votes
from bot.ui.texts.levels import introduction
from bot.ui.texts.render import in_rows, layout
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import SEATS, Seat
from games.match import AnyMatch
from games.screen import Card, Choice, Fact, Names, Row, Screen, Slot, Standing, Tone

STATUS = {"has picked": "✅ picked", "to pick": "⏳ to pick"}
STYLES = {
    Tone.MAIN: ButtonStyle.primary,
    Tone.OTHER: ButtonStyle.secondary,
    Tone.GOOD: ButtonStyle.success,
}
LARGE_ROW = 7
"""Cards that fit a phone's width in the size of a heading."""


def board(duel: Duel, match: AnyMatch, called: Names, deck: Deck) -> Sheet:
    screen = duel.room.show(match, None, called)
    small = [facts(screen.facts, deck), footer(duel, deck), *_asides(duel, match, called)]
    return layout(
        *position(duel, screen, deck),
        "\n".join(f"-# {line}" for line in small if line),
        rows=[*keypad(duel.id, match.turn, screen, deck), _below(duel, match, deck)],
    )


def position(duel: Duel, screen: Screen, deck: Deck) -> list[str]:
    """The match as everybody sees it: title, aim, players, what was played, what came of it."""
    room = duel.room
    title = f"### {screen.title} · {screen.stage}\n-# {room.guide.aim}"
    standings = "\n".join(_standing(screen.standings[seat], seat, deck) for seat in SEATS)
    return [title, standings, rows(screen.rows, deck), "\n".join((*screen.results, *screen.news))]


def rows(shown: Iterable[Row], deck: Deck) -> str:
    return "\n".join(_row(each, deck) for each in shown)


def _row(shown: Row, deck: Deck) -> str:
    """A few cards are shown as large as a heading."""
    cards = all(isinstance(piece, Card | Slot) for piece in shown.pieces)
    large = cards and len(shown.pieces) <= LARGE_ROW
    return f"### {row(shown, deck)}" if large else row(shown, deck)


def facts(found: Sequence[Fact], deck: Deck) -> str:
    """In one small line; facts with one label stand together."""
    parts: list[str] = []
    for before, fact in zip((None, *found), found, strict=False):
        value = fact.value if fact.seat is None else f"{seat_mark(fact.seat, deck)} {fact.value}"
        same = before is not None and before.label == fact.label
        parts.append(value if same else f"{fact.label}: {value}")
    return " · ".join(parts)


def footer(duel: Duel, deck: Deck) -> str:
    """When the next pick is due, and the seal of the dice."""
    return f"{due(duel)} · {sealed(duel, deck)}"


def due(duel: Duel) -> str:
    return f"Pick due <t:{int(duel.deadline)}:R>"


def sealed(duel: Duel, deck: Deck) -> str:
    """The beginning of the seal: it stands on the board from first to last."""
    return f"{mark('seal', deck)} {duel.seed.seal[:8]}"


def keypad(duel: int, turn: int, screen: Screen, deck: Deck) -> list[list[Wire]]:
    """A button for every choice, always in the same place."""
    if not isinstance(screen.choices, tuple):
        return []
    keys = [_key(duel, turn, choice, deck) for choice in screen.choices]
    return [list(line) for line in in_rows(keys, screen.columns)]


def _key(duel: int, turn: int, choice: Choice, deck: Deck) -> Wire:
    action = DuelAction(Verb.PICK, duel, turn, choice.token)
    if choice.gone:
        return press_button(
            action, f"{choice.label} {choice.gone}", emoji=taken(choice.seat, deck), disabled=True
        )
    style = ButtonStyle.danger if choice.confirm else STYLES[choice.tone]
    return press_button(action, choice.label, style)


def taken(seat: Seat | None, deck: Deck) -> Wire | None:
    """The colour of a seat on a button."""
    if seat is None:
        return None
    return deck.button(COLOURS[seat]) or {"name": PLAIN[COLOURS[seat]]}


def _standing(standing: Standing, seat: Seat, deck: Deck) -> str:
    parts = (standing.score, standing.detail, STATUS.get(standing.status, ""))
    return f"{seat_mark(seat, deck)} **{standing.name}** {' · '.join(filter(None, parts))}"


def _asides(duel: Duel, match: AnyMatch, called: Names) -> list[str]:
    """What concerns the beginning: who the computer is, and the question to those who watch."""
    if match.turn > 1:
        return [opinion(duel, called)]
    return [introduction(duel), QUESTION if duel.takes_votes else ""]


def _below(duel: Duel, match: AnyMatch, deck: Deck) -> list[Wire]:
    """The way to the panel, unless the duel is played right here; the rules; and the votes."""
    room = duel.room
    opener = [button(Verb.PANEL, duel.id, room.guide.verb, main=True)] if room.hides else []
    more = [] if room.hides else [button(Verb.MORE, duel.id, "⋯", match.turn)]
    return [*opener, rules_button(room), *votes(duel, deck), *more]
