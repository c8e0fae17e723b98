"""High-Low Battle: its rulings, the book's example, its screens, and what it hides: only picks."""

from random import Random

import pytest

from games.dice import Draw
from games.engine import Outcome, Refused, Seat
from games.highlow import ROOM
from games.highlow.rules import CARDS, State
from games.match import AnyMatch, Match
from games.screen import Choice
from tests.support.matches import NAMES, golden, play, seed

PUBLIC = {"hands", "scores", "rounds", "lot"}
DEALT = False
GAME = ROOM.game


def altered(state: State, seat: Seat | None, random: Random) -> State:  # noqa: ARG001
    """Everything in a state is public: the secret picks are not in it."""
    return state


def conserved(state: State) -> bool:
    """Every card is in its hand or was played once, and every point was scored in some round."""
    scored = [sum(past.points for past in state.rounds if past.winner == seat) for seat in (0, 1)]
    return [*state.scores] == scored and all(
        sorted((*state.hands[seat], *(past.cards[seat] for past in state.rounds))) == [*CARDS]
        for seat in (0, 1)
    )


def longest(number: int) -> AnyMatch:
    """Nine ties."""
    return play(Match.start(GAME, seed(number)), *((card, card) for card in CARDS))


def start() -> AnyMatch:
    return Match.start(GAME, seed())


def news(match: AnyMatch) -> str:
    return " ".join(ROOM.show(match, None, NAMES).news)


def test_h1_nine_cards_each_and_the_higher_card_scores_one() -> None:
    match = start()
    assert match.legal_moves(0) == match.legal_moves(1) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    match = play(match, (7, 3))
    assert match.state.scores == (1, 0)
    assert match.state.hands == ((1, 2, 3, 4, 5, 6, 8, 9), (1, 2, 4, 5, 6, 7, 8, 9))


def test_h1_a_pick_is_final() -> None:
    match = start().submit(0, "7", 1)
    with pytest.raises(Refused, match="final"):
        match.submit(0, "8", 1)


def test_h1_five_rounds_decide_when_a_score_leads() -> None:
    match = play(start(), (9, 1), (8, 2), (7, 3), (1, 9))
    assert match.outcome is None
    assert play(match, (2, 8)).outcome == Outcome(0, "points")


def test_h2_a_tie_pays_two_to_the_lower_card_of_the_last_differing_round() -> None:
    match = play(start(), (9, 8), (5, 5))
    assert match.state.scores == (1, 2)


def test_h2_earlier_ties_are_skipped_when_looking_back() -> None:
    match = play(start(), (2, 8), (5, 5), (6, 6))
    assert match.state.scores == (4, 1)


def test_h2_a_tie_with_no_earlier_difference_scores_nothing() -> None:
    assert play(start(), (6, 6), (5, 5)).state.scores == (0, 0)


def test_h3_level_after_five_rounds_is_no_end() -> None:
    level = play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8))
    assert level.state.scores == (2, 2)
    assert level.outcome is None
    assert level.waiting == (0, 1)


def test_h3_sudden_death_is_won_by_whoever_scores_the_sixth_round() -> None:
    level = play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8))
    assert play(level, (4, 3)).outcome == Outcome(0, "sudden death")
    assert play(level, (3, 3)).outcome == Outcome(0, "sudden death"), "a tie pays the lower card of round 5"


def test_h4_nine_tied_rounds_go_to_the_lot() -> None:
    winners = set()
    for number in range(20):
        match = play(Match.start(GAME, seed(number)), *((card, card) for card in range(1, 10)))
        assert match.outcome is not None
        assert match.outcome.reason == "lot"
        winners.add(match.outcome.winner)
    assert winners == {0, 1}


def test_h4_a_round_that_differs_after_seven_ties_needs_no_lot() -> None:
    match = play(start(), *((card, card) for card in range(1, 8)), (8, 9))
    assert match.outcome == Outcome(1, "sudden death")


def test_h4_after_eight_ties_only_one_card_is_left_so_the_ninth_is_a_tie_too() -> None:
    match = play(start(), *((card, card) for card in range(1, 9)))
    assert match.outcome is None
    assert match.legal_moves(0) == match.legal_moves(1) == (9,)
    assert GAME.max_turns == 9


