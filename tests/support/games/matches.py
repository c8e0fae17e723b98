"""Random matches for tests of all games, and shortcuts for tests of one game."""

import importlib
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from games import GAMES
from games.dice import Dice, Seed
from games.engine import AnyGame, Seat
from games.match import AnyMatch, Match
from games.room import AnyRoom
from games.screen import Choice, NumberChoice, Screen

NAMES = ("Ann", "Ben")
rooms = st.sampled_from(GAMES)
randoms = st.integers(0, 2**32).map(Random)


def seed(number: int = 0) -> Seed:
    return Seed(Random(number).randbytes(32), "duel-1", "77")


SECRET_PICKS = [room for room in GAMES if len(Match.start(room.game, seed()).waiting) == 2]
"""The games in which both seats pick at once."""


def dice(number: int = 0, stream: str = "turn 1") -> Dice:
    return Dice(seed(number), stream)


def golden(game: AnyGame) -> AnyMatch:
    """A match with a fixed seed. Its shuffles must never change, because stored matches have to replay."""
    return Match.start(game, Seed(bytes(range(32)), "duel-1", "77"))


def play(match: AnyMatch, *turns: tuple[str | int | None, str | int | None]) -> AnyMatch:
    """Play these turns, each given as the picks of seat 0 and seat 1."""
    for picks in turns:
        turn = match.turn
        for seat, pick in enumerate(picks):
            if pick is not None:
                match = match.submit(1 if seat else 0, str(pick), turn)
        assert match.turn == turn + 1, f"turn {turn} was not played"
    return match


def at_state(game: AnyGame, state: Any) -> AnyMatch:
    """A match in this state, without a history."""
    return Match(game, seed(), state)


def choices_of(screen: Screen) -> tuple[Choice, ...]:
    assert not isinstance(screen.choices, NumberChoice)
    return screen.choices


def random_pick(match: AnyMatch, seat: Seat, random: Random) -> str:
    return str(random.choice(match.legal_moves(seat)))


def step(match: AnyMatch, random: Random) -> AnyMatch:
    """Makes one random pick for a random seat that has to pick."""
    seat = random.choice(match.waiting)
    return match.submit(seat, random_pick(match, seat, random), match.turn)


def played_out(room: AnyRoom, random: Random, until: Callable[[AnyMatch], bool] | None = None) -> AnyMatch:
    """A random match, played to its end or until `until` is true."""
    match = Match.start(room.game, seed(random.getrandbits(32)))
    while match.outcome is None and not (until and until(match)):
        match = step(match, random)
    return match


def somewhere(room: AnyRoom, random: Random) -> AnyMatch:
    """A random match at a random moment. It may have a sealed pick or be over."""
    picks = random.choice((0, 1, 2, 3, 5, 8, 13, 21, 200))
    match = Match.start(room.game, seed(random.getrandbits(32)))
    while match.outcome is None and picks:
        match, picks = step(match, random), picks - 1
    return match


def spec_of(room: AnyRoom) -> ModuleType:
    """The test module of a game. It defines

    - PUBLIC, the fields of a state that everybody sees, and `altered`, which deals the others anew;
    - DEALT: does chance play a part in the first position?
    - `conserved`, which is true while nothing is gained or lost;
    - `longest`, which plays a match that takes as much memory as possible;
    - `events(before, after, reader)`: what happened between two states, one turn apart, that this reader
      (None: everybody) may know of: picks, what they did, forced draws, results, lots, digits opened. Each
      is a tuple of patterns for whole words, to be found in this order in one line of what is shown (see
      `tests.support.games.spoken`), where players go by NAMES and never by "you";
    - `standing(state)`: what the board of every later state must say too, in such tuples: results of
      rounds that are over, cards played, lots won. Both are found out from the states alone, without
      the screens.
    """
    return importlib.import_module(f"tests.games.test_{room.game.key}")
