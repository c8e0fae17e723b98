"""Digit Duel: its rulings, the book's example, its screens, and what it hides."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest

from games.digitduel import ROOM
from games.digitduel.rules import DECK, Act, Move, Round, State, number_of
from games.engine import Outcome, Refused, Seat
from games.match import AnyMatch, Match
from tests.games.matches import NAMES, at_state, choices_of, play, played_out, seed

PUBLIC = {"starter", "active"}
"""`rounds` and `acts` are partly hidden: thrown digits, and kept ones until the round ends."""
GAME = ROOM.game
READERS: tuple[Seat | None, ...] = (0, 1, None)


def altered(state: State, seat: Seat | None, random: Random) -> State:
    """Deal the digits that this seat can't see anew, wherever they went."""
    if GAME.outcome(state):
        return replace(state, deck=_shuffled(state.deck, random))
    unseen = [*state.deck]
    if state.active != seat and state.drawn is not None:
        unseen.append(state.drawn)
    unseen += [act.digit for act in state.acts if _hidden(act, seat) and act.digit is not None]
    random.shuffle(unseen)
    acts = tuple(replace(act, digit=unseen.pop()) if _hidden(act, seat) else act for act in state.acts)
    drawn = state.drawn if state.active == seat else unseen.pop()
    rounds = tuple(
        past if past.thrower in (None, seat) else replace(past, thrown=random.choice(range(10)))
        for past in state.rounds
    )
    return replace(
        state, rounds=rounds, acts=acts, drawn=drawn, hands=_hands(acts), deck=_shuffled(unseen, random)
    )


def _hidden(act: Act, seat: Seat | None) -> bool:
    return act.move is not Move.GIVE and act.seat != seat


