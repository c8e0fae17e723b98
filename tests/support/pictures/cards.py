"""What the bot draws of duels in all kinds of states: challenges, boards, panels and ends."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from bot.duels.computer import levels_of
from bot.duels.duel import Duel
from bot.ui.deck.deck import Deck
from bot.ui.duels.messages import public
from bot.ui.duels.panel import panel
from bot.ui.wire.sheet import MENTION, Sheet, Wire
from games.engine import SEATS, Seat
from games.match import AnyMatch
from tests.support.pictures.positions import positions
from tests.support.pictures.states import States

CALLED = ("Ann", "Bob")
LONGEST, ANY = 16, 6
"""How many are drawn of each kind: those with most text, and some at random."""
PLAIN = Deck()
LINE = 46
"""Letters that fit into a line on a phone, about."""
Draw: TypeAlias = Callable[[Duel, Deck], Sheet]


@dataclass(frozen=True)
class Card:
    kind: str
    name: str
    sheet: Sheet


def cards(states: States, deck: Deck) -> Iterator[Card]:
    """The kinds are those that have a limit: challenge, live, panel, final."""
    found = positions(states.room)
    live = [match for match in found if match.outcome is None]
    over = [match for match in found if match.outcome is not None]
    under_way = [match for match in live if states.live(match).is_under_way]
    for name, duel in states.challenges():
        yield Card("challenge", name, public(duel, deck, CALLED))
    yield Card("live", "with votes", public(states.voted(live[0]), deck))
    for level in levels_of(states.room):
        yield Card("live", f"against {level.name}", public(states.against_computer(live[0], level), deck))
    yield from _drawn("live", live, states.live, public, deck)
    for seat in SEATS:
        yield from _drawn("panel", live, states.live, _panel_of(seat), deck)
        yield from _drawn("panel", live, states.slow, _panel_of(seat), deck)
        yield from _drawn("panel", over, states.won, _panel_of(seat), deck)
    yield from _drawn("final", over, states.won, public, deck)
    for ended in (states.given_up, states.won_on_time):
        yield from _drawn("final", under_way, ended, public, deck)
    yield Card("final", "called off", public(states.called_off(live[0]), deck))


def _panel_of(seat: Seat) -> Draw:
    return lambda duel, deck: panel(duel, seat, CALLED, deck)


def _drawn(
    kind: str, among: Sequence[AnyMatch], state: Callable[[AnyMatch], Duel], draw: Draw, deck: Deck
) -> Iterator[Card]:
    """Those with most text, and some at random."""
    duels = [state(match) for match in among]
    ordered = sorted(duels, key=lambda duel: _length(draw(duel, PLAIN)), reverse=True)
    others = ordered[LONGEST:]
    for duel in (*ordered[:LONGEST], *Random(kind).sample(others, min(ANY, len(others)))):
        turns = len(duel.match.turns) if duel.match else 0
        yield Card(kind, f"{duel.status} after {turns} turns", draw(duel, deck))


def _length(sheet: Sheet) -> tuple[int, int]:
    """How many lines the texts take, about, and their letters."""
    lines = [line for text in _texts(sheet.parts) for line in MENTION.sub("@Ann", text).split("\n")]
    return sum(1 + len(line) // LINE for line in lines), sum(map(len, lines))


def _texts(parts: Sequence[Wire]) -> Iterator[str]:
    for part in parts:
        if "content" in part:
            yield part["content"]
        yield from _texts(part.get("components", ()))
