"""/history: finished duels, each with its replay, its review and the proof that it was fair."""

import pytest

from games import GAMES
from sandbox.people.person import Person
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    labels,
    mentioned,
    panel_of,
    play,
    private_text,
    wait_for_board,
)
from tests.support.finished_duels import NOVEMBER, FinishedDuel, insert_duels

TITLES = [room.game.title for room in GAMES]
AFTERWARDS = ["Replay", "Review", "Fair play"]


async def many(evening: Evening, number: int) -> tuple[Person, Person]:
    """Ann has beaten Bob so often, one game after the other."""
    ann, bob = evening.person("Ann"), evening.person("Bob")
    (guild,) = evening.sandbox.world.guilds
    story = [
        FinishedDuel(ann.id, bob.id, NOVEMBER + n, GAMES[n % len(GAMES)].game.key, guild)
        for n in range(number)
    ]
    services = evening.bot.services
    await insert_duels(services.database, story)
    await services.ledger.catch_up()
    return ann, bob


async def test_a_finished_duel_is_a_line_with_its_replay_its_review_and_its_proof(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("ten")
    await play(ann, bob)
    board = await wait_for_board(ann, "wins")
    reply = await ann.slash("history")
    text = private_text(reply)
    link = f"https://discord.com/channels/{ann.channel.guild_id}/{ann.channel.id}/{board.id}"
    assert text.splitlines()[0] == "### Your duels"
    assert "**Battle to Ten** · " in text
    assert f"<t:{int(evening.time.now)}:d> · [board]({link})" in text
    won = f"@{ann.name} wins" in board.text
    assert ("Won against Bob" if won else "Lost to Bob") in text
    assert ("? (+" if won else "? (−") in text
    assert reply.message is not None
    assert mentioned(reply.message) == set()
    assert labels(reply.message) == AFTERWARDS
    await ann.press("Replay", on=reply.message)
    await ann.wait_for("Review, step 1 of", 20.0)
    assert "Seat 0 was" in private_text(await ann.press("Fair play", on=reply.message))
    await ann.press("Review", on=reply.message)
    review = await ann.wait_for("Turning point", 20.0)
    assert review.private
    assert review.id != reply.message.id


async def test_pages_are_turned_in_place_also_after_a_restart(evening: Evening) -> None:
    ann, _ = await many(evening, 7)
    first = await ann.slash("history")
    assert first.message is not None
    assert labels(first.message) == [*AFTERWARDS * 5, "Older"]
    await evening.reopen()
    second = await ann.press("Older", on=first.message)
    assert second.message is not None
    assert second.message.id == first.message.id
    assert labels(second.message) == [*AFTERWARDS * 2, "Newer"]
    again = await ann.press("Newer", on=second.message)
    assert again.message is not None
    assert again.message.text == first.message.text


async def test_a_history_can_be_of_another_person_and_of_one_game(evening: Evening) -> None:
    ann, bob = await many(evening, 4)
    text = private_text(await ann.slash("history", person=bob, game=TITLES[1]))
    assert f"### Duels of Bob · {TITLES[1]}" in text
    assert text.count("Resigned against Ann") == 1
    assert TITLES[0] not in text


async def test_only_a_duel_with_a_result_says_whether_it_was_rated(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    (guild,) = evening.sandbox.world.guilds
    story = [
        FinishedDuel(ann.id, bob.id, NOVEMBER, guild=guild, void=True),
        FinishedDuel(ann.id, bob.id, NOVEMBER + 1, guild=guild, rated=False),
    ]
    await insert_duels(evening.bot.services.database, story)
    await evening.bot.services.ledger.catch_up()
    text = private_text(await ann.slash("history"))
    assert "No result against Bob\n-# <t:" in text
    assert "Won against Bob, who resigned\n-# not rated · <t:" in text


async def test_an_empty_history_says_what_to_do(evening: Evening) -> None:
    ann, bob = await many(evening, 1)
    assert private_text(await evening.person("Cleo").slash("history")) == (
        "You have not finished a duel here yet. Start one with /duel."
    )
    assert private_text(await ann.slash("history", game=TITLES[-1])) == (
        f"You have not finished a duel of {TITLES[-1]} here yet. Start one with /duel {GAMES[-1].game.key}."
    )
    assert private_text(await ann.slash("history", person=bob, game=TITLES[-1])).startswith(
        f"Bob has not finished a duel of {TITLES[-1]} here yet."
    )


async def test_the_button_on_a_profile_opens_a_history_for_whoever_presses_it(evening: Evening) -> None:
    ann, bob = await many(evening, 2)
    await evening.bot.services.drawing.close()
    await ann.slash("profile")
    profile = board_of(bob)
    assert private_text(await bob.press("All duels", on=profile)).startswith("### Duels of Ann")
    assert private_text(await ann.press("All duels", on=profile)).startswith("### Your duels")
    assert board_of(bob).text == profile.text
    assert panel_of(bob).private


@pytest.mark.parametrize("rest", ["1::latest:0", "8999999999999999999:ten:older:999999999", "0:x:newer:0"])
async def test_a_forged_page_is_an_empty_one(rest: str, evening: Evening) -> None:
    ann, _ = await many(evening, 1)
    history = (await ann.slash("history")).message
    assert history is not None
    answer = await forge(evening.sandbox, ann, history, f"past:{rest}")
    assert "has not finished a duel" in private_text(answer)
