"""No message depends on what its readers may not know: laws over random duels of every game."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.duels.duel import Duel, Ending, Notes, Reason, Status
from bot.duels.pace import PACES
from bot.ui.deck.deck import PICTURES, Deck, Emoji
from bot.ui.duels.calls import reminder, turn
from bot.ui.duels.cards import card
from bot.ui.duels.menu import menu
from bot.ui.duels.messages import public
from bot.ui.duels.panel import panel
from bot.ui.mentions import names
from bot.ui.painting.boards import of_board
from bot.ui.painting.panels import of_panel
from games import GAMES
from games.engine import SEATS, Seat, other
from games.match import AnyMatch, Match
from games.room import AnyRoom
from tests.support.arenas import ANN, BEN, CHANNEL, DIGITDUEL, GUILD, NUMBERMATCH, START
from tests.support.games.matches import (
    NAMES,
    SECRET_PICKS,
    played_out,
    randoms,
    rooms,
    seed,
    somewhere,
    spec_of,
)

SPECS = {room.game.key: spec_of(room) for room in GAMES}


def with_pictures() -> Deck:
    deck = Deck()
    deck.turn_on({name: Emoji(number, name) for number, name in enumerate(PICTURES, 1)})
    return deck


decks = st.sampled_from((Deck(), with_pictures()))
endings = st.sampled_from((None, Reason.RESIGNED, Reason.TIME, Reason.PLACE_GONE))
"""How a duel ended whose match is not over; None if it goes on."""


def duel_of(room: AnyRoom, match: AnyMatch, left: Reason | None = None) -> Duel:
    duel = Duel(
        *(1, GUILD, room, ANN, BEN, PACES[0]),
        rated=True,
        secret=bytes(32),
        created=START,
        notes=Notes(CHANNEL, 30, started=START),
        status=Status.LIVE,
        accepted="77",
        players=(ANN, BEN),
        match=match,
        turn_began=START,
    )
    if match.outcome:
        return replace(duel, status=Status.WON, ending=Ending(match.outcome.winner, Reason.RULES, START))
    if left is None:
        return duel
    winner: Seat | None = 0 if duel.is_under_way and left is not Reason.PLACE_GONE else None
    status = Status.VOID if winner is None else Status.WON
    return replace(duel, status=status, ending=Ending(winner, left, START))


def seen_by_all(duel: Duel, deck: Deck) -> tuple[object, ...]:
    """Whatever stands in a channel, what a spectator gets in private, and when a board is painted anew."""
    called = [mention for mention, person in zip(names(duel), (ANN, BEN), strict=True) if person in duel.late]
    calls = (turn(duel, called), reminder(duel, called)) if called else ()
    watching = menu(duel, None)
    return public(duel, deck), card(duel, 40, deck), *calls, watching, of_board(duel)


def seen_by(seat: Seat, duel: Duel, deck: Deck) -> tuple[object, ...]:
    """What everybody sees, and what this player alone is shown."""
    own = panel(duel, seat, NAMES, deck), menu(duel, seat), of_panel(duel, seat)
    return *seen_by_all(duel, deck), *own


def twin_of(duel: Duel, reader: Seat | None, random: Random) -> Duel:
    """The same duel with everything dealt anew that the reader can't know."""
    match = _match(duel)
    state: Any = SPECS[duel.room.game.key].altered(match.state, reader, random)
    return replace(duel, match=Match(match.game, match.seed, state, match.turns, match.sealed))


def sealed_picks(duel: Duel, seat: Seat) -> list[Duel]:
    """The duel after each pick that this seat may seal."""
    match = _match(duel)
    moves = match.legal_moves(seat)
    return [replace(duel, match=match.submit(seat, str(move), match.turn)) for move in moves]


def both_to_pick(room: AnyRoom, random: Random) -> AnyMatch:
    match = played_out(room, random, until=lambda match: len(match.waiting) == 2 and random.random() < 0.3)
    return Match.start(room.game, seed()) if match.outcome else match


def _match(duel: Duel) -> AnyMatch:
    assert duel.match is not None
    return duel.match


def _different(shown: Callable[[Duel], object], duels: Iterable[Duel]) -> int:
    return len({repr(shown(duel)) for duel in duels})


@given(rooms, randoms, endings, decks)
def test_what_everybody_sees_depends_on_nothing_hidden(
    room: AnyRoom, random: Random, left: Reason | None, deck: Deck
) -> None:
    duel = duel_of(room, somewhere(room, random), left)
    assert seen_by_all(twin_of(duel, None, random), deck) == seen_by_all(duel, deck)


@given(rooms, randoms, endings, st.sampled_from(SEATS), decks)
def test_what_a_player_sees_depends_on_nothing_hidden_from_that_player(
    room: AnyRoom, random: Random, left: Reason | None, seat: Seat, deck: Deck
) -> None:
    duel = duel_of(room, somewhere(room, random), left)
    assert seen_by(seat, twin_of(duel, seat, random), deck) == seen_by(seat, duel, deck)


@given(st.sampled_from(SECRET_PICKS), randoms, endings, st.sampled_from(SEATS), decks)
def test_nothing_that_others_see_depends_on_a_sealed_pick(
    room: AnyRoom, random: Random, left: Reason | None, seat: Seat, deck: Deck
) -> None:
    before = duel_of(room, both_to_pick(room, random))
    after = [duel_of(room, _match(duel), left) for duel in sealed_picks(before, seat)]
    assert _different(lambda duel: seen_by(other(seat), duel, deck), after) == 1


@pytest.mark.parametrize("room", SECRET_PICKS, ids=lambda room: room.game.key)
def test_a_player_is_told_the_own_sealed_pick(room: AnyRoom) -> None:
    after = sealed_picks(duel_of(room, Match.start(room.game, seed())), 0)
    assert _different(lambda duel: panel(duel, 0, NAMES, Deck()), after) == len(after)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("room", [NUMBERMATCH, DIGITDUEL], ids=lambda room: room.game.key)
def test_a_player_is_shown_what_others_may_not_know(room: AnyRoom, seat: Seat) -> None:
    """So the duels that look alike to everybody else are really different."""
    random = Random(1)
    match = played_out(room, random, until=lambda match: match.turn > 1 and match.waiting == (seat,))
    duel = duel_of(room, match)
    twins = [twin_of(duel, None, random) for _ in range(20)]
    assert _different(lambda twin: panel(twin, seat, NAMES, Deck()), twins) > 1
    assert _different(lambda twin: seen_by_all(twin, Deck()), [duel, *twins]) == 1
