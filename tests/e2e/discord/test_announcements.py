"""Announcement channels, in which Discord takes three edits an hour: no duel begins there."""

import pytest

from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.wire import ChannelType
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    is_live,
    panel_of,
    private_text,
)


@pytest.fixture
async def news(evening: Evening, guild: Guild) -> Channel:
    return evening.sandbox.world.add_channel(guild, "news", ChannelType.NEWS)


async def test_a_challenge_there_is_refused_with_a_sentence(evening: Evening, news: Channel) -> None:
    ann = evening.person("Ann").go_to(news)
    reply = await ann.slash("duel ten", opponent=evening.person("Bob"))
    assert "can't be played in announcement channels" in private_text(reply)
    assert "Use another channel" in private_text(reply)


async def test_so_is_a_duel_with_the_computer(evening: Evening, news: Channel) -> None:
    ann = evening.person("Ann").go_to(news)
    reply = await ann.slash("duel ten", level="sprout")
    assert "can't be played in announcement channels" in private_text(reply)


async def test_the_settings_no_longer_offer_such_channels(manager: Person) -> None:
    await manager.slash("settings")
    (places,) = (each for each in walk(panel_of(manager).wire["components"]) if "channel_types" in each)
    assert ChannelType.NEWS not in places["channel_types"]
    assert ChannelType.TEXT in places["channel_types"]


async def test_one_that_was_chosen_before_is_left_out(
    evening: Evening, guild: Guild, news: Channel, manager: Person
) -> None:
    lounge = next(each for each in guild.channels.values() if each.name == "lounge")
    await evening.bot.services.settings.set_channels(guild.id, {news.id, lounge.id})
    await manager.slash("settings")
    lists = [each for each in walk(panel_of(manager).wire["components"]) if each.get("default_values")]
    assert [value["id"] for each in lists for value in each["default_values"]] == [str(lounge.id)]
    ann = evening.person("Ann")
    told = private_text(await ann.slash("duel ten", level="sprout"))
    assert str(news.id) not in told
    assert "lounge" in told


async def test_if_no_other_was_chosen_duels_are_played_everywhere_else(
    evening: Evening, guild: Guild, news: Channel
) -> None:
    await evening.bot.services.settings.set_channels(guild.id, {news.id})
    ann = evening.person("Ann")
    await begin_with_computer(ann, "ten", level="sprout")
    assert is_live(board_of(ann))
