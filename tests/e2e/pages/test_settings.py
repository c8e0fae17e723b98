"""A server's settings: one panel for those who manage it, honoured by every challenge."""

import pytest

from bot.duels.pace import PACES
from sandbox.interactions.components import walk
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.wire import InteractionType
from sandbox.world.entities import Guild
from sandbox.world.permissions import Permission
from tests.e2e.attacks.test_forgery import forge
from tests.e2e.attacks.test_intake import order, send, told_after
from tests.support.evening import (
    Evening,
    begin_with_computer,
    board_of,
    eventually,
    is_live,
    labels,
    mentioned,
    panel_of,
    private_text,
    wait_for_board,
)


@pytest.fixture
async def boss(manager: Person) -> Person:
    """Somebody who manages the server, in front of the panel."""
    await manager.slash("settings")
    return manager


def ident(guild: Guild, name: str) -> str:
    return next(str(channel.id) for channel in guild.channels.values() if channel.name == name)


def chosen(panel: Seen) -> list[str]:
    """The channels and roles that the panel shows as chosen."""
    lists = [each for each in walk(panel.wire["components"]) if "default_values" in each]
    return [value["id"] for each in lists for value in each["default_values"]]


async def test_the_panel_is_private_and_every_control_works_after_a_restart(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    assert panel_of(boss).private
    await evening.reopen()
    await boss.choose("settings:channels", ident(guild, "duels"))
    await boss.choose("settings:pace", PACES[2].label.capitalize())
    await boss.choose("settings:challengers", "Only challenges to a named person")
    await boss.choose("settings:mentions", "Nobody")
    await boss.press("Threads: off")
    await boss.press("Rated: on")
    assert [label for label in labels(panel_of(boss)) if ":" in label] == ["Threads: on", "Rated: off"]
    settings = await evening.bot.services.settings.settings(guild.id)
    assert settings.channels == {int(ident(guild, "duels"))}
    assert (settings.pace, settings.threads, settings.rated) == (PACES[2], True, False)
    assert (settings.challengers, settings.mentions) == ("named", "nobody")
    assert len([seen for seen in boss.sees().messages if seen.private]) == 1
    assert chosen(panel_of(boss)) == [ident(guild, "duels")]


async def test_whoever_no_longer_manages_the_server_changes_nothing(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    role = next(role for role in guild.roles.values() if role.name == "Boss")
    evening.sandbox.faults.change_role(guild, role, 0)
    assert "Manage Server" in private_text(await boss.press("Threads: off"))
    assert not (await evening.bot.services.settings.settings(guild.id)).threads


async def test_pace_and_stakes_left_open_are_the_servers(evening: Evening, boss: Person) -> None:
    await boss.choose("settings:pace", PACES[0].label.capitalize())
    await boss.press("Rated: on")
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel ten", opponent=bob)
    assert "-# not rated · A minute per pick" in board_of(bob).text
    evening.pass_time(10)
    await ann.slash("duel ten", opponent=bob, rated=True, pace=PACES[2].label)
    assert "±69 · A day per pick" in board_of(bob).text


async def test_elsewhere_challenges_are_refused_with_the_way_to_the_right_channel(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    await boss.choose("settings:channels", ident(guild, "lounge"))
    ann, bob = evening.person("Ann"), evening.person("Bob")
    sentence = "Duels are played in #lounge. Challenge people there."
    assert private_text(await ann.slash("duel ten", opponent=bob)) == sentence
    assert private_text(await ann.menu("Challenge to a duel", bob)) == sentence
    ann.go_to("lounge")
    await ann.slash("duel ten", opponent=bob)
    assert "Ann challenges @Bob" in board_of(bob.go_to("lounge")).text


async def test_a_rematch_is_refused_where_duels_are_no_longer_played(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    ann, bob = await evening.duel("ten")
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    over = await wait_for_board(bob, "Final, by resignation")
    await boss.choose("settings:channels", ident(guild, "lounge"))
    assert "#lounge" in private_text(await bob.press("Rematch", on=over))


async def test_a_thread_counts_as_its_channel(evening: Evening, boss: Person, guild: Guild) -> None:
    await boss.choose("settings:channels", ident(guild, "duels"))
    await boss.press("Threads: off")
    ann, bob = await evening.duel("ten")
    await ann.wait_for("This duel is played in")
    thread = next(channel for channel in guild.channels.values() if channel.is_thread)
    evening.pass_time(10)
    for person in (ann, bob):
        person.go_to(thread)
    await ann.slash("duel highlow", opponent=bob)
    assert "Ann challenges @Bob" in board_of(bob).text


async def test_a_deleted_channel_drops_out(evening: Evening, boss: Person, guild: Guild) -> None:
    await boss.choose("settings:channels", ident(guild, "lounge"))
    evening.sandbox.faults.delete_channel(guild.channels[int(ident(guild, "lounge"))])
    ann, _ = await evening.duel("ten")
    assert is_live(board_of(ann))
    assert (await evening.bot.services.settings.settings(guild.id)).channels == frozenset()


async def test_open_challenges_can_be_switched_off(evening: Evening, boss: Person) -> None:
    await boss.choose("settings:challengers", "Only challenges to a named person")
    ann = evening.person("Ann")
    assert "Name an opponent" in private_text(await ann.slash("duel ten"))
    await begin_with_computer(ann, "ten", opponent=evening.sandbox.world.bot)
    assert is_live(board_of(ann))


async def test_a_role_may_be_needed_to_challenge_to_be_challenged_and_to_accept(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    duellist = evening.sandbox.world.add_role(guild, "Duellist")
    await boss.choose("settings:challengers", "Only people with a role")
    assert "Until a role is chosen" in panel_of(boss).text
    await boss.choose("Choose the role", str(duellist.id))
    assert "Until a role is chosen" not in panel_of(boss).text
    ann, bob, cleo = (evening.person(name) for name in ("Ann", "Bob", "Cleo"))
    for person in (ann, bob):
        guild.members[person.id].roles.append(duellist.id)
    assert "Only people with the role @Duellist" in private_text(await cleo.slash("duel ten", opponent=ann))
    assert "Cleo lacks the role @Duellist" in private_text(await ann.slash("duel ten", opponent=cleo))
    await ann.slash("duel ten")
    assert "Only people with the role @Duellist" in private_text(await cleo.press("Accept"))
    await bob.press("Accept")
    assert is_live(board_of(ann))


async def test_nobody_is_pinged_where_the_server_wants_that(evening: Evening, boss: Person) -> None:
    await boss.choose("settings:mentions", "Nobody")
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("duel ten", opponent=bob, pace=PACES[0].label)
    assert "Ann challenges Bob." in board_of(bob).text
    assert mentioned(board_of(bob)) == set()
    await bob.press("Accept")
    await eventually(evening.all_clocks_run)
    evening.pass_time(PACES[0].seconds - PACES[0].reminder + 1)
    assert mentioned(await ann.wait_for("your pick is missing")) == set()


async def test_threads_that_could_not_be_made_are_told_of(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    duels = guild.channels[int(ident(guild, "duels"))]
    evening.sandbox.faults.take_permission(duels, Permission.CREATE_PUBLIC_THREADS)
    await boss.press("Threads: off")
    warning = "in #duels: there I need the permission Create Public Threads."
    assert warning in panel_of(boss).text
    await boss.choose("settings:channels", ident(guild, "lounge"))
    assert "there I need" not in panel_of(boss).text


@pytest.mark.parametrize(
    "custom_id",
    [
        "settings:dance",
        "settings:pace:7",
        "settings:threads:maybe",
        "settings:role:1",
        "settings:which:chess",
        "settings:resetnow:chess",
        "settings:undo:12345",
        "settings:undo:x",
        "settings:panel",
    ],
)
async def test_a_forged_control_is_answered_in_private_and_changes_nothing(
    evening: Evening, boss: Person, guild: Guild, custom_id: str
) -> None:
    await evening.duel()
    before = await evening.bot.services.settings.settings(guild.id)
    await forge(evening.sandbox, boss, board_of(boss), custom_id)
    await boss.wait_until(lambda screen: not screen.messages[-1].thinking)
    answer = boss.sees().messages[-1]
    assert answer.private
    assert "went wrong" not in answer.text
    assert is_live(board_of(boss))
    assert await evening.bot.services.settings.settings(guild.id) == before


@pytest.mark.parametrize("custom_id", ["settings:dance", "settings:threads:maybe", "settings:pace:7"])
async def test_a_control_that_nobody_knows_gets_a_sentence(
    evening: Evening, boss: Person, custom_id: str
) -> None:
    reply = await forge(evening.sandbox, boss, panel_of(boss), custom_id)
    assert reply.message is not None
    assert reply.message.text == "This panel is from an older version. Open it again with /settings."


async def test_the_panel_is_opened_by_those_who_manage_the_server_alone(evening: Evening) -> None:
    ann = evening.person("Ann")
    sent = send(evening, ann, order(evening, "settings"), InteractionType.COMMAND)
    assert await told_after(evening, sent) == (
        "The settings are for people with the permission Manage Server."
    )
