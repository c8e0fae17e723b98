"""A server that has just invited the bot is told what to type first: once, and where the bot may write."""

import asyncio

import pytest
from sqlalchemy import select

from bot.database.schema import guilds
from bot.duels.pace import DAY
from bot.privacy.texts import DAYS_AFTER_REMOVAL
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.world.entities import Guild
from sandbox.world.permissions import Permission
from tests.support.evening import Evening, eventually, labels, private_text, recorded_pings

HELLO = "Hello, I am Gauntlet"
NOTICING = ("Gauntlet._entered", "on_guild_join", "on_guild_available")
"""What the bot does when it has entered a server."""


@pytest.fixture
def zoe(evening: Evening) -> Person:
    """Somebody whose server is about to invite the bot."""
    evening.sandbox.world.person("Zoe")
    return evening.person("Zoe")


def invite(evening: Evening, *, welcomes: bool = True) -> Guild:
    return evening.sandbox.world.add_guild("New", ["general", "duels"], ["Zoe"], welcomes=welcomes)


def greetings(person: Person, guild: Guild) -> list[Seen]:
    channel = next(iter(guild.channels.values()))
    return [seen for seen in person.go_to(channel).sees().messages if HELLO in seen.text]


async def is_known(evening: Evening, guild: Guild) -> bool:
    """Whether the bot has noticed that it is in this server."""
    async with evening.bot.services.database.reading() as connection:
        query = select(guilds.c.id).where(guilds.c.id == guild.id, guilds.c.left.is_(None))
        return (await connection.execute(query)).first() is not None


async def is_forgotten(evening: Evening, guild: Guild) -> bool:
    """Whether nothing of this server is stored any more."""
    async with evening.bot.services.database.reading() as connection:
        return (await connection.execute(select(guilds.c.id).where(guilds.c.id == guild.id))).first() is None


async def leave(evening: Evening, guild: Guild) -> None:
    async def is_gone() -> bool:
        return not await is_known(evening, guild)

    await settle(evening, guild)
    evening.sandbox.faults.delete_guild(guild)
    await eventually(is_gone)


def come_back(evening: Evening, guild: Guild) -> None:
    world = evening.sandbox.world
    world.guilds[guild.id] = guild
    world.channels.update(guild.channels)
    evening.sandbox.faults.restore(guild)


async def settle(evening: Evening, guild: Guild) -> None:
    """Waits until the bot has noticed the server, and has done what it does then."""
    await eventually(lambda: is_known(evening, guild))
    await asyncio.gather(
        *(task for task in asyncio.all_tasks() if any(name in repr(task) for name in NOTICING))
    )


async def test_a_server_that_invites_the_bot_is_greeted(evening: Evening, zoe: Person) -> None:
    with recorded_pings(evening.sandbox) as pings:
        guild = invite(evening)
        await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO)
    (seen,) = greetings(zoe, guild)
    ids = {command["name"]: command["id"] for command in evening.sandbox.platform.commands.of(None)}
    for name in ("duel highlow", "rules", "help", "settings"):
        assert f"</{name}:{ids[name.partition(' ')[0]]}>" in str(seen.wire)
    assert len(seen.text) < 500
    assert labels(seen) == ["Play the computer", "Rules", "All commands"]
    assert not pings


async def test_the_buttons_of_a_greeting_answer_whoever_presses_them(evening: Evening, zoe: Person) -> None:
    guild = invite(evening)
    await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO)
    (seen,) = greetings(zoe, guild)
    assert "### Rules" in private_text(await zoe.press("Rules", on=seen))
    assert "Which game?" in private_text(await zoe.press("Play the computer", on=seen))
    assert "### All commands" in private_text(await zoe.press("All commands", on=seen))
    assert greetings(zoe, guild)[0].text == seen.text


async def test_it_is_greeted_once(evening: Evening, zoe: Person) -> None:
    guild = invite(evening)
    await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO)
    evening.sandbox.faults.black_out(guild)
    evening.sandbox.faults.restore(guild)
    await evening.reopen()
    await settle(evening, guild)
    assert len(greetings(zoe, guild)) == 1


async def test_a_server_that_comes_back_soon_is_not_greeted_again(evening: Evening, zoe: Person) -> None:
    guild = invite(evening)
    await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO)
    await leave(evening, guild)
    come_back(evening, guild)
    await settle(evening, guild)
    assert greetings(zoe, guild) == []


async def test_after_its_data_was_deleted_it_is_new_again(evening: Evening, zoe: Person) -> None:
    guild = invite(evening)
    await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO)
    await leave(evening, guild)
    evening.pass_time((DAYS_AFTER_REMOVAL + 1) * DAY)
    await eventually(lambda: is_forgotten(evening, guild))
    come_back(evening, guild)
    await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO)


@pytest.mark.parametrize("missing", [None, Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_where_the_bot_may_not_write_it_does_not_try(
    evening: Evening, zoe: Person, missing: int | None
) -> None:
    guild = invite(evening, welcomes=False)
    channel = next(iter(guild.channels.values()))
    if missing is not None:
        evening.sandbox.faults.take_permission(channel, missing)
    await leave(evening, guild)
    guild.system_channel_id = channel.id
    come_back(evening, guild)
    await settle(evening, guild)
    assert len(greetings(zoe, guild)) == (1 if missing is None else 0)
    posted = evening.sandbox.traffic.matching("POST", f"/channels/{channel.id}/messages")
    assert len(posted) == (1 if missing is None else 0)


async def test_a_server_without_a_channel_for_system_messages_is_left_in_peace(
    evening: Evening, zoe: Person
) -> None:
    guild = invite(evening, welcomes=False)
    await settle(evening, guild)
    assert greetings(zoe, guild) == []


async def test_servers_that_were_there_at_the_start_are_not_greeted(evening: Evening) -> None:
    guild = evening.sandbox.world.guild("The Arena")
    guild.system_channel_id = next(iter(guild.channels))
    await evening.reopen()
    evening.sandbox.faults.black_out(guild)
    evening.sandbox.faults.restore(guild)
    ann = evening.person("Ann")
    await ann.slash("help")
    assert greetings(ann, guild) == []


async def test_a_server_that_came_while_the_session_was_lost_is_greeted(
    evening: Evening, zoe: Person
) -> None:
    faults = evening.sandbox.faults
    faults.refuse_resume()
    faults.close_gateway()
    guild = invite(evening)
    faults.open_gateway()
    await zoe.go_to(next(iter(guild.channels.values()))).wait_for(HELLO, patience=20)
