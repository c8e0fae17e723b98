"""Ratings and leaderboards, as people see them."""

import re

import pytest

from sandbox.people.person import Reply
from sandbox.people.screen import Seen
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import (
    Evening,
    board_of,
    labels,
    mentioned,
    open_panel,
    panel_of,
    play,
    private_text,
    resign,
    wait_for_board,
)
from tests.support.finished_duels import GAME_KEYS, FinishedDuel, insert_duels

pytestmark = pytest.mark.also_late

DAY = 86_400.0


def public(reply: Reply) -> Seen:
    assert reply.message is not None
    assert not reply.message.private
    return reply.message


async def count(evening: Evening, played: list[FinishedDuel], first: int = 1) -> None:
    services = evening.bot.services
    await insert_duels(services.database, played, first)
    await services.ledger.catch_up()


def guild_of(evening: Evening) -> int:
    return next(iter(evening.sandbox.world.guilds))


async def test_a_rated_duel_moves_both_and_shows_it_also_after_a_restart(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    card = public(await ann.slash("duel ten", opponent=bob))
    assert "-# Ann 1500 · @Bob 1500 · ±69" in card.text
    assert "leads" not in card.text
    await bob.press("Accept")
    for person in (ann, bob):
        await open_panel(person)
    await play(ann, bob)
    over = await wait_for_board(ann, "wins")
    assert sorted(re.findall(r"(\d+) \((.\d+)\)", over.text)) == [("1431", "−69"), ("1569", "+69")]
    await evening.reopen()
    assert over.text == board_of(ann).text
    board = public(await ann.slash("leaderboard", game=GAME_KEYS[-1]))
    assert re.search(
        r"`#\sRating\sW–L` Player\n`1\s\s1569\?\s1–0` \w+ :gold:\n`2\s\s1431\?\s0–1` \w+\n", board.text
    )
    assert "Ann: rank" in board.text.replace("*", "")
    assert mentioned(board) == set()
    offer = public(await bob.press("Rematch", on=over))
    assert re.search(r"@?\w+ leads 1–0 · ", offer.text)


async def test_what_does_not_count_shows_no_stakes_and_no_change(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels(rated=False)
    assert "±" not in board_of(ann).text
    await evening.both_pick()
    await resign(bob)
    over = await wait_for_board(ann, "Final, by resignation")
    assert not re.search(r"\([+−]\d+\)", over.text)


async def test_an_open_challenge_shows_the_rating_of_whoever_made_it(evening: Evening) -> None:
    assert "-# Ann 1500 · " in public(await evening.person("Ann").slash("duel ten")).text


async def test_an_empty_board_says_what_to_do(evening: Evening) -> None:
    ann = evening.person("Ann")
    board = public(await ann.slash("leaderboard"))
    assert "Nobody is ranked yet. Play a rated duel with /duel highlow and be the first." in board.text
    assert labels(board) == ["Challenge anyone", "This month", "Last month"]
    assert "with /duel ten" in public(await ann.slash("leaderboard", game="ten")).text
    assert "Nobody played a rated duel then." in private_text(await ann.press("Last month"))
    assert labels(panel_of(ann)) == ["All time", "This month"]


async def test_an_empty_board_leads_to_an_open_challenge(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    board = public(await ann.slash("leaderboard"))
    await bob.press("Challenge anyone", on=board)
    await bob.press("Battle to Ten", on=panel_of(bob))
    card = await ann.wait_for("Bob will take on anyone")
    assert "Battle to Ten" in card.text
    assert "-# Bob 1500 · " in card.text
    evening.pass_time(10)
    of_game = public(await ann.slash("leaderboard", game="highlow"))
    await ann.press("Challenge anyone", on=of_game)
    assert "High-Low Battle" in (await bob.wait_for("Ann will take on anyone")).text


async def test_another_game_is_chosen_from_the_list_in_private(evening: Evening) -> None:
    ann, bob, guild = evening.person("Ann"), evening.person("Bob"), guild_of(evening)
    await count(evening, [FinishedDuel(ann.id, bob.id, evening.time.now - 9, "ten", guild)])
    board = public(await ann.slash("leaderboard", period="this"))
    assert "### 🏆 All games" in board.text
    before = board.text
    answer = private_text(await bob.choose("Choose a game", "Battle to Ten", on=board))
    assert "### 🏆 Battle to Ten" in answer
    assert "ends <t:" in answer, "the month stays"
    assert "Nobody is ranked yet" in private_text(
        await bob.choose("Choose a game", "Digit Duel", on=panel_of(bob))
    )
    assert board_of(ann).text == before


@pytest.mark.parametrize(("wins", "losses", "medals"), [(1, 0, ["gold"]), (5, 0, ["gold"]), (1, 1, ["gold"])])
async def test_a_medal_is_for_those_who_won_and_stand_above_the_start(
    wins: int, losses: int, medals: list[str], evening: Evening
) -> None:
    ann, bob, guild = evening.person("Ann"), evening.person("Bob"), guild_of(evening)
    now = evening.time.now
    story = [FinishedDuel(ann.id, bob.id, now - 99 + n, guild=guild) for n in range(wins)]
    story += [FinishedDuel(bob.id, ann.id, now - 50 + n, guild=guild) for n in range(losses)]
    await count(evening, story)
    text = public(await ann.slash("leaderboard")).text
    assert re.findall(":(gold|silver|bronze):", text) == medals


async def test_pages_turn_in_private_and_your_own_rank_is_always_shown(evening: Evening) -> None:
    ann, bob, guild = evening.person("Ann"), evening.person("Bob"), guild_of(evening)
    now, crowd, later = evening.time.now, range(1000, 1397), ann.id
    ends = {each: now - 2 * DAY - 100 * each for each in crowd}
    await count(evening, [FinishedDuel(each, each + later, ends[each], guild=guild) for each in crowd])
    await count(evening, [FinishedDuel(9000, ann.id, now - DAY, guild=guild)], 5000)
    board = public(await ann.slash("leaderboard"))
    assert "796 players · page 1 of 80" in board.text
    assert labels(board)[:3] == ["Next", "Last", "Me"]
    before = board.text
    page = private_text(await bob.press("Next", on=board))
    assert "page 2 of 80" in page
    assert "You: no place yet. Play a rated duel with /duel highlow." in page.replace("*", "")
    await evening.reopen()
    mine = await ann.press("Me", on=board)
    assert "page 40 of 80" in private_text(mine)
    assert "You: rank 399 of 796, 1431?" in private_text(mine).replace("*", "")
    assert "0–1` Ann\n" in private_text(mine)
    await ann.press("Back", on=panel_of(ann))
    assert "page 39 of 80" in panel_of(ann).text
    assert board_of(ann).text == before, "what others read stays as it was"


async def test_the_champion_of_last_month_is_shown_on_every_board(evening: Evening) -> None:
    ann, bob, guild = evening.person("Ann"), evening.person("Bob"), guild_of(evening)
    month_ago = evening.time.now - 30 * DAY
    await count(
        evening, [FinishedDuel(bob.id, ann.id, month_ago + hour * 4000, guild=guild) for hour in range(5)]
    )
    crown = re.compile(r"👑 Champion of \w+ with \d{4}\?: Bob")
    board = public(await ann.slash("leaderboard", period="this"))
    assert crown.search(board.text)
    assert "Nobody is ranked yet" in board.text
    last = private_text(await ann.press("Last month", on=board))
    assert "5–0` Bob :gold:" in last
    assert crown.search(last)
    assert crown.search(private_text(await ann.press("All time", on=board)))


async def test_a_champion_who_deleted_their_data_stays_one_without_a_name(evening: Evening) -> None:
    ann, bob, guild = evening.person("Ann"), evening.person("Bob"), guild_of(evening)
    month_ago = evening.time.now - 30 * DAY
    await count(
        evening, [FinishedDuel(bob.id, ann.id, month_ago + hour * 4000, guild=guild) for hour in range(5)]
    )
    await evening.bot.services.erasure.erase(bob.id)
    text = public(await ann.slash("leaderboard", period="last")).text
    assert re.search(r"👑 Champion of \w+ with \d{4}\?: a former player", text)
    assert "rank 1 of 1" in text


async def test_names_of_emoji_and_people_who_left_break_nothing(evening: Evening) -> None:
    ann, guild = evening.person("Ann"), guild_of(evening)
    ann.user.name = "🦄" * 32
    await count(evening, [FinishedDuel(ann.id, 424242, evening.time.now - 9, guild=guild)])
    text = public(await evening.person("Bob").slash("leaderboard")).text
    assert f"1–0` {'🦄' * 32} :gold:\n" in text
    assert "0–1` someone who left\n" in text


async def test_who_deleted_their_data_is_on_no_page(evening: Evening) -> None:
    ann, guild = evening.person("Ann"), guild_of(evening)
    await count(evening, [FinishedDuel(-77, ann.id, evening.time.now - 9, guild=guild)])
    text = public(await ann.slash("leaderboard")).text
    assert "1 player" in text
    assert "rank 1 of 1" in text


@pytest.mark.parametrize(
    ("custom_id", "answer"),
    [
        ("best:nogame:0:1:next", "That game is not played here."),
        ("best:*:202611:9999999:next", "Nobody played a rated duel then."),
        ("best:*:0:0:me", "Nobody is ranked yet."),
    ],
)
async def test_a_forged_button_gets_a_private_answer(custom_id: str, answer: str, evening: Evening) -> None:
    ann = evening.person("Ann")
    board = public(await ann.slash("leaderboard"))
    assert answer in private_text(await forge(evening.sandbox, ann, board, custom_id))
