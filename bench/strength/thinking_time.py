"""Measures how long a level thinks in positions from its own matches."""

from collections.abc import Sequence
from random import Random as Generator
from statistics import median
from time import thread_time

from bench.strength.matches import player, winner
from games.dice import Dice, Seed
from games.engine import M, V
from games.rival import AnyRival
from games.room import AnyRoom


class TimedRival:
    """Plays like another rival and records the processor time of every pick."""

    def __init__(self, rival: AnyRival) -> None:
        self.times: list[float] = []
        self._rival = rival

    def pick(self, view: V, moves: Sequence[M], dice: Dice) -> M:
        start = thread_time()
        move: M = self._rival.pick(view, moves, dice)
        self.times.append(thread_time() - start)
        return move


def thinking_time(room: AnyRoom, level: str, matches: int) -> float:
    """The median processor time of a pick in milliseconds, without the first match, which reads tables."""
    generator = Generator(1)
    timed = TimedRival(player(room, level))
    for number in range(matches + 1):
        winner(room, Seed(generator.randbytes(32), "strength", "strength"), (timed, timed))
        if number == 0:
            timed.times.clear()
    return 1000 * median(timed.times)