def test_the_books_example_round_by_round() -> None:
    match = start()
    for cards, scores, left in (
        ((6, 6), (0, 0), ((1, 2, 3, 4, 5, 7, 8, 9), (1, 2, 3, 4, 5, 7, 8, 9))),
        ((9, 8), (1, 0), ((1, 2, 3, 4, 5, 7, 8), (1, 2, 3, 4, 5, 7, 9))),
        ((5, 5), (1, 2), ((1, 2, 3, 4, 7, 8), (1, 2, 3, 4, 7, 9))),
        ((7, 9), (1, 3), ((1, 2, 3, 4, 8), (1, 2, 3, 4, 7))),
        ((8, 7), (2, 3), ((1, 2, 3, 4), (1, 2, 3, 4))),
    ):
        match = play(match, cards)
        assert match.state.scores == scores
        assert match.state.hands == left
    assert match.outcome == Outcome(1, "points")


def test_the_books_claim_that_totals_cannot_be_level_is_false() -> None:
    assert play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8)).state.scores == (2, 2)


def test_the_board_explains_a_tie_break_in_a_sentence() -> None:
    told = news(play(start(), (6, 6), (9, 8), (5, 5)))
    assert (
        told
        == "Round 3: both played 5. The tie goes to the lower card of round 2, Ben's 8 against 9: Ben +2."
    )


def test_the_board_explains_a_tie_break_by_the_last_differing_round() -> None:
    told = news(play(start(), (9, 8), (1, 7), (6, 6), (5, 5)))
    assert told.endswith("The tie goes to the lower card of round 2, Ann's 1 against 7: Ann +2.")


def test_the_end_says_when_it_was_sudden_death() -> None:
    level = play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8))
    assert news(play(level, (4, 3))).endswith("Ann wins 3–2 in sudden death.")


def test_the_board_marks_the_winner() -> None:
    board = ROOM.show(play(start(), (9, 1), (8, 2), (7, 3), (1, 9), (2, 8)), None, NAMES)
    assert [standing.status for standing in board.standings] == ["wins", ""]


def test_the_board_says_what_a_tie_would_do() -> None:
    def told(match: AnyMatch) -> str:
        return ROOM.show(match, None, NAMES).facts[2].value

    assert told(start()) == "scores nothing"
    assert told(play(start(), (9, 8))) == "gives Ben 2 points"


def test_the_board_announces_sudden_death() -> None:
    level = play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8))
    assert ROOM.show(level, None, NAMES).stage == "Sudden death, round 6"
    assert ROOM.show(level.at(5), None, NAMES).stage == "Round 5 of 5"
    assert "the next round that scores wins" in news(level)


def test_the_board_says_whose_pick_is_missing() -> None:
    board = ROOM.show(start().submit(0, "7", 1), None, NAMES)
    assert [standing.status for standing in board.standings] == ["has picked", "to pick"]
    assert board.prompt == "Waiting for Ben."


def test_a_hand_offers_the_cards_left_until_one_is_locked_in() -> None:
    match = play(start(), (9, 8))
    assert ROOM.show(match, 0, NAMES).choices == tuple(Choice(str(card), str(card)) for card in range(1, 9))
    locked = ROOM.show(match.submit(0, "1", 2), 0, NAMES)
    assert locked.choices == ()
    assert locked.prompt == "Locked in. Waiting for Ben."


def test_the_end_tells_the_whole_story() -> None:
    board = ROOM.show(play(start(), (6, 6), (9, 8), (5, 5), (7, 9), (8, 7)), None, NAMES)
    assert board.stage == "Final"
    assert board.news[-1] == "Ben wins 3–2."
    assert board.story == (
        "1. Ann 6, Ben 6: no points",
        "2. Ann 9, Ben 8: Ann +1",
        "3. Ann 5, Ben 5: Ben +2",
        "4. Ann 7, Ben 9: Ben +1",
        "5. Ann 8, Ben 7: Ann +1",
    )


def test_the_end_says_when_the_lot_decided() -> None:
    match = play(start(), *((card, card) for card in range(1, 10)))
    assert news(match).startswith("Round 9: both played 9. ")
    assert "so the lot decided" in news(match)


def test_a_known_match_stays_as_it_is() -> None:
    match = play(golden(GAME), *((card, card) for card in CARDS))
    assert match.rolls() == {"turn 9": [Draw(2, 1)]}
    assert match.outcome == Outcome(1, "lot")
