"""Commands: registered, changed, offered to whom they are meant for, and refused when they are wrong."""

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import NotAsExpected, Sandbox
from sandbox.wire import Wire
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api, Bot, Launch


@pytest.fixture
def commands(sandbox: Sandbox) -> str:
    return f"/applications/{sandbox.world.bot.id}/commands"


def slash(name: str = "go", **more: Any) -> Wire:
    return {"name": name, "description": "Go.", **more}


async def test_synced_commands_can_be_fetched_changed_and_deleted(launch: Launch) -> None:
    bot = Bot()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Went.")

    await launch(bot)
    [command] = await bot.tree.fetch_commands()
    assert (command.name, command.description) == ("go", "Go.")
    changed = await command.edit(description="Go away.")
    assert (changed.id, changed.description) == (command.id, "Go away.")
    await changed.delete()
    assert await bot.tree.fetch_commands() == []
    with pytest.raises(discord.NotFound) as gone:
        await bot.tree.fetch_command(command.id)
    assert gone.value.code == 10063


async def test_a_command_keeps_its_id_when_it_is_synced_again(api: Api, commands: str) -> None:
    _, [first] = await api("PUT", commands, [slash()])
    _, both = await api("PUT", commands, [slash("new"), slash(description="Changed.")])
    assert {command["name"]: command["id"] for command in both}["go"] == first["id"]
    status, again = await api("POST", commands, slash())
    assert (status, again["id"]) == (200, first["id"])
    assert (await api("POST", commands, slash("newer")))[0] == 201


