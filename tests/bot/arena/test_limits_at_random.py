"""A few people try everything at once in two processes, and no limit is ever broken."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from bench.rig.manual_time import ManualTime
from bot.arena.limits import MAX_CHALLENGES, MAX_PINGS, PAUSE
from bot.database.schema import duels
from bot.duels.duel import OPEN, Duel, Status
from bot.duels.pace import HOUR
from games.engine import Refused
from tests.bot.arena.test_limits import SPROUT, against_computer, challenge
from tests.support.arenas import (
    START,
    ArenaRig,
    open_rig,
    resigned,
)
from tests.support.project import SOAK

COMPUTER = 99
LIVE = 2
"""The allowed number of live duels here: a few people never reach the real one."""


@dataclass(frozen=True)
class Act:
    """What a person tries in one of the processes; `which` chooses another person, or a duel."""

    process: int
    person: int
    what: str
    which: int


Evening: TypeAlias = list[tuple[float, list[Act]]]
"""Seconds that pass, and what is then tried at one instant; again and again."""
WAYS = ("challenge", "open", "computer", "take up", "accept", "decline", "withdraw", "rematch", "resign")
ACTS = st.builds(Act, st.integers(0, 1), st.integers(0, 2), st.sampled_from(WAYS), st.integers(0, 5))
INSTANTS = st.tuples(st.sampled_from([0.0, 1.0, PAUSE, PAUSE, HOUR / 4]), st.lists(ACTS, max_size=8))
newcomers = count(1000, 3)


@dataclass
class People:
    """Three people who have never played before."""

    rigs: list[ArenaRig]
    ids: list[int]
    pings: list[int] = field(default_factory=list)
    """The challenges whose messages would have pinged somebody."""

    async def spend(self, evening: Evening) -> None:
        for seconds, acts in evening:
            self.rigs[0].time.now += seconds
            there = await self.duels()
            answers = await asyncio.gather(*(self._try(act, there) for act in acts), return_exceptions=True)
            assert [each for each in answers if each is not None and not isinstance(each, Refused)] == []
            self.check(await self.duels())

    async def duels(self) -> list[Duel]:
        query = select(duels.c.id).where(duels.c.challenger.in_(self.ids)).order_by(duels.c.created)
        async with self.rigs[0].database.reading() as connection:
            ids = [*(await connection.execute(query)).scalars()]
        found = [await self.rigs[0].storage.duel(each) for each in ids]
        return [duel for duel in found if duel is not None]

    async def _try(self, act: Act, there: Sequence[Duel]) -> None:
        rig, person = self.rigs[act.process], self.ids[act.person]
        if act.what == "challenge":
            await self._announce(rig, await challenge(rig, person, self.ids[act.which % 3]))
        elif act.what == "open":
            await challenge(rig, person, None)
        elif act.what == "computer":
            await against_computer(rig, person)
        elif there:
            await self._answer(rig, person, act.what, there[-1 - act.which % len(there)].id)

    async def _answer(self, rig: ArenaRig, person: int, what: str, duel: int) -> None:
        if what == "accept":
            await rig.arena.accept(duel, person, 77)
        elif what == "decline":
            await rig.arena.decline(duel, person)
        elif what == "withdraw":
            await rig.arena.withdraw(duel, person)
        elif what == "resign":
            await resigned(rig.arena, duel, person)
        elif what == "take up":
            await rig.arena.play_computer(duel, person, SPROUT, COMPUTER, 77)
        else:
            await self._announce(rig, await rig.arena.rematch(duel, person, 77))

    async def _announce(self, rig: ArenaRig, duel: Duel) -> None:
        if duel.status is Status.CHALLENGE and await rig.arena.may_ping(duel):
            self.pings.append(duel.id)

    def check(self, there: Sequence[Duel]) -> None:
        for person in self.ids:
            made = [duel for duel in there if duel.challenger == person]
            played = [duel for duel in there if duel.seat_of(person) is not None]
            assert sum(duel.status is Status.CHALLENGE for duel in made) <= MAX_CHALLENGES
            assert sum(duel.status is Status.LIVE for duel in played) <= LIVE
            assert all(after.created - before.created >= PAUSE for before, after in pairwise(made))
        rematches = Counter(duel.rematch_of for duel in there if duel.status in OPEN and duel.rematch_of)
        assert max(rematches.values(), default=0) <= 1
        self._check_pings([duel for duel in there if duel.id in self.pings])

    def _check_pings(self, pinged: Sequence[Duel]) -> None:
        for_rematches = Counter((duel.rematch_of, duel.challenged) for duel in pinged if duel.rematch_of)
        assert max(for_rematches.values(), default=0) <= 1
        in_vain = [duel for duel in pinged if duel.accepted is None]
        for last in in_vain:
            before = [
                duel
                for duel in in_vain
                if (duel.challenger, duel.challenged) == (last.challenger, last.challenged)
                and last.created - HOUR < duel.created <= last.created
            ]
            assert len(before) <= MAX_PINGS


async def two_processes(address: str) -> list[ArenaRig]:
    time = ManualTime(START)
    return [await open_rig(address, time) for _ in range(2)]


def test_no_limit_is_broken_whatever_is_tried_at_once(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.arena.limits.MAX_LIVE", LIVE)
    with asyncio.Runner() as runner:
        rigs = runner.run(two_processes(postgresql))

        @settings(max_examples=1000 if SOAK else 30)
        @given(st.lists(INSTANTS, min_size=1, max_size=12))
        def spend(evening: Evening) -> None:
            first = next(newcomers)
            people = People(rigs, [first, first + 1, first + 2])
            runner.run(people.spend(evening))

        spend()
        for rig in rigs:
            runner.run(rig.close())
