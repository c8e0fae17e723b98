"""What everybody sees of a duel says nothing of what one player alone may see."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bot.ui.deck.deck import Deck
from bot.ui.duels.messages import public
from bot.ui.duels.panel import panel
from bot.ui.mentions import names
from games.dice import Seed
from games.engine import SEATS, Seat
from games.match import AnyMatch, Match
from games.room import AnyRoom
from tests.support.arenas import DIGITDUEL, NUMBERMATCH, ArenaRig

SEEDS = 20


def until_asked(seat: Seat, match: AnyMatch) -> AnyMatch:
    """The match when this seat has to pick for the first time."""
    while seat not in match.waiting:
        (first,) = match.waiting
        match = match.submit(first, str(match.legal_moves(first)[0]), match.turn)
    return match


def told_apart_by(seat: Seat, room: AnyRoom) -> tuple[AnyMatch, AnyMatch]:
    """Two matches that differ for this seat, and for nobody who watches."""
    random = Random(1)
    seeds = [Seed(random.randbytes(32), "1", "") for _ in range(SEEDS)]
    matches = [until_asked(seat, Match.start(room.game, seed)) for seed in seeds]
    return next(
        (one, two)
        for one, two in combinations(matches, 2)
        if one.view(None) == two.view(None) and one.view(seat) != two.view(seat)
    )


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("room", [NUMBERMATCH, DIGITDUEL], ids=lambda room: room.game.key)
async def test_the_board_is_the_same_whatever_a_player_holds(
    room: AnyRoom, seat: Seat, on_sqlite: ArenaRig
) -> None:
    duel = await on_sqlite.duel(room)
    one, two = (replace(duel, match=match) for match in told_apart_by(seat, room))
    assert panel(one, seat, names(one), Deck()) != panel(two, seat, names(two), Deck())
    assert public(one, Deck()) == public(two, Deck())
