"""High-Low Battle: its rulings, the book's example, its screens, and what it hides: only picks."""

from random import Random

import pytest

from games.dice import Draw
from games.engine import SEATS, Outcome, Refused, Seat
from games.highlow import ROOM
from games.highlow.rules import CARDS, Round, State
from games.match import AnyMatch, Match
from games.screen import Card, Mark, Row, Screen, Slot
from tests.support.games.matches import NAMES, choices_of, golden, play, seed

PUBLIC = {"hands", "scores", "rounds", "lot"}
DEALT = False
GAME = ROOM.game


def altered(state: State, seat: Seat | None, random: Random) -> State:  # noqa: ARG001
    """Everything in a state is public: the secret picks are not in it."""
    return state


def events(before: State, after: State, reader: Seat | None) -> list[tuple[str, ...]]:  # noqa: ARG001
    """Both cards and what they scored; that the scores are level after round five."""
    last, number = after.rounds[-1], len(after.rounds)
    first, second = last.cards
    cards = (f"tie on {first}",) if first == second else (f"{NAMES[0]} {first}", f"{NAMES[1]} {second}")
    gains = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
    scored = [(name, rf"\+{gain}") for name, gain in zip(NAMES, gains, strict=True) if gain]
    told: list[tuple[str, ...]] = [
        (f"Round {number}", *cards, *(scored[0] if scored else ("nobody scored",)))
    ]
    if number >= 5 and GAME.outcome(after) is None:
        told.append(("level", "next round that scores wins"))
    return told


def standing(state: State) -> list[tuple[str, ...]]:
    """All cards in the order they were played, and which of them scored."""

    def card(past: Round, seat: Seat) -> str:
        return f"{past.cards[seat]} won" if past.winner == seat else str(past.cards[seat])

    return [(f"{NAMES[seat]}:", *(card(past, seat) for past in state.rounds)) for seat in SEATS]


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


def board(match: AnyMatch) -> Screen:
    return ROOM.show(match, None, NAMES)


def news(match: AnyMatch) -> str:
    return " ".join(board(match).news)


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


def test_everybody_is_told_whose_card_was_higher() -> None:
    assert news(play(start(), (9, 8))) == "Round 1: Ann 9, Ben 8. Ann had the higher card: +1."
    told = ROOM.show(play(start(), (9, 8)), 1, NAMES).news
    assert told == ("Round 1: Ann 9, you 8. Ann had the higher card: +1.",)


def test_a_tie_break_is_explained_in_a_sentence() -> None:
    told = news(play(start(), (6, 6), (9, 8), (5, 5)))
    assert told == "Round 3: tie on 5. Ben had the lower card in round 2 (8 under 9): +2."


def test_a_tie_break_is_explained_by_the_last_differing_round() -> None:
    told = news(play(start(), (9, 8), (1, 7), (6, 6), (5, 5)))
    assert told.endswith("Ann had the lower card in round 2 (1 under 7): +2.")


def test_a_tie_without_an_earlier_difference_says_that_nobody_scored() -> None:
    assert news(play(start(), (6, 6))) == "Round 1: tie on 6. No earlier round differed, so nobody scored."


def test_the_end_says_when_it_was_sudden_death() -> None:
    level = play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8))
    assert board(play(level, (4, 3))).ending == "wins 3–2 in sudden death"


def test_the_board_marks_the_winner() -> None:
    board = ROOM.show(play(start(), (9, 1), (8, 2), (7, 3), (1, 9), (2, 8)), None, NAMES)
    assert [standing.status for standing in board.standings] == ["wins", ""]


def test_the_board_says_what_a_tie_would_do() -> None:
    def told(match: AnyMatch) -> tuple[str, Seat | None]:
        *_, tie = board(match).facts
        assert tie.label == "A tie pays"
        return tie.value, tie.seat

    assert told(start()) == ("nobody", None)
    assert told(play(start(), (9, 8))) == ("2", 1)


def test_the_board_shows_every_card_played_and_a_place_for_each_to_come() -> None:
    match = play(start(), (6, 6), (9, 8)).submit(0, "7", 3)
    assert board(match).rows == (
        Row(0, (Card(6, 0), Card(9, 0, Mark.WON), Card(None, 0, Mark.PICKED), Slot(), Slot())),
        Row(1, (Card(6, 1), Card(8, 1), Slot(), Slot(), Slot())),
    )


def test_the_board_lists_the_cards_left_until_the_end() -> None:
    facts = board(play(start(), (9, 8))).facts[:2]
    assert [(fact.label, fact.value, fact.seat) for fact in facts] == [
        ("Left", "1 2 3 4 5 6 7 8", 0),
        ("Left", "1 2 3 4 5 6 7 9", 1),
    ]
    assert board(play(start(), (9, 1), (8, 2), (7, 3), (1, 9), (2, 8))).facts == ()


def test_the_board_announces_sudden_death() -> None:
    level = play(start(), (6, 6), (9, 1), (1, 9), (8, 2), (2, 8))
    assert ROOM.show(level, None, NAMES).stage == "Sudden death, round 6"
    assert ROOM.show(level.at(5), None, NAMES).stage == "Round 5 of 5"
    assert "the next round that scores wins" in news(level)


def test_the_board_says_whose_pick_is_missing() -> None:
    board = ROOM.show(start().submit(0, "7", 1), None, NAMES)
    assert [standing.status for standing in board.standings] == ["has picked", "to pick"]
    assert board.prompt == "Waiting for Ben."


def test_a_spent_card_keeps_its_place_and_is_not_on_offer() -> None:
    match = play(start(), (9, 8))
    choices = choices_of(ROOM.show(match, 0, NAMES))
    assert [choice.label for choice in choices] == [*"123456789"]
    assert [choice.gone for choice in choices] == [*[""] * 8, "spent"]
    locked = ROOM.show(match.submit(0, "1", 2), 0, NAMES)
    assert locked.choices == ()
    assert locked.prompt == "Locked in. Waiting for Ben."


def test_a_hand_says_who_leads() -> None:
    match = play(start(), (9, 8))
    assert ROOM.show(match, 0, NAMES).facts[0].value == "You lead 1–0"
    assert ROOM.show(match, 1, NAMES).facts[0].value == "Ann leads 1–0"
    assert ROOM.show(start(), 1, NAMES).facts[0].value == "Level at 0–0"


def test_the_end_says_who_won_by_how_much() -> None:
    final = board(play(start(), (6, 6), (9, 8), (5, 5), (7, 9), (8, 7)))
    assert final.stage == "Final"
    assert final.ending == "wins 3–2"
    assert [len(row.pieces) for row in final.rows] == [5, 5]


def test_the_end_says_when_the_lot_decided() -> None:
    match = play(start(), *((card, card) for card in range(1, 10)))
    assert news(match) == "Round 9: tie on 9. No earlier round differed, so nobody scored."
    assert board(match).ending == "wins by lot, after nine ties"


def test_a_known_match_stays_as_it_is() -> None:
    match = play(golden(GAME), *((card, card) for card in CARDS))
    assert match.rolls() == {"turn 9": [Draw(2, 1)]}
    assert match.outcome == Outcome(1, "lot")
