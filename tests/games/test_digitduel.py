"""Digit Duel: its rulings, the book's example, its screens, and what it hides."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest
from hypothesis import given

from games.digitduel import ROOM
from games.digitduel.rounds import Act, Move, Round, act, number_of
from games.digitduel.rules import DECK, State
from games.engine import SEATS, Outcome, Refused, Seat, other
from games.match import AnyMatch, Match
from games.screen import Card, Mark, Row, Slot, Tone
from tests.support.games.matches import NAMES, at_state, choices_of, golden, play, played_out, randoms, seed

PUBLIC = {"starter", "active"}
"""`rounds` and `acts` are partly hidden: thrown digits, and kept ones until the round ends."""
DEALT = True
GAME = ROOM.game
CLOSED = r"a digit|\d"
"""A digit that its reader may not know yet. It may be open by the time they are told."""
READERS: tuple[Seat | None, ...] = (0, 1, None)


def altered(state: State, seat: Seat | None, random: Random) -> State:
    """Deal the digits that this seat can't see anew, wherever they went."""
    if GAME.outcome(state):
        return replace(state, deck=_shuffled(state.deck, random))
    unseen = [*state.deck]
    if state.active != seat and state.drawn is not None:
        unseen.append(state.drawn)
    unseen += [each.digit for each in state.acts if _hidden(each, seat) and each.digit is not None]
    random.shuffle(unseen)
    acts = tuple(replace(each, digit=unseen.pop()) if _hidden(each, seat) else each for each in state.acts)
    drawn = state.drawn if state.active == seat else unseen.pop()
    rounds = tuple(_thrown_otherwise(past, seat, random) for past in state.rounds)
    return replace(
        state, rounds=rounds, acts=acts, drawn=drawn, hands=_hands(acts), deck=_shuffled(unseen, random)
    )


def _thrown_otherwise(past: Round, seat: Seat | None, random: Random) -> Round:
    throw = past.throw
    if throw is None or throw.seat == seat:
        return past
    another = replace(throw, digit=random.choice(range(10)))
    return replace(past, acts=tuple(another if each is throw else each for each in past.acts))


def _hidden(done: Act, seat: Seat | None) -> bool:
    return done.move is not Move.GIVE and done.seat != seat


