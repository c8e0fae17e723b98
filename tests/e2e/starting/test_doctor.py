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


async def test_discord_is_asked_what_the_application_lacks_and_nothing_is_changed(evening: Evening) -> None:
    exchanges = evening.sandbox.traffic.exchanges
    exchanges.clear()
    found = await examined(evening.sandbox.environment | {"DATABASE_URL": evening.address})
    parts = ("application", "permissions", "commands", "emoji", "sessions", "invitation", "intents", "clock")
    assert {found[part].mark for part in parts} == {Mark.OK}
    assert "User Install" in found["installation"].sentence
    assert "client_id=" in found["invitation"].sentence
    assert {exchange.method for exchange in exchanges} == {"GET"}


async def test_a_token_that_discord_refuses_is_said(evening: Evening) -> None:
    env = evening.sandbox.environment | {"DISCORD_TOKEN": "another", "DATABASE_URL": evening.address}
    found = await examined(env)
    assert found["application"].mark is Mark.BAD
    assert "another" not in found["application"].sentence


async def test_without_a_token_the_doctor_says_what_to_do(evening: Evening) -> None:
    env = evening.sandbox.environment | {"DISCORD_TOKEN": "", "DATABASE_URL": evening.address}
    found = await examined(env)
    assert "https://discord.com/developers/applications" in found["application"].sentence


async def test_an_address_that_discord_shuts_out_is_told_to_wait(evening: Evening) -> None:
    evening.sandbox.faults.ban(3600.0)
    found = await examined(evening.sandbox.environment | {"DATABASE_URL": evening.address})
    assert found["application"].mark is Mark.LOOK
    assert "try again in an hour" in found["application"].sentence
