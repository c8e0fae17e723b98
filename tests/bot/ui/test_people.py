"""What people are called: learned from interactions, kept in memory, forgotten on request."""

from typing import Any

import discord
import pytest

from bench.rig.manual_time import ManualTime
from bot.ui import people as module
from bot.ui.people import LIFE, People

GUILD, ANN, BOB = 7, 101, 102


def met(person: int, name: str, nick: str | None = None, **data: Any) -> dict[str, Any]:
    """An interaction of this person."""
    user = {"id": str(person), "username": f"account{person}", "global_name": name}
    return {"guild_id": str(GUILD), "member": {"user": user, "nick": nick}, "data": data}


@pytest.fixture
def time() -> ManualTime:
    return ManualTime()


@pytest.fixture
def people(time: ManualTime) -> People:
    """They can't be asked for: this client is in no guild."""
    return People(discord.Client(intents=discord.Intents.none()), time)


async def name_of(people: People, person: int, guild: int = GUILD) -> str:
    return (await people.names(guild, [person]))[person]


async def test_a_nickname_counts_most_and_the_account_least(people: People) -> None:
    people.meet(met(ANN, "Ann", "Queen Ann"))
    assert await name_of(people, ANN) == "Queen Ann"
    people.meet(met(ANN, "Ann"))
    assert await name_of(people, ANN) == "Ann"
    people.meet(met(ANN, "\u200b", " "))
    assert await name_of(people, ANN) == "account101"


async def test_a_name_counts_only_in_its_guild(people: People) -> None:
    people.meet(met(ANN, "Ann"))
    assert await name_of(people, ANN, GUILD + 1) == f"<@{ANN}>"


async def test_whom_a_command_names_is_known_too_and_who_left_is_said_to(people: People) -> None:
    users = {str(who): {"id": str(who), "username": "x", "global_name": "Bob"} for who in (BOB, 103)}
    people.meet(met(ANN, "Ann", resolved={"users": users, "members": {str(BOB): {"nick": "Bobby"}}}))
    assert await name_of(people, BOB) == "Bobby"
    assert await name_of(people, 103) == "Bob (left)"
    people.meet(met(103, "Bob"))
    assert await name_of(people, 103) == "Bob"


async def test_people_of_one_name_are_told_apart_by_their_accounts(people: People) -> None:
    people.meet(met(ANN, "Alex"))
    people.meet(met(BOB, "Alex"))
    assert await people.names(GUILD, [ANN, BOB]) == {ANN: "Alex (account101)", BOB: "Alex (account102)"}
    assert await name_of(people, ANN) == "Alex"


async def test_those_who_deleted_their_data_have_one_name(people: People) -> None:
    assert await people.names(GUILD, [-1, -2]) == {-1: "a former player", -2: "a former player"}


async def test_a_text_for_one_person_gets_names_for_its_mentions(people: People) -> None:
    people.meet(met(ANN, "ann"))
    assert await people.named(GUILD, f"<@{ANN}> waits for <@!{ANN}>.") == "ann waits for ann."
    assert await people.named(GUILD, "Nobody waits.") == "Nobody waits."


async def test_a_text_begins_with_a_capital_where_nobody_is_known_by_name(people: People) -> None:
    nameless = {"103": {"id": "103", "username": "", "global_name": None}}
    people.meet(met(ANN, "anyone you like", resolved={"users": nameless}))
    assert (
        await people.named(GUILD, "<@103> waits for <@103>.")
        == "Someone who left waits for someone who left."
    )
    assert await people.named(GUILD, f"<@{ANN}> waits.") == "anyone you like waits."


async def test_nothing_is_kept_of_somebody_who_wants_to_be_forgotten(people: People) -> None:
    people.meet(met(ANN, "Ann") | {"guild_id": "8"})
    people.meet(met(ANN, "Ann"))
    people.meet(met(BOB, "Bob"))
    people.forget(ANN)
    assert await people.names(GUILD, [ANN, BOB]) == {ANN: f"<@{ANN}>", BOB: "Bob"}
    assert await name_of(people, ANN, 8) == f"<@{ANN}>"


async def test_names_are_kept_for_a_day_and_only_so_many(
    time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT", 3)
    people = People(discord.Client(intents=discord.Intents.none()), time)
    people.meet(met(ANN, "Ann"))
    time.now += LIFE + 1
    people.meet(met(BOB, "Bob"))
    assert await name_of(people, ANN) == f"<@{ANN}>"
    for number in range(3):
        people.meet(met(200 + number, "Somebody"))
    assert await name_of(people, BOB) == f"<@{BOB}>"
