"""What a panel depends on: as long as its fingerprint stays the same, it shows the same."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.ui.deck.deck import Deck
from bot.ui.duels.panel import panel
from bot.ui.painting.panels import of_panel
from games.engine import SEATS, Seat
from games.match import AnyMatch
from games.room import AnyRoom
from tests.bot.ui.duels.test_secrets import duel_of
from tests.support.arenas import START
from tests.support.games.matches import NAMES, played_out, randoms, rooms

LATER = START + 100


def half_sealed(room: AnyRoom, random: Random) -> AnyMatch:
    """A match that is not over; where both have to pick, one of them may have done so."""
    match = played_out(room, random, until=lambda match: bool(match.waiting) and random.random() < 0.3)
    if len(match.waiting) == 2 and random.random() < 0.7:
        seat = random.choice(SEATS)
        return match.submit(seat, str(random.choice(match.legal_moves(seat))), match.turn)
    return match


@given(rooms, randoms, st.sampled_from(SEATS))
def test_a_panel_with_the_same_fingerprint_shows_the_same(room: AnyRoom, random: Random, seat: Seat) -> None:
    before = duel_of(room, half_sealed(room, random))
    after = before.noted(started=LATER)
    same = of_panel(before, seat) == of_panel(after, seat)
    assert not same or panel(before, seat, NAMES, Deck()) == panel(after, seat, NAMES, Deck())


@given(rooms, randoms)
def test_a_clock_that_starts_changes_only_the_panels_of_those_who_have_to_pick(
    room: AnyRoom, random: Random
) -> None:
    before = duel_of(room, half_sealed(room, random))
    after = before.noted(started=LATER)
    assert before.match is not None
    for seat in SEATS:
        same = of_panel(before, seat) == of_panel(after, seat)
        assert same or before.match.sealed[seat] is None
        assert not same or seat not in before.match.waiting