def _hands(acts: tuple[Act, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hands: tuple[list[int], list[int]] = ([], [])
    for each in acts:
        if each.move is not Move.THROW and each.digit is not None:
            hands[each.seat if each.move is Move.KEEP else 1 - each.seat].append(each.digit)
    return tuple(hands[0]), tuple(hands[1])


def _shuffled(cards: tuple[int, ...] | list[int], random: Random) -> tuple[int, ...]:
    return tuple(random.sample(cards, len(cards)))


def events(before: State, after: State, reader: Seat | None) -> list[tuple[str, ...]]:
    """The acts of a turn, what the reader drew, the result of a round, the next starter, digits opened."""
    over = after.drawn is None
    ended = after.rounds[len(before.rounds) :]
    acts = (ended[0].acts if ended else after.acts)[len(before.acts) :]
    told = [_done(each, reader, forced=each is not acts[0], ended=bool(ended), over=over) for each in acts]
    if ended:
        told.append((f"Round {ended[0].number}", *_outcome(ended[0])))
    if ended and not over:
        told.append(_next_starter(after))
    if over:
        told += _opened(after.rounds)
    if reader is not None and after.active == reader and not over:
        told.append((NAMES[reader], "drew", str(after.drawn)))
    return told


def _done(each: Act, reader: Seat | None, *, forced: bool, ended: bool, over: bool) -> tuple[str, ...]:
    name, digit = NAMES[each.seat], str(each.digit)
    if each.move is Move.GIVE:
        return name, "gave", NAMES[other(each.seat)], digit
    if each.move is Move.THROW:
        return name, "threw away", digit if over or reader == each.seat else CLOSED
    if forced:
        return name, "drew", digit, "had to keep"
    return name, "kept", digit if ended or reader == each.seat else CLOSED


def _outcome(past: Round) -> tuple[str, ...]:
    numbers = [number_of(hand) for hand in past.hands]
    if numbers[0] != numbers[1]:
        won = 0 if numbers[0] > numbers[1] else 1
        return f"{NAMES[won]} {numbers[won]}", "beat", f"{NAMES[1 - won]} {numbers[1 - won]}"
    if past.winner is None:
        return f"both had {numbers[0]}", "played again"
    return f"both had {numbers[0]}", "lot", NAMES[past.winner]


def _next_starter(after: State) -> tuple[str, ...]:
    name = NAMES[after.starter]
    if after.rounds[-1].winner is None:
        return name, "start(s|ed)?", "replay"
    number = after.rounds[-1].number + 1
    return (
        (name, "start(s|ed)?", "deciding round", "lot")
        if number == 3
        else (name, "start(s|ed)?", f"round {number}")
    )


def _opened(rounds: tuple[Round, ...]) -> list[tuple[str, ...]]:
    throws = [(past.number, past.throw) for past in rounds if past.throw]
    return [(f"Round {number}", f"{NAMES[each.seat]} threw {each.digit}") for number, each in throws]


def standing(state: State) -> list[tuple[str, ...]]:
    """Both numbers of every round that is over, and those of the level ones before it."""
    told = []
    for number in {past.number for past in state.rounds}:
        *level, last = [past for past in state.rounds if past.number == number]
        told.append((f"Round {number}", *(number_of(past.hands[0]) for past in level), *_outcome(last)))
    if state.drawn is None:
        return told + _opened(state.rounds)
    return told


def conserved(state: State) -> bool:
    """From one full deck to the next: every digit is in the deck, in a hand, drawn or thrown away."""
    return Counter(_digits_in_play(state)) == Counter(DECK)


def _digits_in_play(state: State) -> Iterator[int | None]:
    """The deck, the digit drawn, this round's digits, and those of the level rounds it replays."""
    yield from (*state.deck, *(each.digit for each in state.acts))
    past = [*state.rounds]
    if state.drawn is None:
        yield from (each.digit for each in past.pop().acts)
    else:
        yield state.drawn
    for level in takewhile(lambda each: each.winner is None, reversed(past)):
        yield from (each.digit for each in level.acts)


def longest(number: int) -> AnyMatch:
    """Three rounds, each level three times and given to the lot the fourth time."""
    random = Random(number)
    while True:
        match = _all_level(Match.start(GAME, seed(random.getrandbits(32))), random)
        if len(match.turns) == GAME.max_turns:
            return match


def _all_level(match: AnyMatch, random: Random) -> AnyMatch:
    """Every deck is arranged in pairs, so that whoever keeps everything ties."""
    while match.outcome is None:
        if len(match.state.deck) == len(DECK) - 1:
            pairs = [digit for digit in random.sample(DECK[::2], 20) for _ in range(2)]
            match = replace(match, state=replace(match.state, drawn=pairs[0], deck=tuple(pairs[1:])))
        match = do(match, "keep")
    return match


def dealt(digits: str, starter: Seat = 0, rounds: tuple[Round, ...] = ()) -> AnyMatch:
    """A round in which these digits will be drawn, in this order."""
    top = tuple(map(int, digits))
    rest = tuple((Counter(DECK) - Counter(top)).elements())
    return at_state(GAME, State(rounds, starter, starter, top[0], (*top[1:], *rest), ((), ()), ()))


def do(match: AnyMatch, *moves: str) -> AnyMatch:
    """The active seats' moves, one after the other."""
    for move in moves:
        match = match.submit(match.waiting[0], move, match.turn)
    return match


def won(number: int, winner: Seat | None) -> Round:
    """A round in which all was kept, Ann starting: nines against ones, or against nines."""
    digits = (9, 9) if winner is None else (9, 1) if winner == 0 else (1, 9)
    return Round(number, (act(0, Move.KEEP, digits[0]), act(1, Move.KEEP, digits[1])) * 3, winner)


def news(match: AnyMatch) -> tuple[str, ...]:
    return ROOM.show(match, None, NAMES).news


def test_d1_forty_cards_and_two_rounds_to_win() -> None:
    match = Match.start(GAME, seed())
    assert len(match.state.deck) == 39, "the first digit is drawn"
    assert Counter((match.state.drawn, *match.state.deck)) == Counter(DECK)
    match = do(dealt("918273", rounds=(won(1, 0),)), *("keep",) * 6)
    assert match.outcome == Outcome(0, "rounds")
    match = do(dealt("918273", rounds=(won(1, 1),)), *("keep",) * 6)
    assert match.outcome is None, "one round each"
    match = do(dealt("192939", rounds=(won(1, 1),)), *("keep",) * 6)
    assert match.outcome == Outcome(1, "rounds")


def test_d1_a_draw_is_seen_by_the_drawer_only() -> None:
    state = dealt("7").state
    assert GAME.view(state, 0).drawn == 7
    assert GAME.view(state, 1).drawn is None
    assert GAME.view(state, None).drawn is None


def test_d1_a_given_digit_is_seen_by_both_and_a_kept_one_by_its_keeper() -> None:
    state = do(dealt("729"), "keep", "give").state
    assert GAME.view(state, 0).hands == ((7, 2), ())
    assert GAME.view(state, 1).hands == ((None, 2), ())
    assert GAME.view(state, None).hands == ((None, 2), ())


def test_d1_hands_are_open_when_the_round_ends() -> None:
    state = do(dealt("729518"), "keep", "give", *("keep",) * 4).state
    for seat in READERS:
        assert GAME.view(state, seat).rounds[0].hands == ((7, 2, 9), (5, 1, 8))


def test_d1_a_thrown_digit_stays_with_its_thrower_but_all_see_that_it_happened() -> None:
    match = do(dealt("7291518"), "keep", "give", "keep", "throw")
    for seat, thrown in zip(READERS, (None, 1, None), strict=True):
        assert GAME.view(match.state, seat).rounds[0].throw == Act(1, Move.THROW, thrown)
    forced = "drew 5, 1 and 8 and had to keep them."
    assert f"Ben threw away a digit, {forced}" in news(match)
    assert f"You threw away 1, {forced}" in ROOM.show(match, 1, NAMES).news
    assert f"Ben threw away a digit, {forced}" in ROOM.show(match, 0, NAMES).news


def test_d2_a_full_hand_takes_no_more_turns() -> None:
    match = do(dealt("729518"), "keep", "give", "keep")
    assert match.state.hands == ((7, 2, 9), ())
    assert match.waiting == (1,)
    assert do(match, "keep").waiting == (1,)


def test_d3_one_digit_a_round_may_be_thrown_once_the_other_hand_is_full() -> None:
    match = dealt("7291580")
    assert match.legal_moves(0) == (Move.KEEP, Move.GIVE)
    match = do(match, "keep", "give", "keep")
    assert match.legal_moves(1) == (Move.KEEP, Move.THROW)


def test_d3_after_throwing_you_keep_what_you_draw() -> None:
    match = do(dealt("7291580"), "keep", "give", "keep", "throw")
    assert match.state.rounds[0].hands == ((7, 2, 9), (5, 8, 0)), "5, 8 and 0 were kept without asking"


def test_d3_a_throw_is_refused_while_the_other_hand_has_room() -> None:
    with pytest.raises(Refused, match="Choose keep or give"):
        dealt("7").submit(0, "throw", 1)


@given(randoms)
def test_d3_a_round_lasts_at_most_seven_draws(random: Random) -> None:
    for past in played_out(ROOM, random).state.rounds:
        assert len(past.acts) == (6 if past.throw is None else 7)
        assert sum(each.move is Move.THROW for each in past.acts) <= 1
        assert [len(hand) for hand in past.hands] == [3, 3]


@pytest.mark.parametrize(("digits", "number"), [((7, 2, 9), "972"), ((0, 5, 0), "500"), ((0, 0, 0), "000")])
def test_d4_the_digits_form_their_highest_number(digits: tuple[int, ...], number: str) -> None:
    assert number_of(digits) == number


def test_d4_overrules_the_books_005() -> None:
    """The book lets 0, 0, 5 form 005 and asks for the highest number at once; the highest is 500."""
    assert number_of((0, 0, 5)) == "500"
    assert number_of((0, 0, 0)) == "000", "the one number that begins with a zero"


def test_d5_each_round_starts_from_a_full_deck() -> None:
    match = do(dealt("918273"), *("keep",) * 6)
    assert match.state.rounds[0].winner is not None
    assert Counter((match.state.drawn, *match.state.deck)) == Counter(DECK)


def test_d5_a_level_round_is_replayed_by_the_other_starter_with_the_cards_that_remain() -> None:
    before = dealt("112233")
    match = do(before, *("keep",) * 6)
    assert match.state.rounds[0].winner is None
    assert match.state.starter == match.state.active == 1
    assert len(match.state.deck) == 40 - 6 - 1
    assert Counter((match.state.drawn, *match.state.deck)) == Counter(DECK) - Counter((1, 1, 2, 2, 3, 3))
    assert (match.state.drawn, *match.state.deck) == before.state.deck[5:], "in the order they lay"
    assert GAME.view(match.state, None).number == 1
    assert news(match)[-2:] == (
        "Round 1: both had 321, so it was played again.",
        "Ben starts the replay.",
    )


def test_d5_the_fourth_level_round_in_a_row_goes_to_the_lot() -> None:
    level = tuple(won(1, None) for _ in range(3))
    winners = set()
    for number in range(20):
        match = replace(dealt("112233", rounds=level), seed=seed(number))
        winner = do(match, *("keep",) * 6).state.rounds[-1].winner
        assert winner is not None
        winners.add(winner)
    assert winners == {0, 1}


def test_d5_the_third_level_round_in_a_row_is_still_played_again() -> None:
    level = (won(1, None), won(1, None))
    assert do(dealt("112233", rounds=level), *("keep",) * 6).state.rounds[-1].winner is None


def test_d5_level_rounds_are_counted_anew_in_every_round() -> None:
    rounds = (won(1, 0), *(won(2, None) for _ in range(3)))
    match = do(dealt("112233", rounds=rounds), *("keep",) * 6)
    assert match.state.rounds[-1].winner is not None


def test_d5_a_match_that_the_lot_ends_says_so() -> None:
    rounds = (won(1, 0), won(2, 1), *(won(3, None) for _ in range(3)))
    match = do(dealt("112233", rounds=rounds), *("keep",) * 6)
    assert match.outcome is not None
    assert match.outcome.reason == "lot"
    winner = NAMES[match.outcome.winner]
    board = ROOM.show(match, None, NAMES)
    told = f"both had 321, level 4 times in a row. The lot gave it to {winner}."
    assert board.news[-1] == board.results[-1] == f"Round 3: 999, 999 and 999 each, then {told}"
    assert board.ending == "wins 2–1, the last round by lot"


def test_d5_level_rounds_before_a_won_one_do_not_count() -> None:
    rounds = (won(1, None), won(1, None), won(1, 0), won(2, None))
    match = do(dealt("112233", rounds=rounds), *("keep",) * 6)
    assert match.state.rounds[-1].winner is None


def test_d6_the_second_round_is_started_by_the_other_seat() -> None:
    for number in range(10):
        match = do(replace(dealt("918273"), seed=seed(number)), *("keep",) * 6)
        assert match.state.starter == match.state.active == 1


def test_d6_replays_do_not_change_who_starts_the_second_round() -> None:
    match = do(dealt("918273", starter=1, rounds=(won(1, None),)), *("keep",) * 6)
    assert match.state.starter == 1


def test_d6_the_starter_of_the_deciding_round_is_drawn_by_lot() -> None:
    starters = set()
    for number in range(20):
        match = replace(dealt("918273", starter=1, rounds=(won(1, 0),)), seed=seed(number))
        after = do(match, *("keep",) * 6).state
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
        match = do(match, move)
        assert match.state.hands == hands
    match = do(match, "keep")
    assert [number_of(hand) for hand in match.state.rounds[0].hands] == ["972", "851"]
    assert match.state.rounds[0].winner == 0


def test_the_books_second_round_draw_by_draw() -> None:
    match = dealt("469307", starter=1, rounds=(won(1, 0),))
    for move, hands in (
        ("give", ((4,), ())),
        ("keep", ((4, 6), ())),
        ("keep", ((4, 6), (9,))),
        ("keep", ((4, 6, 3), (9,))),
        ("keep", ((4, 6, 3), (9, 0))),
    ):
        match = do(match, move)
        assert match.state.hands == hands
    match = do(match, "keep")
    assert [number_of(hand) for hand in match.state.rounds[1].hands] == ["643", "970"]
    assert match.state.rounds[1].winner == 1
    assert match.outcome is None
    assert GAME.view(match.state, None).number == 3


def test_digits_that_one_player_kept_in_a_row_are_told_together() -> None:
    match = do(dealt("729518"), "keep", "give", "keep", "keep", "keep")
    assert ROOM.show(match, 0, NAMES).news[-1] == "Ben kept 2 digits."
    assert ROOM.show(do(match, "keep"), 0, NAMES).news[1] == "Ben kept 5, 1 and 8."


def test_the_board_tells_what_was_done_but_not_with_which_digit() -> None:
    assert news(do(dealt("729"), "keep")) == ("Ann kept a digit.",)
    assert news(do(dealt("729"), "keep", "give")) == ("Ann kept a digit.", "Ben gave Ann a 2.")
    assert news(do(dealt("789"), "keep", "give"))[-1] == "Ben gave Ann an 8."
    assert ROOM.show(do(dealt("729"), "keep"), 0, NAMES).news == ("You kept 7.",)
    assert ROOM.show(do(dealt("729"), "keep", "give"), 0, NAMES).news == ("You kept 7.", "Ben gave you a 2.")


def test_a_hand_asks_about_the_drawn_digit() -> None:
    screen = ROOM.show(dealt("729"), 0, NAMES)
    assert screen.prompt == "You drew 7: keep or give?"
    assert [(choice.label, choice.tone) for choice in choices_of(screen)] == [
        ("Keep 7", Tone.GOOD),
        ("Give 7", Tone.OTHER),
    ]
    assert screen.private
    waiting = ROOM.show(dealt("729"), 1, NAMES)
    assert waiting.choices == ()
    assert waiting.prompt == "Waiting for Ann."


def test_a_hand_says_what_throwing_away_costs() -> None:
    screen = ROOM.show(do(dealt("7291"), "keep", "give", "keep"), 1, NAMES)
    assert screen.prompt == "You drew 1: keep or throw away?"
    assert [choice.label for choice in choices_of(screen)] == ["Keep 1", "Throw away 1"]
    assert screen.facts[-1].label == "Throwing away"
    assert screen.facts[-1].value == "once a round; then you keep what you draw"


def test_a_single_forced_draw_is_told_as_one() -> None:
    match = do(dealt("7295102"), "keep", "give", "keep", "keep", "keep", "throw")
    assert ROOM.show(match, 1, NAMES).news[0] == "You threw away 0, drew 2 and had to keep it."


def test_a_player_is_told_a_rounds_end_and_all_that_followed_before_they_pick() -> None:
    match = do(dealt("729518"), "keep", "give", "keep", "keep", "keep", "keep", "give")
    given = match.state.hands[0][0]
    told = ROOM.show(match, 0, NAMES).news
    assert told[0] == "You kept 9."
    assert told[-2:] == (
        "Round 1: you 972 beat Ben 851.",
        f"Ben started round 2 and gave you {'an' if given == 8 else 'a'} {given}.",
    )


def test_the_board_says_that_the_lot_drew_the_deciding_starter() -> None:
    match = dealt("192837", starter=1, rounds=(won(1, 0), won(2, 1)))
    assert news(match)[-1] == "Ben starts the deciding round by lot."
    assert ROOM.show(match, 1, NAMES).news[-1] == "You start the deciding round by lot."
    replayed = dealt("192837", starter=0, rounds=(won(1, 0), won(2, 1), won(3, None)))
    assert news(replayed)[-1] == "Ann starts the replay."
    assert ROOM.show(replayed, 0, NAMES).news[-1] == "You start the replay."


def test_the_board_says_that_a_level_round_is_played_again() -> None:
    assert ROOM.show(dealt("7"), None, NAMES).stage == "Round 1"
    assert ROOM.show(dealt("7", rounds=(won(1, 0),)), None, NAMES).stage == "Round 2"
    assert ROOM.show(dealt("7", rounds=(won(1, None),)), None, NAMES).stage == "Round 1 again"


def test_the_board_shows_given_digits_and_kept_ones_face_down_and_free_places() -> None:
    match = do(dealt("729518"), "keep", "give", "keep", "keep")
    assert ROOM.show(match, None, NAMES).rows == (
        Row(0, (Card(None, 0), Card(2, 0), Card(None, 0))),
        Row(1, (Card(None, 1), Slot(), Slot())),
    )
    assert ROOM.show(match, 0, NAMES).rows == (Row(0, (Card(7, 0), Card(2, 0), Card(9, 0))),)
    assert ROOM.show(match, 1, NAMES).rows == (Row(1, (Card(5, 1), Slot(), Slot())),)


def test_the_numbers_of_finished_rounds_stand() -> None:
    match = dealt("7", rounds=(won(1, 0), won(2, None), won(2, 1)))
    assert ROOM.show(match, None, NAMES).results == (
        "Round 1: Ann 999 beat Ben 111.",
        "Round 2: 999 each, then Ben 999 beat Ann 111.",
    )


def test_twelve_rounds_with_a_throw_each_stand_in_under_1200_characters() -> None:
    mentions = ("<@1234567890123456789>", "<@2345678901234567890>")
    level = (act(0, Move.KEEP, 8), act(1, Move.GIVE, 8)) * 2
    alone = (act(1, Move.THROW, 0), act(1, Move.KEEP, 8), act(1, Move.KEEP, 8), act(1, Move.KEEP, 8))
    acts = (*level[:3], *alone)
    winners: tuple[Seat, ...] = (0, 1, 0)
    rounds = tuple(
        Round(number, acts, winner)
        for number, by_lot in enumerate(winners, 1)
        for winner in (None, None, None, by_lot)
    )
    results = ROOM.show(at_state(GAME, State(rounds, 0, 0, None, (), ((), ()), ())), None, mentions).results
    assert len(results) == 3
    assert sum(map(len, results)) < 1200


def test_the_board_counts_the_rounds_won() -> None:
    standings = ROOM.show(dealt("7", rounds=(won(1, 0),)), None, NAMES).standings
    assert [standing.score for standing in standings] == ["1 round won", "0 rounds won"]


def test_the_end_opens_the_last_hands_and_the_thrown_digits() -> None:
    match = do(dealt("7298518", starter=1, rounds=(won(1, 1),)), "keep", "give", "keep", "throw")
    board = ROOM.show(match, None, NAMES)
    assert board.results == (
        "Round 1: Ben 999 beat Ann 111.",
        "Round 2: Ben 972 beat Ann 851 (Ann threw 8).",
    )
    assert board.rows == (
        Row(0, (Card(8, 0), Card(5, 0), Card(1, 0))),
        Row(1, (Card(9, 1, Mark.WON), Card(7, 1, Mark.WON), Card(2, 1, Mark.WON))),
    )
    assert board.ending == "wins 2–0"
    assert not board.facts
    for seat in SEATS:
        assert not ROOM.show(match, seat, NAMES).private


def test_play_takes_no_second_pick_from_a_full_hand() -> None:
    match = play(dealt("729518"), ("keep", None), (None, "give"), ("keep", None))
    with pytest.raises(Refused, match="nothing for you to pick"):
        match.submit(0, "keep", match.turn)


def test_a_known_match_stays_as_it_is() -> None:
    match = do(golden(GAME), *("keep",) * 12)
    assert [past.hands for past in match.state.rounds] == [((9, 9, 8), (0, 3, 5)), ((0, 4, 9), (2, 0, 4))]
    assert {stream: [roll.got for roll in rolls] for stream, rolls in match.rolls().items()} == {
        "setup": [tuple(map(int, "9093854812594830012634072776364515671982"))],
        "turn 6": [tuple(map(int, "2004498345629615497601860782132513973857"))],
    }
