"""Who may use which command in a guild, and what people can't do while they are timed out."""

import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.people.client import Client
from sandbox.people.options import Refused
from sandbox.world.entities import Guild
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import Api


@pytest.fixture
async def guild(api: Api) -> Guild:
    """The Arena, in which /go is offered to all and /rule to managers."""
    path = f"/applications/{api.sandbox.world.bot.id}/commands"
    await api("POST", path, {"name": "go", "description": "Go."})
    needed = {"default_member_permissions": str(Permission.MANAGE_GUILD)}
    await api("POST", path, {"name": "rule", "description": "Rule."} | needed)
    return api.sandbox.world.guild("The Arena")


def offered(sandbox: Sandbox, name: str, place: str = "duels") -> set[str]:
    person = sandbox.person(name).go_to(place)
    return {c["name"] for c in Client(sandbox.platform, person.user).offered(person.channel)}


async def test_a_server_disables_a_command_and_people_say_who_keeps_it(
    sandbox: Sandbox, guild: Guild
) -> None:
    commands, everyone = sandbox.platform.commands, guild.roles[guild.id]
    assert offered(sandbox, "Ann") == {"go"}
    commands.permit(guild, "go", everyone, allowed=False)
    assert offered(sandbox, "Ann") == set()
    commands.permit(guild, "go", sandbox.person("Ann").user, allowed=True)
    assert (offered(sandbox, "Ann"), offered(sandbox, "Bob")) == ({"go"}, set())


async def test_a_role_is_given_a_command_that_others_lack(sandbox: Sandbox, guild: Guild) -> None:
    crew = sandbox.world.add_role(guild, "crew")
    sandbox.world.add_member(guild, "Cleo", [crew])
    sandbox.platform.commands.permit(guild, "rule", crew, allowed=True)
    assert (offered(sandbox, "Cleo"), offered(sandbox, "Ann")) == ({"go", "rule"}, {"go"})


async def test_a_channel_and_the_whole_application_can_be_switched_off(
    sandbox: Sandbox, guild: Guild
) -> None:
    lounge = sandbox.person("Ann").go_to("lounge").channel
    sandbox.platform.commands.permit(guild, None, lounge, allowed=False)
    assert (offered(sandbox, "Ann", "lounge"), offered(sandbox, "Ann")) == (set(), {"go"})
    sandbox.platform.commands.permit(guild, None, guild.roles[guild.id], allowed=False)
    assert offered(sandbox, "Ann") == set()
    boss = sandbox.world.add_role(guild, "boss", Permission.ADMINISTRATOR)
    sandbox.world.add_member(guild, "Max", [boss])
    assert offered(sandbox, "Max", "lounge") == {"go", "rule"}


async def test_the_bot_reads_what_was_set(api: Api, sandbox: Sandbox, guild: Guild) -> None:
    base = f"/applications/{sandbox.world.bot.id}/guilds/{guild.id}/commands"
    command = next(c for c in sandbox.platform.commands.of(None) if c["name"] == "go")
    status, body = await api("GET", f"{base}/{command['id']}/permissions")
    assert (status, body["code"]) == (404, 10066)
    sandbox.platform.commands.permit(guild, "go", guild.roles[guild.id], allowed=False)
    status, body = await api("GET", f"{base}/{command['id']}/permissions")
    assert (status, body["permissions"]) == (200, [{"id": str(guild.id), "type": 1, "permission": False}])
    status, found = await api("GET", f"{base}/permissions")
    assert [each["id"] for each in found] == [command["id"]]


async def test_a_timed_out_member_only_reads(api: Api, sandbox: Sandbox, guild: Guild) -> None:
    ann = sandbox.person("Ann")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Hand", "custom_id": "hand"}]}
    message = {"content": "The board.", "components": [row]}
    _, board = await api("POST", f"/channels/{ann.channel.id}/messages", message)
    sandbox.faults.time_out(guild, ann, 600)
    _, member = await api("GET", f"/guilds/{guild.id}/members/{ann.id}")
    assert member["communication_disabled_until"] is not None
    assert "The board." in ann.sees()
    assert offered(sandbox, "Ann") == set()
    with pytest.raises(NotAsExpected, match="You may not send messages here"):
        ann.say("Hello?")
    with pytest.raises(Refused, match="You are timed out"):
        Client(sandbox.platform, ann.user).press(board["id"], "hand")
    sandbox.clock.advance(601)
    ann.say("Hello!")
    assert offered(sandbox, "Ann") == {"go"}
    Client(sandbox.platform, ann.user).press(board["id"], "hand")
