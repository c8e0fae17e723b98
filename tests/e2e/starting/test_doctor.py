"""`gauntlet doctor` beside a bot that runs."""

import asyncio

from bot.doctor import Finding, Mark, examine
from tests.support.evening import Evening, panel_of


async def examined(env: dict[str, str]) -> dict[str, Finding]:
    """In a thread, because the bot has to go on meanwhile."""
    found = await asyncio.to_thread(asyncio.run, examine(env))
    return {finding.part: finding for finding in found}


async def test_a_running_bot_is_asked_how_long_its_commits_take_and_goes_on(evening: Evening) -> None:
    evening.health = ("127.0.0.1", 0)
    await evening.reopen()
    assert evening.bot.health is not None
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    env = evening.sandbox.environment | {
        "DATABASE_URL": evening.address,
        "HEALTH_PORT": evening.bot.health.address.rpartition(":")[2],
    }
    found = await examined(env)
    assert {found[part].mark for part in ("settings", "integrity", "version", "schema")} == {Mark.OK}
    if evening.address.startswith("sqlite:"):
        assert "since the bot's start" in found["commits"].sentence
    await bob.press("5", on=panel_of(bob))
    assert await evening.bot.services.storage.count_live() == 1
