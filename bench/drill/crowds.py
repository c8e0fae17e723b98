"""Crowds at one instant: challenges, acceptances, and exports beside people who play."""

import asyncio
from collections.abc import Awaitable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.drill.outcome import Outcome
from bench.drill.play import GUILDS, Table, seated
from bench.rig import postgres
from bench.rig.rows import rows
from bot.arena.limits import MAX_CHALLENGES, MAX_LIVE
from bot.database import SQLITE
from sandbox.people.person import NotAsExpected, Reply

CHALLENGES, ACCEPTANCES, EXPORTS = 60, 30, 40


async def part(seed: int) -> list[Outcome]:
    with TemporaryDirectory(prefix="gauntlet-drill-") as folder:
        found = await _on(f"{SQLITE}{Path(folder) / 'gauntlet.db'}", "SQLite", seed)
    if postgres.missing() is None:
        with postgres.running() as server:
            found += await _on(server.make("gauntlet"), "PostgreSQL", seed)
    return found


async def _on(address: str, kind: str, seed: int) -> list[Outcome]:
    async with seated(address, seed) as table:
        return [
            await _challenge(table, address, Outcome(f"challenges at one instant, {kind}")),
            await _accept(table, address, Outcome(f"acceptances at one instant, {kind}")),
            await _export(table, Outcome(f"exports at one instant, {kind}")),
        ]


async def _challenge(table: Table, address: str, outcome: Outcome) -> Outcome:
    ann, bob = (table.sandbox.person(name, reaction=0) for name in table.pairs[0].names)
    await _all(ann.slash("duel highlow", opponent=bob) for _ in range(CHALLENGES))
    ((made,),) = await rows(address, f"SELECT count(*) FROM duels WHERE challenger = {ann.id}")  # noqa: S608
    outcome.tried += CHALLENGES
    if not 1 <= made <= MAX_CHALLENGES:
        outcome.wrong.append(f"{made} challenges were made")
    return outcome


async def _accept(table: Table, address: str, outcome: Outcome) -> Outcome:
    """Everybody else challenges the one who then accepts all at once."""
    names = [name for pair in table.pairs[::GUILDS] for name in pair.names]
    popular = table.sandbox.person(names[-1], reaction=0)
    hosts = [table.sandbox.person(name, reaction=0).go_to(popular.channel) for name in names[:-1]]
    for _ in range(MAX_CHALLENGES):
        await _all(host.slash("duel ten", opponent=popular) for host in hosts)
        await asyncio.sleep(5.1)
    offers = [
        each for each in popular.sees().messages if any(":accept:" in b.custom_id for b in each.buttons)
    ]
    await _all(popular.press("Accept", on=offer) for offer in offers[:ACCEPTANCES])
    query = f"SELECT count(*) FROM duels WHERE status = 'live' AND challenged = {popular.id}"  # noqa: S608
    ((live,),) = await rows(address, query)
    outcome.tried += len(offers)
    if not min(MAX_LIVE, len(offers)) // 2 < live <= MAX_LIVE:
        outcome.wrong.append(f"{live} of {len(offers)} challenges were accepted")
    return outcome


async def _export(table: Table, outcome: Outcome) -> Outcome:
    """One person asks for everything at once, and everybody else plays on."""
    greedy = table.sandbox.person(table.pairs[0].names[0], reaction=0)
    table.play()
    await table.until_picked(10)
    before = table.observed.unanswered
    asked = await _all(greedy.slash("mydata export") for _ in range(EXPORTS))
    await table.until_picked(10)
    outcome.tried += EXPORTS
    outcome.wrong += [str(each) for each in asked if isinstance(each, BaseException)]
    outcome.wrong += ["a press of somebody else failed"] * (table.observed.unanswered - before)
    await table.rest()
    return outcome


async def _all(presses: Iterable[Awaitable[Reply]]) -> list[Any]:
    """Presses at one instant. What a person could not press any more is an error among the answers."""
    answers = await asyncio.gather(*presses, return_exceptions=True)
    return [each for each in answers if not _too_late(each)]


def _too_late(answer: object) -> bool:
    return isinstance(answer, NotAsExpected) and "did not answer" not in str(answer)
