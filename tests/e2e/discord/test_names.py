"""Everybody has a name on every screen, also where a client has met nobody, and nobody is pinged by that."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import discord
import pytest

from bot.duels.settings import Mentions
from bot.ui.people import FRESH
from sandbox.people.person import Person
from sandbox.world.entities import Guild
from tests.e2e.pages.test_puzzle import puzzle_today
from tests.e2e.strangers import Stranger, stranger
from tests.support.evening import (
    Evening,
    board_of,
    open_panel,
    panel_of,
    picks_on,
    play,
    press_more,
    private_text,
    wait_for_board,
)

LONG = 20.0


async def finished(evening: Evening) -> tuple[Person, Person]:
    """A duel from its challenge to its end."""
    ann, bob = await evening.duel_with_panels("ten")
    await play(ann, bob)
    await wait_for_board(ann, "wins")
    return ann, bob


async def test_a_duel_has_names_from_its_challenge_to_its_end(evening: Evening) -> None:
    with stranger(evening.sandbox) as looking:
        await finished(evening)
        await evening.bot.services.announcer.finish()
    assert looking.read > 10
    assert looking.nameless == []


async def test_every_list_has_names_for_a_client_that_has_met_nobody(evening: Evening) -> None:
    ann, bob = await finished(evening)
    cleo = evening.person("Cleo")
    await evening.reopen()
    with stranger(evening.sandbox) as looking:
        for line in ("leaderboard", "profile", "history", "duels"):
            await ann.slash(line)
            await cleo.slash(line)
        await cleo.slash("profile", person=ann)
        await cleo.slash("history", person=bob)
        best = await cleo.slash("leaderboard")
        await ann.press("This month", on=best.message)
        await evening.bot.services.announcer.finish()
    assert looking.nameless == []
    assert looking.pinged == []


async def test_a_review_its_steps_and_the_proof_have_names(evening: Evening) -> None:
    ann, _ = await finished(evening)
    await evening.reopen()
    cleo = evening.person("Cleo")
    with stranger(evening.sandbox) as looking:
        assert "Ann" in private_text(await press_more(cleo, "Fair play", on=board_of(cleo)))
        await cleo.press("Review", on=board_of(cleo))
        assert "Ann" in await cleo.wait_for("Turning point", LONG)
        await cleo.press("Step by step", on=panel_of(cleo))
        assert "Ann" in await cleo.wait_for("Review, step 1 of", LONG)
    assert looking.nameless == []
    assert ann.name in panel_of(cleo).text


async def test_a_puzzle_names_who_solved_it(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    puzzle = puzzle_today(evening)
    with stranger(evening.sandbox) as looking:
        for person in (ann, bob):
            await person.slash("puzzle")
            await person.press(puzzle.solution, on=panel_of(person))
        await ann.press("Share", on=panel_of(ann))
    assert "Solved here today by Ann, Bob." in panel_of(bob).text
    assert looking.nameless == []
    assert looking.pinged == []


async def test_refusals_and_answers_name_whom_they_speak_of(evening: Evening) -> None:
    ann, bob, cleo = (evening.person(name) for name in ("Ann", "Bob", "Cleo"))
    with stranger(evening.sandbox) as looking:
        assert "from Ann" in private_text(await bob.slash("block", person=ann))
        assert private_text(await ann.slash("duel ten", opponent=bob)).startswith(
            "Bob isn't taking challenges"
        )
        assert "against Cleo" in private_text(await ann.menu("Challenge to a duel", cleo))
        assert private_text(await ann.slash("history", person=cleo)).startswith("Cleo has not finished")
    assert looking.nameless == []


async def test_a_duel_in_a_thread_and_a_board_posted_again_have_names(evening: Evening, guild: Guild) -> None:
    await evening.bot.services.settings.change(guild.id, threads=True)
    with stranger(evening.sandbox) as looking:
        ann, bob = await evening.duel("ten")
        channels = evening.sandbox.world.channels
        await ann.wait_until(lambda _: any(each.is_thread for each in channels.values()))
        (thread,) = [each for each in channels.values() if each.is_thread]
        for person in (ann, bob):
            await wait_for_board(person.go_to(thread), "Battle to Ten")
            await open_panel(person)
        evening.sandbox.faults.delete_message(board_of(ann))
        await play_once(ann, bob)
        await wait_for_board(ann, "Battle to Ten")
        await evening.bot.services.announcer.finish()
    assert looking.nameless == []


async def play_once(*people: Person) -> None:
    for person in people:
        if picks := picks_on(panel_of(person)):
            await person.press(picks[0].custom_id, on=panel_of(person))
            return


async def test_where_nobody_is_pinged_everybody_still_has_a_name(evening: Evening, guild: Guild) -> None:
    await evening.bot.services.settings.change(guild.id, mentions=Mentions.NOBODY)
    with stranger(evening.sandbox) as looking:
        await finished(evening)
        ann = evening.person("Ann")
        evening.pass_time(60)
        await ann.press("Rematch", on=board_of(ann))
    assert looking.nameless == []
    assert looking.pinged == []


async def leaderboard(person: Person) -> str:
    shown = await person.slash("leaderboard", game="ten")
    assert shown.message is not None
    return shown.message.text


async def test_who_left_is_said_to_have_left(evening: Evening, guild: Guild) -> None:
    _, bob = await finished(evening)
    evening.sandbox.faults.remove_member(guild, bob)
    cleo = evening.person("Cleo")
    evening.pass_time(FRESH + 1)
    with stranger(evening.sandbox) as looking:
        assert "Bob (left)" in await leaderboard(cleo)
        await evening.reopen()
        unknown = await leaderboard(cleo)
        assert "someone who left" in unknown
        assert "Bob" not in unknown
    assert looking.nameless == []


async def test_only_whom_a_message_is_for_is_pinged(evening: Evening) -> None:
    with stranger(evening.sandbox) as looking:
        await finished(evening)
        for line in ("leaderboard", "profile", "history"):
            await evening.person("Cleo").slash(line)
        await evening.bot.services.announcer.finish()
    (challenge,) = evening.person("Bob").notified()
    assert "Ann challenges" in challenge.text
    (acceptance,) = evening.person("Ann").notified()
    assert "Bob accepted" in acceptance.text
    assert evening.person("Cleo").notified() == []
    assert [name for name, _ in looking.pinged] == ["Bob", "Ann"]


async def test_picks_ask_discord_for_no_names(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    query = discord.Guild.query_members

    async def count(self: discord.Guild, *_: object, **options: Any) -> list[discord.Member]:
        asked.append(options)
        return await query(self, **options)

    monkeypatch.setattr(discord.Guild, "query_members", count)
    await finished(evening)
    assert asked == []
    await evening.reopen()
    await evening.person("Cleo").slash("leaderboard")
    await evening.person("Cleo").slash("leaderboard")
    assert len(asked) == 1


Act = Callable[[Evening, Random], Awaitable[object]]


def anyone(evening: Evening, random: Random) -> Person:
    return evening.person(random.choice(("Ann", "Bob", "Cleo")))


async def _lists(evening: Evening, random: Random) -> None:
    line = random.choice(("leaderboard", "profile", "history", "duels", "puzzle"))
    await anyone(evening, random).slash(line)


async def _of_another(evening: Evening, random: Random) -> None:
    line = random.choice(("profile", "history"))
    await anyone(evening, random).slash(line, person=anyone(evening, random))


async def _challenge(evening: Evening, random: Random) -> None:
    options = random.choice(({"opponent": anyone(evening, random)}, {}, {"level": "fox"}))
    await anyone(evening, random).slash("duel ten", **options)


async def _press(evening: Evening, random: Random) -> None:
    """Any button that is on, of any message that anybody sees in the channel."""
    person = anyone(evening, random)
    seen = [each for each in person.sees().messages if each.buttons]
    if seen:
        message = random.choice(seen)
        buttons = [button for button in message.buttons if not button.disabled]
        await person.press(random.choice(buttons).custom_id, on=message)


async def _wait(evening: Evening, random: Random) -> None:
    evening.pass_time(random.choice((11.0, 100.0, FRESH + 1)))


async def _restart(evening: Evening, _random: Random) -> None:
    await evening.reopen()


ACTS: tuple[Act, ...] = (*[_press] * 8, *[_challenge] * 3, *[_wait] * 3, *[_lists] * 3, _of_another, _restart)


def intended(looking: Stranger) -> list[tuple[str, str]]:
    """New messages that speak to those whom they ping: challenges, rematches, calls."""
    words = ("challenges", "wants a rematch", " accepted your", "it is your turn", "your pick is missing")
    return [(name, text) for name, text in looking.pinged if any(word in text for word in words)]


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_no_screen_shows_a_stranger(evening: Evening, seed: int) -> None:
    random = Random(seed)
    with stranger(evening.sandbox) as looking:
        for _ in range(40):
            await random.choice(ACTS)(evening, random)
        await evening.bot.services.announcer.finish()
    assert looking.read > 20
    assert looking.nameless == []
    assert intended(looking) == looking.pinged
