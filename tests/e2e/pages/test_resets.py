"""A leaderboard is reset from the settings: named, asked about once more, and undone within a day."""

import pytest

from bot.duels.pace import DAY
from bot.ratings.ledger import Loss
from sandbox.people.person import Person
from sandbox.world.entities import Guild
from tests.support.evening import Evening, labels, panel_of, wait_for_board

pytestmark = pytest.mark.also_late


@pytest.fixture
async def boss(evening: Evening, manager: Person) -> Person:
    """Somebody who manages the server, after Bob has beaten Ann."""
    ann, bob = await evening.duel("ten")
    await evening.both_pick()
    await ann.slash("resign")
    await ann.press("Resign")
    await wait_for_board(bob, "Final, by resignation")
    await manager.slash("settings")
    await manager.press("Reset a leaderboard…")
    return manager


async def loss(evening: Evening, guild: Guild, game: str | None) -> Loss:
    return await evening.bot.services.ledger.loss_preview(guild.id, game)


async def test_the_question_names_what_would_be_lost_and_can_be_left(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    await boss.choose("Which one?", "Battle to Ten")
    text = panel_of(boss).text
    assert "Reset the leaderboard of Battle to Ten?" in text
    for lost in (
        "ratings and ranks of 2 people, of all time and of this month",
        "one duel that counted",
        "the first place of Bob",
    ):
        assert lost in text
    await boss.press("No, go back")
    assert "Settings of this server" in panel_of(boss).text
    assert (await loss(evening, guild, "ten")).people == 2


async def test_an_empty_leaderboard_needs_no_reset(boss: Person) -> None:
    await boss.choose("Which one?", "Bid Battle")
    assert "Nobody is on the leaderboard of Bid Battle yet" in panel_of(boss).text
    assert labels(panel_of(boss)) == ["Go back"]


async def test_a_reset_survives_a_restart_and_can_be_undone_for_a_day(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    before = await loss(evening, guild, "ten")
    await boss.choose("Which one?", "Battle to Ten")
    await evening.reopen()
    await boss.press("Reset it")
    await boss.wait_for("Max has reset the leaderboard of Battle to Ten.")
    assert (await loss(evening, guild, "ten")).people == 0
    assert (await loss(evening, guild, None)).people == 2
    await evening.reopen(after=DAY - 60)
    await boss.slash("settings")
    assert "Max has reset the leaderboard of Battle to Ten." in panel_of(boss).text
    await boss.press("Undo the reset")
    await boss.wait_for("as if that reset had never been")
    assert await loss(evening, guild, "ten") == before
    assert "Undo the reset" not in labels(panel_of(boss))


async def test_after_a_day_it_is_too_late(evening: Evening, boss: Person, guild: Guild) -> None:
    await boss.choose("Which one?", "All of them")
    await boss.press("Reset it")
    await boss.wait_for("Max has reset all leaderboards.")
    evening.pass_time(DAY + 1)
    await boss.press("Undo the reset")
    await boss.wait_for("too late to undo")
    assert (await loss(evening, guild, None)).people == 0
    assert "Undo the reset" not in labels(panel_of(boss))


async def test_whoever_lost_the_right_meanwhile_resets_nothing(
    evening: Evening, boss: Person, guild: Guild
) -> None:
    await boss.choose("Which one?", "All of them")
    role = next(role for role in guild.roles.values() if role.name == "Boss")
    evening.sandbox.faults.change_role(guild, role, 0)
    reply = await boss.press("Reset it")
    assert reply.message is not None
    assert "Manage Server" in reply.message.text
    assert (await loss(evening, guild, None)).people == 2
