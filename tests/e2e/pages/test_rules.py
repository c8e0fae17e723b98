"""The rules of a game, one tap away: a button that may stand on any message, answered in private."""

import pytest

from bot.ui.buttons import rules_button
from bot.ui.ids import RulesOf
from games import GAMES
from games.room import AnyRoom
from tests.e2e.attacks.test_forgery import forge
from tests.support.evening import Evening, board_of, panel_of, private_text


def test_a_rules_button_says_which_game_it_is_about() -> None:
    for room in GAMES:
        button = rules_button(room)
        assert button["label"] == "Rules"
        assert RulesOf.read(button["custom_id"]) == RulesOf(room.game.key)


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
async def test_rules_of_a_game_open_in_private_on_any_message(room: AnyRoom, evening: Evening) -> None:
    ann, bob = await evening.duel()
    before = board_of(bob).text
    answer = await forge(evening.sandbox, ann, board_of(ann), str(RulesOf(room.game.key)))
    assert room.guide.goal in private_text(answer)
    assert board_of(bob).text == before


async def test_rules_opened_from_a_hand_leave_the_hand_as_it_is(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    hand = panel_of(ann)
    answer = await forge(evening.sandbox, ann, hand, str(RulesOf("highlow")))
    assert "Your goal" in private_text(answer)
    assert answer.message is not None
    assert answer.message.id != hand.id
    assert next(seen for seen in ann.sees().messages if seen.id == hand.id).text == hand.text


async def test_rules_of_a_game_that_is_gone_say_where_to_look(evening: Evening) -> None:
    ann, _ = await evening.duel()
    answer = await forge(evening.sandbox, ann, board_of(ann), "rules:chess")
    assert private_text(answer) == "That game is not played here any more. Use /rules to see which are."
