"""How Discord is asked who somebody is: together, seldom, and never for long."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui import members
from bot.ui.members import MOST_PEOPLE, MOST_QUESTIONS, Found, Members

GUILD = 7


class Discord:
    """A client that knows one guild, with people of even ids."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.silent = False
        self.id, self.shard_id, self.unavailable = GUILD, 0, False

    def get_guild(self, guild: int) -> Any:
        return self if guild == GUILD else None

    async def query_members(self, *, user_ids: list[int], **_options: object) -> Sequence[Any]:
        self.asked.append(user_ids)
        if self.silent:
            await asyncio.Event().wait()
        return [SimpleNamespace(id=person) for person in user_ids if person % 2 == 0]


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
def learned() -> dict[int, bool]:
    return {}


@pytest.fixture
def asking(discord: Discord, learned: dict[int, bool]) -> Members:
    def learn(guild: int, found: Found) -> None:
        assert guild == GUILD
        learned.update({person: member is not None for person, member in found.items()})

    return Members(discord, learn)  # type: ignore[arg-type]


async def test_those_who_are_there_are_told_from_those_who_left(
    asking: Members, learned: dict[int, bool]
) -> None:
    await asking.fetch(GUILD, [2, 3])
    assert learned == {2: True, 3: False}


async def test_questions_of_one_moment_are_one(
    asking: Members, discord: Discord, learned: dict[int, bool]
) -> None:
    await asyncio.gather(*(asking.fetch(GUILD, [person, person + 1]) for person in range(1, 20)))
    assert discord.asked == [[*range(1, 21)]]
    assert len(learned) == 20


async def test_no_question_names_more_people_than_discord_takes(asking: Members, discord: Discord) -> None:
    await asking.fetch(GUILD, range(1, 2 * MOST_PEOPLE + 2))
    assert sorted(map(len, discord.asked)) == [1, MOST_PEOPLE, MOST_PEOPLE]


async def test_a_guild_of_another_process_is_not_asked_about(asking: Members, discord: Discord) -> None:
    await asking.fetch(GUILD + 1, [2])
    assert discord.asked == []


async def test_whoever_waits_does_not_wait_long_and_later_not_at_all(
    asking: Members, discord: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "LONGEST_WAIT", 0.05)
    discord.silent = True
    async with asyncio.timeout(2):
        await asking.fetch(GUILD, [2])
        for _ in range(100):
            await asking.fetch(GUILD, [2])
    assert discord.asked == [[2]]


async def test_without_an_answer_it_is_asked_again_only_after_a_pause(
    asking: Members, discord: Discord, learned: dict[int, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "GIVEN_UP", 0.01)
    monkeypatch.setattr(members, "PAUSE", 0.2)
    discord.silent = True
    await asking.fetch(GUILD, [2])
    await asking.fetch(GUILD, [2])
    assert discord.asked == [[2]]
    discord.silent = False
    async with asyncio.timeout(5):
        while not learned:
            await asking.fetch(GUILD, [2])
            await asyncio.sleep(0.01)
    assert discord.asked == [[2], [2]]


async def test_the_connection_is_left_room_for_everything_else(asking: Members, discord: Discord) -> None:
    for person in range(MOST_QUESTIONS + 10):
        await asking.fetch(GUILD, [person])
        await asyncio.sleep(0)
    assert len(discord.asked) == MOST_QUESTIONS
