"""Somebody presses and types as fast as a machine, to ping another person again and again."""

import asyncio
import re
from collections import Counter

from bot.arena.limits import MAX_CHALLENGES, MAX_LIVE, MAX_PINGS, PAUSE
from sandbox.people.person import Person
from tests.support.databases import rows
from tests.support.evening import Evening, board_of, labels, recorded_pings, wait_for_board


async def resigned(evening: Evening) -> tuple[Person, Person]:
    """A duel that Bob gave up; Ann's last challenge is long enough ago."""
    ann, bob = await evening.duel()
    await evening.both_pick()
    (duel,) = await evening.bot.services.arenas.arena(ann.channel.guild_id).open_of(ann.id)
    await evening.bot.services.arenas.arena(ann.channel.guild_id).resign(duel.id, bob.id)
    await wait_for_board(ann, "Final, by resignation")
    return ann, bob


async def test_sixty_challenges_at_one_instant_ping_once(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    with recorded_pings(evening.sandbox) as pings:
        replies = await asyncio.gather(*(ann.slash("duel highlow", opponent=bob) for _ in range(60)))
    assert pings == Counter({"Bob": 1})
    refused = [reply for reply in replies if reply.message is not None and reply.message.private]
    assert len(refused) == 59
    assert await rows(evening.address, "SELECT count(*) FROM duels") == [(1,)]


async def test_thirty_acceptances_at_one_instant_begin_no_more_duels_than_allowed(evening: Evening) -> None:
    guild, bob = evening.sandbox.world.guild("The Arena"), evening.person("Bob")
    cards = []
    for number in range(30):
        evening.sandbox.world.add_member(guild, f"Player {number}")
        reply = await evening.person(f"Player {number}").slash("duel highlow", opponent=bob)
        assert reply.message is not None
        cards.append(reply.message)
    await asyncio.gather(*(bob.press("Accept", on=card) for card in cards))
    count = "SELECT status, count(*) FROM duels GROUP BY status ORDER BY status"
    assert await rows(evening.address, count) == [("challenge", 30 - MAX_LIVE), ("live", MAX_LIVE)]


async def test_rematch_and_withdraw_in_turn_ping_the_other_player_once(evening: Evening) -> None:
    ann, bob = await resigned(evening)
    over = board_of(ann)
    with recorded_pings(evening.sandbox) as pings:
        for number in range(40):
            await ann.press("Rematch", on=over)
            if "Withdraw" in labels(board_of(ann)):
                await ann.press("Withdraw", on=board_of(ann))
            if number % 4 == 0:
                evening.pass_time(PAUSE)
    assert pings == Counter({"Bob": 1})
    offers = await rows(evening.address, "SELECT count(*) FROM duels WHERE rematch_of IS NOT NULL")
    assert offers == [(11,)]
    evening.pass_time(PAUSE)
    with recorded_pings(evening.sandbox) as pings:
        await bob.press("Rematch", on=over)
    assert pings == Counter({"Ann": 1})


async def test_challenging_and_withdrawing_for_minutes_pings_a_few_times(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    with recorded_pings(evening.sandbox) as pings:
        for _ in range(4 * MAX_CHALLENGES):
            evening.pass_time(PAUSE)
            await ann.slash("duel highlow", opponent=bob)
            assert re.search("Ann challenges @?Bob", board_of(bob).text)
            await ann.press("Withdraw", on=board_of(ann))
    assert pings == Counter({"Bob": MAX_PINGS})
