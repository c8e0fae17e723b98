"""A server removes the bot while it has lost its session: the next session shows it, shard by shard."""

import pytest
from sqlalchemy import select

from bot.database.schema import duels, guilds
from sandbox import World
from sandbox.gateway.gateway import INVALID_SESSION
from sandbox.world.entities import Guild
from sandbox.world.snowflake import shard_of
from tests.support.evening import Evening, eventually

SHARDS = 2


@pytest.fixture
def world() -> World:
    """Servers on both of two shards."""
    names = {f"Guild {number}": [f"Ann{number}", f"Bob{number}"] for number in range(4)}
    return World.of(names, channels=("duels",))


async def left(evening: Evening) -> set[int]:
    """The servers that have removed the bot, as far as it has noticed."""
    async with evening.bot.services.database.reading() as connection:
        query = select(guilds.c.id).where(guilds.c.left.is_not(None))
        return {*(await connection.execute(query)).scalars()}


async def statuses(evening: Evening, guild: Guild) -> set[str]:
    async with evening.bot.services.database.reading() as connection:
        query = select(duels.c.status).where(duels.c.guild == guild.id)
        return {*(await connection.execute(query)).scalars()}


async def begin_again(evening: Evening, shard: int) -> None:
    """One shard loses its session and gets a new one."""
    gateway, before = evening.sandbox.gateway, evening.sandbox.gateway.identified
    (session,) = [each for each in gateway.connected if each.shard[0] == shard]
    assert session.socket is not None
    session.socket.put_op(INVALID_SESSION, data=False)
    gateway.end(session)

    async def has_begun() -> bool:
        return gateway.identified > before

    await eventually(has_begun)


@pytest.mark.parametrize("shards", [1, SHARDS])
async def test_a_server_that_left_meanwhile_is_noticed(evening: Evening, shards: int) -> None:
    evening.sandbox.gateway.recommended_shards = shards
    await evening.reopen()
    world = evening.sandbox.world
    gone, *others = (guild for guild in world.guilds.values() if shard_of(guild.id, shards) == shards - 1)
    number = gone.name.split()[-1]
    ann, bob = evening.person(f"Ann{number}"), evening.person(f"Bob{number}")
    await ann.slash("duel ten", opponent=bob)
    await bob.press("Accept")
    evening.sandbox.faults.remove_silently(gone)
    evening.sandbox.faults.black_out(others[0])
    await begin_again(evening, shards - 1)

    async def is_noticed() -> bool:
        return await left(evening) == {gone.id} and await statuses(evening, gone) == {"void"}

    await eventually(is_noticed)
    assert evening.bot.get_guild(gone.id) is None
    assert {guild.id for guild in evening.bot.guilds} == {*world.guilds} - {gone.id}