async def test_a_guilds_own_command_hides_the_global_one(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    guild = discord.Object(sandbox.world.guild("The Arena").id)

    async def everywhere(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("everywhere")

    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    bot.tree.add_command(app_commands.Command(name="where", description="Where?", callback=everywhere))
    bot.tree.add_command(app_commands.Command(name="where", description="Where?", callback=here), guild=guild)
    await launch(bot)
    await bot.tree.sync(guild=guild)
    ann = sandbox.person("Ann")
    replies = [await ann.slash("where"), await ann.go_to_dms().slash("where")]
    assert [reply.message.text for reply in replies if reply.message] == ["here", "everywhere"]


async def test_subcommands_and_groups_are_reached_by_their_path(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    duel = app_commands.Group(name="duel", description="Duels.")
    admin = app_commands.Group(name="admin", description="For admins.", parent=duel)

    @duel.command(description="High or low.")
    @app_commands.choices(pace=[app_commands.Choice(name="Quick", value=1)])
    async def highlow(
        interaction: discord.Interaction, opponent: discord.Member, pace: app_commands.Choice[int]
    ) -> None:
        await interaction.response.send_message(f"{opponent.display_name} at {pace.value}")

    @admin.command(description="Reset.")
    async def reset(interaction: discord.Interaction, sure: bool) -> None:  # noqa: FBT001
        await interaction.response.send_message(f"reset: {sure}")

    bot.tree.add_command(duel)
    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    replies = [
        await ann.slash("duel highlow", opponent=bob, pace="Quick"),
        await ann.slash("duel admin reset", sure=True),
    ]
    assert [reply.message.text for reply in replies if reply.message] == ["Bob at 1", "reset: True"]
    for line, options, told in (
        ("duel", {}, "/duel needs one of its subcommands: admin, highlow"),
        ("duel chess", {}, "/duel needs one of its subcommands: admin, highlow"),
        ("duel highlow", {"opponent": bob}, "/duel highlow also needs pace"),
        ("duel highlow", {"opponent": bob, "pace": 3}, "pace must be one of Quick"),
        ("duel highlow", {"opponent": "Bob", "pace": 1}, "opponent must be an id"),
        ("duel highlow", {"oponent": bob, "pace": 1}, "has no option 'oponent'"),
        ("duels", {}, "is offered no /duels in #duels, only /duel"),
    ):
        with pytest.raises(NotAsExpected, match=told):
            await ann.slash(line, **options)


async def test_localisations_are_kept_and_told_when_asked_for(api: Api, commands: str) -> None:
    names = {"de": "los", "fr": "aller"}
    await api("PUT", commands, [slash(name_localizations=names)])
    _, [plain] = await api("GET", commands)
    _, [full] = await api("GET", f"{commands}?with_localizations=true")
    assert "name_localizations" not in plain
    assert full["name_localizations"] == names


async def test_a_command_is_offered_only_where_and_to_whom_it_is_meant(
    sandbox: Sandbox, api: Api, commands: str
) -> None:
    await api(
        "PUT",
        commands,
        [
            slash("everyone"),
            slash("here", contexts=[0]),
            slash("mods", default_member_permissions=Permission.MANAGE_MESSAGES),
            slash("admins", default_member_permissions=0),
        ],
    )
    guild = sandbox.world.guild("The Arena")
    mods = sandbox.world.add_role(guild, "mods", Permission.MANAGE_MESSAGES)
    admins = sandbox.world.add_role(guild, "admins", Permission.ADMINISTRATOR)
    sandbox.world.add_member(guild, "Mo", [mods])
    sandbox.world.add_member(guild, "Ada", [admins])

    def offered(name: str, *, dm: bool = False) -> list[str]:
        person = sandbox.person(name)
        place = person.go_to_dms() if dm else person
        return [command["name"] for command in place._client.offered(place.channel)]

    assert offered("Ann") == ["everyone", "here"]
    assert offered("Mo") == ["everyone", "here", "mods"]
    assert offered("Ada") == ["everyone", "here", "mods", "admins"]
    assert offered("Ann", dm=True) == ["everyone", "mods", "admins"]


def option(name: str = "one", **more: Any) -> Wire:
    return {"name": name, "description": "One.", "type": 3, **more}


@pytest.mark.parametrize(
    ("command", "place", "code"),
    [
        ({"description": "Go."}, "name", "BASE_TYPE_REQUIRED"),
        (slash("Go"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
        (slash("go away"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
        (slash("g" * 33), "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "go"}, "description", "BASE_TYPE_REQUIRED"),
        (slash(description="d" * 101), "description", "BASE_TYPE_BAD_LENGTH"),
        (slash(options=[option(str(n)) for n in range(26)]), "options", "BASE_TYPE_MAX_LENGTH"),
        (
            slash(options=[option(), option()]),
            "options.1.name",
            "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (
            slash(options=[option(), option("two", required=True)]),
            "options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            slash(options=[option(), option("two", type=1)]),
            "options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (slash(options=[option(type=99)]), "options.0", "UNION_TYPE_CHOICES"),
        (slash(options=["one"]), "options.0", "MODEL_TYPE_CONVERT"),
        (slash(options={"0": option()}), "options", "LIST_TYPE_CONVERT"),
        (
            slash(options=[option(type=1, options=[option("x", type=1)])]),
            "options.0.options.0",
            "UNION_TYPE_CHOICES",
        ),
        (
            slash(options=[option(choices=[{"name": str(n), "value": "v"} for n in range(26)])]),
            "options.0.choices",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            slash(options=[option(autocomplete=True, choices=[{"name": "a", "value": "b"}])]),
            "options.0",
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE",
        ),
        (slash(name_localizations={"tlh": "x"}), "name_localizations.tlh", "BASE_TYPE_CHOICES"),
        (
            slash(name_localizations={"de": "Zwei Wörter"}),
            "name_localizations.de",
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
        (slash(type=7), "type", "BASE_TYPE_CHOICES"),
        (
            {"name": "Greet", "type": 2, "description": "No."},
            "description",
            "APPLICATION_COMMANDS_CONTEXT_MENU_NO_DESCRIPTION",
        ),
        (
            slash(
                options=[
                    option(f"o{n}", choices=[{"name": f"{m:0100}", "value": f"{m:0100}"} for m in range(25)])
                    for n in range(2)
                ]
            ),
            "",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ],
)
async def test_a_wrong_command_is_refused_at_its_place(
    api: Api, commands: str, command: Wire, place: str, code: str
) -> None:
    status, body = await api("PUT", commands, [slash("fine"), command])
    api.sandbox.violations.clear()
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    assert code in codes_at(body["errors"], f"1.{place}".rstrip("."))
    assert (await api("GET", commands))[1] == []


async def test_names_must_be_unique_and_not_too_many(api: Api, commands: str) -> None:
    status, body = await api("PUT", commands, [slash(), slash()])
    assert codes_at(body["errors"], "1") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    status, body = await api("PUT", commands, [slash(f"c{n}") for n in range(101)])
    assert (status, body["code"]) == (400, 30032)


async def test_two_hundred_commands_may_be_created_in_a_day(
    sandbox: Sandbox, api: Api, commands: str
) -> None:
    for number in range(4):
        assert (await api("PUT", commands, [slash(f"a{number}-{n}") for n in range(50)]))[0] == 200
    status, body = await api("PUT", commands, [slash("one-more")])
    assert (status, body["code"]) == (400, 30034)
    sandbox.clock.advance(24 * 3600 + 1)
    assert (await api("PUT", commands, [slash("one-more")]))[0] == 200


async def test_bodies_that_are_no_commands_at_all_are_refused(
    sandbox: Sandbox, api: Api, commands: str
) -> None:
    for body in ({"name": "go"}, "go", ["go"], 7):
        status, answer = await api("PUT", commands, body)
        assert (status, answer["code"]) == (400, 50035)
    status, answer = await api(
        "PUT", commands, data=b"{not json", headers={"Content-Type": "application/json"}
    )
    assert (status, answer["code"]) == (400, 50109)
    status, answer = await api("PUT", "/applications/1/commands", [])
    assert (status, answer["code"]) == (403, 50001)
    sandbox.violations.clear()


def codes_at(errors: Wire, place: str) -> list[str]:
    for key in place.split("."):
        errors = errors.get(key, {})
    return [error["code"] for error in errors.get("_errors", [])]
