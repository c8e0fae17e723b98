"""What a server has chosen, and what follows from it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from bench.rig.manual_time import ManualTime
from bot.database import Database
from bot.duels.pace import DEFAULT_PACE, PACES
from bot.duels.settings import KEPT, Challengers, Mentions, Settings, SettingsStore
from games.engine import Refused
from tests.support.arenas import BEN, CHANNEL, GUILD, ArenaRig

ROLE = 300
THREAD = 400


async def test_a_server_that_chose_nothing_has_the_defaults(rig: ArenaRig) -> None:
    settings = await rig.settings.settings(GUILD)
    assert settings == Settings()
    assert (settings.pace, settings.rated, settings.threads) == (DEFAULT_PACE, True, False)


async def test_one_choice_leaves_the_others_and_other_servers_alone(rig: ArenaRig) -> None:
    servers = rig.settings
    await servers.change(GUILD, pace=PACES[2].seconds, mentions=Mentions.NOBODY)
    await servers.change(GUILD, threads=True, challengers=Challengers.ROLE, role=ROLE)
    await servers.set_channels(GUILD, {CHANNEL})
    await servers.change(GUILD, rated=False)
    assert await servers.settings(GUILD) == Settings(
        channels=frozenset({CHANNEL}),
        threads=True,
        pace=PACES[2],
        rated=False,
        challengers=Challengers.ROLE,
        role=ROLE,
        mentions=Mentions.NOBODY,
    )
    assert await servers.settings(GUILD + 1) == Settings()


async def test_channels_are_replaced_and_deleted_ones_drop_out(rig: ArenaRig) -> None:
    servers = rig.settings
    await servers.set_channels(GUILD, {1, 2})
    await servers.set_channels(GUILD, {2, 3})
    await servers.drop_channel(GUILD, 2)
    assert (await servers.settings(GUILD)).channels == {3}
    await servers.set_channels(GUILD, set())
    assert (await servers.settings(GUILD)).channels == frozenset()


async def test_what_another_process_chose_holds_here_after_a_moment(rig: ArenaRig) -> None:
    time = ManualTime()
    here, there = SettingsStore(rig.database, time), SettingsStore(rig.database, time)
    assert (await here.settings(GUILD)).rated
    await there.change(GUILD, rated=False)
    time.now += KEPT - 1
    assert (await here.settings(GUILD)).rated
    time.now += 1
    assert not (await here.settings(GUILD)).rated


class SlowReads:
    """A database that finds what is asked for at once, but answers when it is told to."""

    def __init__(self, database: Database) -> None:
        self.found, self.answers = asyncio.Event(), asyncio.Event()
        self.writing = database.writing
        self._database = database

    @asynccontextmanager
    async def reading(self) -> AsyncIterator["SlowReads"]:
        yield self

    async def execute(self, statement: Any, values: Any) -> Any:
        async with self._database.reading() as connection:
            found = await connection.execute(statement, values)
        self.found.set()
        await self.answers.wait()
        return found


async def test_what_was_read_while_it_changed_is_not_kept(rig: ArenaRig) -> None:
    slow = SlowReads(rig.database)
    servers = SettingsStore(cast("Database", slow))
    reading = asyncio.create_task(servers.settings(GUILD))
    await slow.found.wait()
    await servers.change(GUILD, rated=False)
    slow.answers.set()
    assert (await reading).rated
    assert not (await servers.settings(GUILD)).rated


def test_without_chosen_channels_every_place_will_do() -> None:
    Settings().check_place(CHANNEL, None)


def test_a_thread_counts_as_its_channel_and_a_refusal_names_where_to_go() -> None:
    settings = Settings(channels=frozenset({CHANNEL}))
    settings.check_place(CHANNEL, None)
    settings.check_place(THREAD, CHANNEL)
    with pytest.raises(Refused, match=f"Duels are played in <#{CHANNEL}>. Challenge people there."):
        settings.check_place(CHANNEL + 1, None)


@pytest.mark.parametrize(
    ("count", "listed"),
    [
        (2, "<#1> and <#2>."),
        (6, "<#1>, <#2>, <#3>, <#4>, <#5> and one more channel."),
        (25, "<#5> and 20 more channels."),
    ],
)
def test_a_long_list_of_channels_is_cut_short(count: int, listed: str) -> None:
    with pytest.raises(Refused) as refusal:
        Settings(channels=frozenset(range(1, count + 1))).check_place(99, None)
    assert listed in str(refusal.value)


def test_open_challenges_can_be_forbidden() -> None:
    Settings().check_named(named=False)
    named = Settings(challengers=Challengers.NAMED)
    named.check_named(named=True)
    with pytest.raises(Refused, match="Name an opponent"):
        named.check_named(named=False)


def test_a_role_can_be_needed_on_both_sides() -> None:
    settings = Settings(challengers=Challengers.ROLE, role=ROLE)
    settings.check_roles([1, ROLE])
    with pytest.raises(Refused, match=f"Only people with the role <@&{ROLE}>"):
        settings.check_roles([1])
    with pytest.raises(Refused, match=f"<@{BEN}> lacks the role"):
        settings.check_roles([], BEN)


def test_a_role_counts_only_when_roles_are_asked_for_and_one_is_chosen() -> None:
    Settings(challengers=Challengers.ROLE, role=None).check_roles([])
    Settings(challengers=Challengers.ANYONE, role=ROLE).check_roles([])
