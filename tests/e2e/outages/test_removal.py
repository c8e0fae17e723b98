"""The bot is removed from a server, invited back, or only out of touch with it."""

import pytest
from sqlalchemy import select

from bot.database.schema import duels, guilds
from bot.duels.pace import DAY
from bot.privacy.texts import DAYS_AFTER_REMOVAL
from sandbox.world.entities import Guild
from tests.support.evening import Evening, eventually


@pytest.fixture
async def guild(evening: Evening) -> Guild:
    """A server in which Ann has challenged Bob."""
    await evening.duel("ten")
    return evening.sandbox.world.guild("The Arena")


async def left(evening: Evening, guild: Guild) -> float | None:
    async with evening.bot.services.database.reading() as connection:
        query = select(guilds.c.left).where(guilds.c.id == guild.id)
        moment: float | None = (await connection.execute(query)).scalar()
    return moment


async def has_left(evening: Evening, guild: Guild) -> bool:
    return await left(evening, guild) is not None


async def is_forgotten(evening: Evening, guild: Guild) -> bool:
    async with evening.bot.services.database.reading() as connection:
        there = [
            (await connection.execute(select(duels.c.id).where(duels.c.guild == guild.id))).first(),
            (await connection.execute(select(guilds.c.id).where(guilds.c.id == guild.id))).first(),
        ]
    return there == [None, None]


def come_back(evening: Evening, guild: Guild) -> None:
    world = evening.sandbox.world
    world.guilds[guild.id] = guild
    world.channels.update(guild.channels)
    evening.sandbox.faults.restore(guild)


async def test_a_server_that_removed_the_bot_is_forgotten_after_the_promised_days(
    evening: Evening, guild: Guild
) -> None:
    evening.sandbox.faults.delete_guild(guild)
    await eventually(lambda: has_left(evening, guild))
    evening.pass_time((DAYS_AFTER_REMOVAL + 1) * DAY)
    await eventually(lambda: is_forgotten(evening, guild))


@pytest.mark.parametrize("away", [False, True], ids=["online", "at the next start"])
async def test_a_server_that_comes_back_keeps_its_duels(
    evening: Evening, guild: Guild, *, away: bool
) -> None:
    if away:
        await evening.close()
    evening.sandbox.faults.delete_guild(guild)
    if away:
        await evening.open()
    await eventually(lambda: has_left(evening, guild))
    if away:
        await evening.close()
    come_back(evening, guild)
    if away:
        await evening.open()

    async def is_back() -> bool:
        return not await has_left(evening, guild)

    await eventually(is_back)
    assert not await is_forgotten(evening, guild)


@pytest.mark.parametrize("restart", [False, True], ids=["online", "at the next start"])
async def test_an_outage_is_no_removal(evening: Evening, guild: Guild, *, restart: bool) -> None:
    evening.sandbox.faults.black_out(guild)
    if restart:
        await evening.reopen()
    await evening.person("Ann").go_to_dms().slash("privacy")
    assert await left(evening, guild) is None
