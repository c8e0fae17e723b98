"""Limits hold at one instant, after a restart, and against those who would ping somebody again and again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from types import SimpleNamespace

import pytest
from sqlalchemy import text

from bench.rig.manual_time import ManualTime
from bot.arena.limits import MAX_CHALLENGES, MAX_LIVE, MAX_PINGS, PAUSE
from bot.duels.duel import CHALLENGE_LIFE, Duel, Status
from bot.duels.pace import HOUR, PACES
from games.engine import Refused
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    HIGHLOW,
    START,
    TEN,
    ArenaRig,
    open_rig,
    resigned,
)

COMPUTER = 99
CHALLENGERS = range(100, 130)
SPROUT = "sprout"


class HurriedTime(ManualTime):
    """Every look at it is later than the last by the pause, so that only the other limits count."""

    def __call__(self) -> float:
        self.now += PAUSE
        return self.now


@pytest.fixture
async def hurried(address: str) -> AsyncIterator[ArenaRig]:
    opened = await open_rig(address, HurriedTime(START))
    yield opened
    await opened.close()


async def at_once(attempts: Iterable[Awaitable[Duel]]) -> tuple[list[Duel], list[str]]:
    """What was done and what was refused. Anything else fails the test."""
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refused):
            raise answer
    done = [answer for answer in answers if isinstance(answer, Duel)]
    return done, [str(answer) for answer in answers if isinstance(answer, Refused)]


async def challenge(rig: ArenaRig, by: int = ANN, to: int | None = BEN) -> Duel:
    """Makes a challenge now."""
    return await rig.arena.challenge(by, to, HIGHLOW, PACES[0], rated=True, channel=CHANNEL)


async def against_computer(rig: ArenaRig, person: int = ANN) -> Duel:
    offer = await rig.arena.challenge(
        person, COMPUTER, TEN, PACES[0], rated=True, channel=CHANNEL, rival=SPROUT
    )
    return await rig.arena.accept(offer.id, person, 77)


async def busy(rig: ArenaRig, person: int, duels: int) -> list[Duel]:
    """Begins so many duels against the computer."""
    begun = []
    for _ in range(duels):
        rig.time.now += PAUSE
        begun.append(await against_computer(rig, person))
    rig.time.now += PAUSE
    return begun


async def count(rig: ArenaRig, status: Status) -> int:
    found = await rig.database.execute(text(f"SELECT count(*) FROM duels WHERE status = '{status}'"))  # noqa: S608
    return int(found.scalar())


async def finished(rig: ArenaRig) -> Duel:
    over = await resigned(rig.arena, (await rig.duel()).id, ANN)
    rig.time.now += PAUSE
    return over


async def test_of_sixty_challenges_at_one_instant_one_is_made(rig: ArenaRig) -> None:
    made, refused = await at_once(challenge(rig, to=person) for person in range(100, 160))
    assert len(made) == 1
    assert all("That was quick" in sentence for sentence in refused)
    assert await count(rig, Status.CHALLENGE) == 1
    assert rig.recorded.changes == made


async def test_of_sixty_challenges_at_one_instant_no_more_are_open_than_allowed(hurried: ArenaRig) -> None:
    made, refused = await at_once(challenge(hurried) for _ in range(60))
    assert len(made) == MAX_CHALLENGES
    assert all("Withdraw one first" in sentence for sentence in refused)
    assert await count(hurried, Status.CHALLENGE) == MAX_CHALLENGES
    assert sum([await hurried.arena.may_ping(each) for each in made]) <= MAX_PINGS


async def test_a_limit_counts_the_challenges_of_all_guilds(rig: ArenaRig) -> None:
    made, _ = await at_once(
        rig.arenas.arena(guild).challenge(ANN, BEN, TEN, PACES[0], rated=True, channel=CHANNEL)
        for guild in range(10, 30)
    )
    assert len(made) == 1


async def test_of_thirty_acceptances_at_one_instant_no_more_are_live_than_allowed(rig: ArenaRig) -> None:
    offers = [await challenge(rig, by=person) for person in CHALLENGERS]
    live, refused = await at_once(rig.arena.accept(offer.id, BEN, 77) for offer in offers)
    assert len(live) == MAX_LIVE
    assert all("Finish one first" in sentence for sentence in refused)
    assert await count(rig, Status.LIVE) == MAX_LIVE
    await resigned(rig.arena, live[0].id, BEN)
    left = next(offer for offer in offers if offer.id not in {duel.id for duel in live})
    assert (await rig.arena.accept(left.id, BEN, 78)).status is Status.LIVE


async def test_the_duels_of_the_challenger_are_counted_too(rig: ArenaRig) -> None:
    offers = []
    for person in (BEN, CLEO, 4):
        rig.time.now += PAUSE
        offers.append(await challenge(rig, to=person))
    for offer in offers[:MAX_CHALLENGES]:
        await rig.arena.place(offer.id, CHANNEL, offer.id)
    for stranger in range(100, 100 + MAX_LIVE - 1):
        given = await challenge(rig, by=stranger, to=ANN)
        await rig.arena.accept(given.id, ANN, 77)
    live, refused = await at_once(rig.arena.accept(each.id, each.challenged or 0, 77) for each in offers)
    assert len(live) == 1
    assert all(f"<@{ANN}> is in {MAX_LIVE} duels already" in sentence for sentence in refused)


async def test_of_thirty_duels_against_the_computer_at_one_instant_none_is_left_half_made(
    hurried: ArenaRig,
) -> None:
    live, _ = await at_once(against_computer(hurried) for _ in range(30))
    assert 0 < len(live) <= MAX_LIVE
    assert await count(hurried, Status.LIVE) == len(live)
    assert await count(hurried, Status.CHALLENGE) <= MAX_CHALLENGES


async def test_a_duel_with_the_computer_that_came_too_late_waits_until_another_is_over(rig: ArenaRig) -> None:
    await busy(rig, ANN, MAX_LIVE - 1)
    offer = await rig.arena.challenge(ANN, COMPUTER, TEN, PACES[0], rated=True, channel=CHANNEL, rival=SPROUT)
    await rig.arena.accept((await challenge(rig, by=BEN, to=ANN)).id, ANN, 77)
    with pytest.raises(Refused, match="Finish one first"):
        await rig.arena.accept(offer.id, ANN, 78)
    assert (await rig.arena.duel(offer.id)).status is Status.CHALLENGE


async def test_the_computer_takes_up_no_more_expired_challenges_than_allowed(rig: ArenaRig) -> None:
    offers = []
    for _ in range(MAX_CHALLENGES):
        rig.time.now += PAUSE
        offers.append(await challenge(rig, to=None))
    await rig.pass_time(CHALLENGE_LIFE)
    await busy(rig, ANN, MAX_LIVE - 1)
    live, refused = await at_once(
        rig.arena.play_computer(offer.id, ANN, SPROUT, COMPUTER, 77) for offer in offers
    )
    assert (len(live), len(refused)) == (1, 2)
    assert await count(rig, Status.LIVE) == MAX_LIVE


async def test_an_attempt_that_was_refused_starts_no_pause(rig: ArenaRig) -> None:
    await rig.storage.block(BEN, ANN)
    for other in (BEN, ANN):
        with pytest.raises(Refused):
            await challenge(rig, to=other)
    assert (await challenge(rig, to=CLEO)).status is Status.CHALLENGE


async def test_a_challenge_that_was_not_saved_starts_no_pause(
    rig: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = await challenge(rig, by=CLEO)
    with monkeypatch.context() as patch:
        chance = SimpleNamespace(randbits=lambda _: taken.id, token_bytes=bytes)
        patch.setattr("bot.arena.arena.secrets", chance)
        with pytest.raises(Exception, match=r"(?i)unique"):
            await challenge(rig)
    assert (await challenge(rig)).status is Status.CHALLENGE


async def test_withdrawing_does_not_shorten_the_pause(rig: ArenaRig) -> None:
    await rig.arena.withdraw((await challenge(rig)).id, ANN)
    with pytest.raises(Refused, match="quick"):
        await challenge(rig)
    rig.time.now += PAUSE
    await challenge(rig)


async def test_a_rematch_knows_the_pause_of_challenges(rig: ArenaRig) -> None:
    over = await finished(rig)
    offer = await rig.arena.rematch(over.id, ANN, 78)
    await rig.arena.withdraw(offer.id, ANN)
    with pytest.raises(Refused, match="quick"):
        await rig.arena.rematch(over.id, ANN, 79)
    with pytest.raises(Refused, match="quick"):
        await challenge(rig, to=CLEO)
    rig.time.now += PAUSE
    assert (await rig.arena.rematch(over.id, ANN, 80)).status is Status.CHALLENGE


async def test_the_pause_outlives_a_restart_and_a_clock_that_is_set_back(address: str) -> None:
    rig = await open_rig(address)
    await rig.arena.withdraw((await challenge(rig)).id, ANN)
    await rig.close()
    again = await open_rig(address, ManualTime(START + PAUSE / 2))
    with pytest.raises(Refused, match="quick"):
        await challenge(again)
    again.time.now = START - HOUR
    await challenge(again)
    await again.close()


async def test_the_rematches_of_a_duel_ping_the_other_player_once(address: str) -> None:
    rig = await open_rig(address)
    over = await finished(rig)
    pings = []
    for _ in range(3):
        offer = await rig.arena.rematch(over.id, ANN, 78)
        pings.append(await rig.arena.may_ping(offer))
        await rig.arena.withdraw(offer.id, ANN)
        rig.time.now += 2 * HOUR
    await rig.close()
    again = await open_rig(address, ManualTime(rig.time.now))
    offer = await again.arena.rematch(over.id, ANN, 78)
    pings.append(await again.arena.may_ping(offer))
    assert pings == [True, False, False, False]
    await again.arena.withdraw(offer.id, ANN)
    assert await again.arena.may_ping(await again.arena.rematch(over.id, BEN, 78))
    await again.close()


async def test_each_finished_duel_pings_for_its_own_rematch(rig: ArenaRig) -> None:
    over = await finished(rig)
    first = await rig.arena.rematch(over.id, ANN, 78)
    assert await rig.arena.may_ping(first)
    await rig.arena.rematch(over.id, BEN, 79)
    await resigned(rig.arena, first.id, BEN)
    rig.time.now += PAUSE
    assert await rig.arena.may_ping(await rig.arena.rematch(first.id, ANN, 80))


@pytest.mark.parametrize("answer", ["withdraw", "decline"])
async def test_a_person_who_accepts_nothing_is_pinged_a_few_times_an_hour(rig: ArenaRig, answer: str) -> None:
    pings = 0
    for _ in range(20):
        rig.time.now += PAUSE
        offer = await challenge(rig)
        pings += await rig.arena.may_ping(offer)
        await (
            rig.arena.withdraw(offer.id, ANN) if answer == "withdraw" else rig.arena.decline(offer.id, BEN)
        )
    assert pings == MAX_PINGS
    assert await rig.arena.may_ping(await challenge(rig, by=CLEO))
    rig.time.now += HOUR
    assert await rig.arena.may_ping(await challenge(rig))


async def test_who_accepts_is_pinged_every_time(rig: ArenaRig) -> None:
    for _ in range(2 * MAX_PINGS):
        rig.time.now += PAUSE
        offer = await challenge(rig)
        assert await rig.arena.may_ping(offer)
        await rig.arena.accept(offer.id, BEN, 77)
        await resigned(rig.arena, offer.id, BEN)
