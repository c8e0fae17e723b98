"""Where the bot is no member it plays nothing, and people who added it for themselves are told why."""

import pytest
from sqlalchemy import func, select

from bot.database.schema import duels
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.wire import InteractionType, Wire
from sandbox.world.entities import Guild
from tests.support.evening import Evening, board_of, eventually, open_panel, private_text

WHY = "I am not a member of this server"


@pytest.fixture
def elsewhere(evening: Evening) -> Guild:
    """A server that has never invited the bot."""
    return evening.sandbox.world.add_guild("Elsewhere", ["talk"], ["Zoe", "Yan"], with_bot=False)


@pytest.fixture
def zoe(evening: Evening, elsewhere: Guild) -> Person:
    """Somebody who has added the bot for herself."""
    zoe = evening.person("Zoe").go_to(next(iter(elsewhere.channels.values())))
    evening.sandbox.world.install_for(zoe)
    return zoe


def commands(evening: Evening) -> list[Wire]:
    return evening.sandbox.platform.commands.of(None)


@pytest.fixture
def earlier(evening: Evening) -> None:
    """The commands as an earlier version sent them: for everybody, everywhere."""
    registry = evening.sandbox.platform.commands
    for command in commands(evening):
        registry.put(None, command | {"integration_types": [0, 1], "contexts": [0, 1, 2]})


async def duels_of(evening: Evening, guild: Guild) -> int:
    async with evening.bot.services.database.reading() as connection:
        query = select(func.count()).select_from(duels).where(duels.c.guild == guild.id)
        return int((await connection.execute(query)).scalar() or 0)


async def test_no_command_is_offered_where_the_bot_is_not(zoe: Person) -> None:
    assert zoe._client.offered(zoe.channel) == []
    zoe.go_to_dms()
    offered = {command["name"] for command in zoe._client.offered(zoe.channel)}
    assert {"help", "mydata", "privacy"} <= offered
    assert not offered & {"duel", "settings", "leaderboard"}


@pytest.mark.usefixtures("earlier")
async def test_a_duel_can_not_start_there_and_the_person_is_told_what_to_do(
    evening: Evening, zoe: Person, elsewhere: Guild
) -> None:
    for options in ({"opponent": evening.person("Yan")}, {}):
        said = private_text(await zoe.slash("duel ten", **options))
        assert WHY in said
        assert f"client_id={evening.sandbox.world.bot.id}" in said
    assert await duels_of(evening, elsewhere) == 0
    assert [seen for seen in zoe.sees().messages if not seen.private] == []


@pytest.mark.usefixtures("earlier")
@pytest.mark.parametrize("line", ["duels", "resign", "leaderboard", "profile", "puzzle", "help", "privacy"])
async def test_every_command_there_gets_the_sentence(zoe: Person, line: str) -> None:
    assert WHY in private_text(await zoe.slash(line))


@pytest.mark.usefixtures("earlier")
async def test_the_menu_of_a_person_gets_it_too(evening: Evening, zoe: Person) -> None:
    assert WHY in private_text(await zoe.menu("Challenge to a duel", evening.person("Yan")))


@pytest.mark.parametrize("owners", [{"1": "7"}, {}], ids=["for herself", "commands alone"])
async def test_a_press_there_gets_the_sentence(
    evening: Evening, zoe: Person, elsewhere: Guild, owners: dict[str, str]
) -> None:
    """As on a card that an earlier version has posted."""
    ann, _ = await evening.duel("ten")
    button = next(each for each in walk(board_of(ann).wire["components"]) if each.get("custom_id"))
    interactions = evening.sandbox.platform.interactions
    card = evening.sandbox.platform.messages.get(board_of(ann).id)
    assert card is not None
    interaction = interactions.create(
        InteractionType.COMPONENT,
        zoe.user,
        zoe.channel,
        {"custom_id": button["custom_id"], "component_type": 2, "id": button["id"]},
        card,
        owners=owners or {"0": str(elsewhere.id)},
    )
    assert interaction.answer is not None
    answer = await interaction.answer
    assert answer is not None
    assert answer.message is not None
    assert WHY in str(answer.message.wire["components"])


@pytest.mark.usefixtures("earlier")
async def test_in_a_group_of_people_it_says_where_duels_are_played(evening: Evening, zoe: Person) -> None:
    evening.sandbox.world.add_group("Friends", ["Zoe", "Yan"])
    said = private_text(await zoe.go_to_group("Friends").slash("help"))
    assert "Duels are played in servers" in said
    assert "client_id=" in said


@pytest.mark.usefixtures("earlier")
async def test_direct_messages_with_the_bot_work_for_those_who_added_it(zoe: Person) -> None:
    assert "Type /duel highlow" in private_text(await zoe.go_to_dms().slash("help"))


async def test_a_server_in_an_outage_is_not_called_a_stranger(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    evening.sandbox.faults.black_out(evening.sandbox.world.guild("The Arena"))
    await evening.reopen()
    assert WHY not in private_text(await ann.slash("help"))
    assert WHY not in private_text(await bob.slash("duels"))


async def test_after_a_silent_removal_a_press_gets_the_sentence(evening: Evening) -> None:
    ann, _ = await evening.duel()
    guild = evening.sandbox.world.guild("The Arena")
    evening.sandbox.faults.remove_silently(guild)
    evening.sandbox.faults.invalidate_sessions(resumable=False)

    async def is_noticed() -> bool:
        return evening.bot.get_guild(guild.id) is None

    await eventually(is_noticed)
    assert WHY in private_text(await open_panel(ann))