def _hands(acts: tuple[Act, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hands: tuple[list[int], list[int]] = ([], [])
    for act in acts:
        if act.move is not Move.THROW and act.digit is not None:
            hands[act.seat if act.move is Move.KEEP else 1 - act.seat].append(act.digit)
    return tuple(hands[0]), tuple(hands[1])


def _shuffled(cards: tuple[int, ...] | list[int], random: Random) -> tuple[int, ...]:
    return tuple(random.sample(cards, len(cards)))


def dealt(digits: str, starter: Seat = 0, rounds: tuple[Round, ...] = ()) -> AnyMatch:
    """A round in which these digits will be drawn, in this order."""
    top = tuple(map(int, digits))
    rest = tuple((Counter(DECK) - Counter(top)).elements())
    return at_state(GAME, State(rounds, starter, starter, top[0], (*top[1:], *rest), ((), ()), ()))


def act(match: AnyMatch, *moves: str) -> AnyMatch:
    """The active seats' moves, one after the other."""
    for move in moves:
        match = match.submit(match.waiting[0], move, match.turn)
    return match


def won(number: int, winner: Seat | None) -> Round:
    hands = ((9, 9, 9), (9, 9, 9)) if winner is None else ((9, 9, 9), (1, 1, 1))
    return Round(number, hands if winner != 1 else (hands[1], hands[0]), winner)


def news(match: AnyMatch) -> tuple[str, ...]:
    return ROOM.show(match, None, NAMES).news


def test_d1_forty_cards_and_two_rounds_to_win() -> None:
    match = Match.start(GAME, seed())
    assert len(match.state.deck) == 39, "the first digit is drawn"
    assert Counter((match.state.drawn, *match.state.deck)) == Counter(DECK)
    match = act(dealt("912912", rounds=(won(1, 0),)), *("keep",) * 6)
    assert match.state.hands == ((), ())
    match = act(dealt("192939", rounds=(won(1, 1),)), *("keep",) * 6)
    assert match.outcome == Outcome(1, "rounds")


def test_d1_a_draw_is_seen_by_the_drawer_only() -> None:
    state = dealt("7").state
    assert GAME.view(state, 0).drawn == 7
    assert GAME.view(state, 1).drawn is None
    assert GAME.view(state, None).drawn is None


def test_d1_a_given_digit_is_seen_by_both_and_a_kept_one_by_its_keeper() -> None:
    state = act(dealt("729"), "keep", "give").state
    assert GAME.view(state, 0).hands == ((7, 2), ())
    assert GAME.view(state, 1).hands == ((None, 2), ())
    assert GAME.view(state, None).hands == ((None, 2), ())


def test_d1_hands_are_open_when_the_round_ends() -> None:
    state = act(dealt("729518"), "keep", "give", *("keep",) * 4).state
    for seat in READERS:
        assert GAME.view(state, seat).rounds[0].hands == ((7, 2, 9), (5, 1, 8))


def test_d1_a_thrown_digit_stays_with_its_thrower_but_all_see_that_it_happened() -> None:
    match = act(dealt("7291518"), "keep", "give", "keep", "throw")
    for seat, thrown in zip(READERS, (None, 1, None), strict=True):
        past = GAME.view(match.state, seat).rounds[0]
        assert (past.thrower, past.thrown) == (1, thrown)
    assert news(match)[0].endswith(" Ben threw away a digit.")
    assert ROOM.show(match, 1, NAMES).news[0].endswith(" Ben threw away a 1.")


def test_d2_a_full_hand_takes_no_more_turns() -> None:
    match = act(dealt("729518"), "keep", "give", "keep")
    assert match.state.hands == ((7, 2, 9), ())
    assert match.waiting == (1,)
    assert act(match, "keep").waiting == (1,)


def test_d3_one_digit_a_round_may_be_thrown_once_the_other_hand_is_full() -> None:
    match = dealt("7291580")
    assert match.legal_moves(0) == (Move.KEEP, Move.GIVE)
    match = act(match, "keep", "give", "keep")
    assert match.legal_moves(1) == (Move.KEEP, Move.THROW)


def test_d3_after_throwing_you_keep_what_you_draw() -> None:
    match = act(dealt("7291580"), "keep", "give", "keep", "throw")
    assert match.state.rounds[0].hands == ((7, 2, 9), (5, 8, 0)), "5, 8 and 0 were kept without asking"


def test_d3_a_throw_is_refused_while_the_other_hand_has_room() -> None:
    with pytest.raises(Refused, match="Choose keep or give"):
        dealt("7").submit(0, "throw", 1)


def test_d3_a_round_lasts_at_most_seven_draws() -> None:
    for number in range(200):
        match = played_out(ROOM, Random(number), until=lambda match: bool(match.state.rounds))
        first = match.state.rounds[0]
        assert 6 + (first.thrower is not None) <= 7
        assert [len(hand) for hand in first.hands] == [3, 3]


@pytest.mark.parametrize(("digits", "number"), [((7, 2, 9), "972"), ((0, 5, 0), "500"), ((0, 0, 0), "000")])
def test_d4_the_digits_form_their_highest_number(digits: tuple[int, ...], number: str) -> None:
    assert number_of(digits) == number


def test_d5_each_round_starts_from_a_full_deck() -> None:
    match = act(dealt("918273"), *("keep",) * 6)
    assert match.state.rounds[0].winner is not None
    assert Counter((match.state.drawn, *match.state.deck)) == Counter(DECK)


def test_d5_a_level_round_is_replayed_by_the_other_starter_with_the_cards_that_remain() -> None:
    match = act(dealt("112233"), *("keep",) * 6)
    assert match.state.rounds[0].winner is None
    assert match.state.starter == match.state.active == 1
    assert len(match.state.deck) == 40 - 6 - 1
    assert Counter((match.state.drawn, *match.state.deck)) == Counter(DECK) - Counter((1, 1, 2, 2, 3, 3))
    assert GAME.view(match.state, None).number == 1
    assert news(match)[0] == "Round 1: both have 321. It is played again with the cards that are left."


def test_d5_the_fourth_level_round_in_a_row_goes_to_the_lot() -> None:
    level = tuple(won(1, None) for _ in range(3))
    winners = set()
    for number in range(20):
        match = replace(dealt("112233", rounds=level), seed=seed(number))
        winner = act(match, *("keep",) * 6).state.rounds[-1].winner
        assert winner is not None
        winners.add(winner)
    assert winners == {0, 1}


def test_d5_level_rounds_before_a_won_one_do_not_count() -> None:
    rounds = (won(1, None), won(1, None), won(1, 0), won(2, None))
    match = act(dealt("112233", rounds=rounds), *("keep",) * 6)
    assert match.state.rounds[-1].winner is None


def test_d6_the_second_round_is_started_by_the_other_seat() -> None:
    match = act(dealt("918273"), *("keep",) * 6)
    assert match.state.starter == 1


def test_d6_replays_do_not_change_who_starts_the_second_round() -> None:
    match = act(dealt("918273", starter=1, rounds=(won(1, None),)), *("keep",) * 6)
    assert match.state.starter == 1


def test_d6_the_starter_of_the_deciding_round_is_drawn_by_lot() -> None:
    starters = set()
    for number in range(20):
        match = replace(dealt("918273", starter=1, rounds=(won(1, 0),)), seed=seed(number))
        after = act(match, *("keep",) * 6).state
        assert [past.winner for past in after.rounds] == [0, 1]
        starters.add(after.starter)
    assert starters == {0, 1}


def test_the_books_first_round_draw_by_draw() -> None:
    match = dealt("729518")
    for move, hands in (
        ("keep", ((7,), ())),
        ("give", ((7, 2), ())),
        ("keep", ((7, 2, 9), ())),
        ("keep", ((7, 2, 9), (5,))),
        ("keep", ((7, 2, 9), (5, 1))),
    ):
        match = act(match, move)
        assert match.state.hands == hands
    match = act(match, "keep")
    assert [number_of(hand) for hand in match.state.rounds[0].hands] == ["972", "851"]
    assert match.state.rounds[0].winner == 0


def test_the_books_second_round_draw_by_draw() -> None:
    match = dealt("469307", starter=1, rounds=(Round(1, ((7, 2, 9), (5, 1, 8)), 0),))
    for move, hands in (
        ("give", ((4,), ())),
        ("keep", ((4, 6), ())),
        ("keep", ((4, 6), (9,))),
        ("keep", ((4, 6, 3), (9,))),
        ("keep", ((4, 6, 3), (9, 0))),
    ):
        match = act(match, move)
        assert match.state.hands == hands
    match = act(match, "keep")
    assert [number_of(hand) for hand in match.state.rounds[1].hands] == ["643", "970"]
    assert match.state.rounds[1].winner == 1
    assert match.outcome is None
    assert GAME.view(match.state, None).number == 3


def test_digits_are_conserved_from_one_full_deck_to_the_next() -> None:
    for number in range(100):
        match = Match.start(GAME, seed(number))
        while match.outcome is None:
            assert Counter(_digits_in_play(match.state)) == Counter(DECK)
            match = act(match, Random(number + match.turn).choice(match.legal_moves(match.waiting[0])))


def _digits_in_play(state: State) -> Iterator[int | None]:
    """The deck, the digit drawn, this round's digits, and those of the level rounds it replays."""
    yield from (*state.deck, state.drawn, *(act.digit for act in state.acts))
    for past in takewhile(lambda past: past.winner is None, reversed(state.rounds)):
        yield from (*past.hands[0], *past.hands[1])
        if past.thrower is not None:
            yield past.thrown


def test_the_board_tells_what_was_done_but_not_with_which_digit() -> None:
    assert news(act(dealt("729"), "keep")) == ("Ann kept a digit.",)
    assert news(act(dealt("729"), "keep", "give")) == ("Ben gave Ann a 2.",)


def test_a_hand_asks_about_the_drawn_digit() -> None:
    screen = ROOM.show(dealt("729"), 0, NAMES)
    assert screen.prompt == "You drew 7. Keep it, or give it to Ben?"
    assert [choice.label for choice in choices_of(screen)] == ["Keep 7", "Give 7"]
    assert screen.private
    full = ROOM.show(act(dealt("7291"), "keep", "give", "keep"), 1, NAMES)
    assert [choice.label for choice in choices_of(full)] == ["Keep 1", "Throw away 1"]
    waiting = ROOM.show(dealt("729"), 1, NAMES)
    assert waiting.choices == ()
    assert waiting.prompt == "Waiting for Ann."


def test_the_board_says_that_the_lot_drew_the_deciding_starter() -> None:
    match = dealt("192837", starter=1, rounds=(won(1, 0), won(2, 1)))
    assert news(match)[-1] == "The lot lets Ben start the deciding round."


def test_the_end_tells_every_round_and_opens_what_was_thrown() -> None:
    match = act(dealt("7291518", rounds=(won(1, 0),)), "keep", "give", "keep", "throw")
    board = ROOM.show(match, None, NAMES)
    assert board.news[-1] == "Ann wins 2–0."
    assert board.story == (
        "Round 1: Ann 999, Ben 111. Ann wins the round.",
        "Round 2: Ann 972, Ben 851. Ann wins the round. Ben threw away a 1.",
    )


def test_play_takes_no_second_pick_from_a_full_hand() -> None:
    match = play(dealt("729518"), ("keep", None), (None, "give"), ("keep", None))
    with pytest.raises(Refused, match="nothing for you to pick"):
        match.submit(0, "keep", match.turn)
