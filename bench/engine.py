"""Measures how fast random matches and replays of all games are, beside OpenSpiel's Python tic-tac-toe."""

from importlib.util import find_spec
from random import Random
from statistics import mean

from bench.rig.compare import PAIRS, Work, compare, speed
from games import EDITIONS, GAMES
from games.dice import Seed
from games.match import AnyMatch, Match
from games.records.codec import dump, load
from games.room import AnyRoom

COLUMNS = "{:<14}{:>11}{:>13}{:>11}{:>11}   {}"
LOGS = 20


def report() -> str:
    reference = _tic_tac_toe() if find_spec("pyspiel") else None
    lines = [
        f"Engine: processor time, median of {PAIRS} pairs; ratios are moves per second against the reference",
        COLUMNS.format("game", "matches/s", "moves/match", "us/move", "replays/s", "ratio"),
        *(_row(room, reference) for room in GAMES),
    ]
    if reference is None:
        return "\n".join(
            [*lines, "No reference, because open_spiel is not installed (make bench installs it)."]
        )
    moves, null = compare(reference, reference)
    return "\n".join(
        [*lines, COLUMNS.format("tic-tac-toe", "", "", f"{1e6 / moves:.1f}", "", f"{null}  null test")]
    )


def _row(room: AnyRoom, reference: Work | None) -> str:
    random = Random(1)
    per_match = mean(_play(room, random)[1] for _ in range(300))
    work = lambda: _play(room, random)[1]  # noqa: E731
    moves, ratio = compare(work, reference) if reference else (speed(work), None)
    logs = [dump(_play(room, random)[0]) for _ in range(LOGS)]
    replays = speed(lambda: len([load(log, EDITIONS) for log in logs]))
    return COLUMNS.format(
        room.game.key,
        f"{moves / per_match:,.0f}",
        f"{per_match:.1f}",
        f"{1e6 / moves:.1f}",
        f"{replays:,.0f}",
        ratio or "-",
    )


def _play(room: AnyRoom, random: Random) -> tuple[AnyMatch, int]:
    """Plays a random match and counts its picks."""
    match: AnyMatch = Match.start(room.game, Seed(random.randbytes(32), "bench", "bench"))
    moves = 0
    while match.outcome is None:
        for seat in match.waiting:
            match = match.submit(seat, str(random.choice(match.legal_moves(seat))), match.turn)
            moves += 1
    return match, moves


def _tic_tac_toe() -> Work:
    import pyspiel  # noqa: PLC0415 - an optional dependency
    from open_spiel.python.games import tic_tac_toe  # noqa: F401, PLC0415 - importing it registers the game

    game, random = pyspiel.load_game("python_tic_tac_toe"), Random(1)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return play
