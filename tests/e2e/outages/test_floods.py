"""One person, or one server, asks for much at one instant: the others notice nothing of it."""

import asyncio
from collections import Counter

from sandbox.people.person import NotAsExpected, Person
from tests.support.evening import Evening, eventually, panel_of, private_text
from tests.support.finished_duels import FinishedDuel, insert_duels

REQUESTS = 40
DUELS = 400


async def served(evening: Evening, person: Person, guild: int) -> None:
    """This person has finished many duels."""
    story = [FinishedDuel(person.id, 5, guild=guild)] * DUELS
    await insert_duels(evening.bot.services.database, story)


def exports_of(person: Person) -> list[tuple[str, ...]]:
    return [seen.files for seen in person.sees().messages if seen.files]


async def test_forty_exports_at_one_instant_are_one_export_and_leave_no_press_unanswered(
    evening: Evening,
) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await served(evening, ann, next(iter(evening.sandbox.world.guilds)))
    asked = [asyncio.create_task(ann.slash("mydata export")) for _ in range(REQUESTS)]
    for _ in range(30):
        assert private_text(await bob.slash("duels")).startswith("You are in no duel here.")
    answers = Counter(
        reply.message.text for reply in await asyncio.gather(*asked) if reply.message and reply.message.text
    )
    assert answers == {"You have asked for this just now. Try again in 60 seconds.": REQUESTS - 1}

    async def is_sent() -> bool:
        return exports_of(ann) == [("mydata.json",)]

    await eventually(is_sent)
    assert _refusals(evening) == REQUESTS - 1
    evening.pass_time(60)
    await ann.slash("mydata export")

    async def is_sent_again() -> bool:
        return len(exports_of(ann)) == 2

    await eventually(is_sent_again)


def _refusals(evening: Evening) -> float:
    found = evening.bot.services.metrics.refusals.labels("queues.check")
    return sum(
        sample.value for sample in next(iter(found.collect())).samples if sample.name.endswith("_total")
    )


async def test_somebody_who_asks_for_many_pages_at_one_instant_is_told_to_wait(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    asked = [asyncio.create_task(ann.slash("leaderboard")) for _ in range(REQUESTS)]
    assert "🏆 All games" in await said(bob)
    texts = [reply.message.text for reply in await asyncio.gather(*asked) if reply.message]
    refused = "You have asked for several already. Wait for the answers, then try again."
    assert len(texts) == REQUESTS, "every one of them is answered"
    assert 0 < texts.count(refused) < REQUESTS


async def said(person: Person) -> str:
    """The page, also if it comes after its press was acknowledged."""
    reply = await person.slash("leaderboard")

    async def is_there() -> bool:
        return reply.message is not None and bool(reply.message.text)

    await eventually(is_there)
    assert reply.message is not None
    return reply.message.text


async def test_a_burst_of_commands_in_one_server_is_answered_and_so_is_everybody_else(
    evening: Evening,
) -> None:
    ann, bob = await evening.duel_with_panels()
    burst = [asyncio.create_task(ann.slash("duels")) for _ in range(150)]
    lonely = evening.person("Cleo").go_to_dms()
    assert "What is kept" in private_text(await lonely.slash("privacy"))
    await bob.press("5", on=panel_of(bob))
    unanswered = [
        each
        for each in await asyncio.gather(*burst, return_exceptions=True)
        if isinstance(each, NotAsExpected)
    ]
    assert unanswered == []
