"""Number Match Duel: its rulings, the book's examples, its screens, and what it hides."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.engine import Outcome, Refused, Seat
from games.match import AnyMatch, Match
from games.numbermatch import ROOM
from games.numbermatch.rules import DECK, MAX_ATTACKS, State, attack
from games.screen import spaced
from tests.support.matches import NAMES, at_state, choices_of, dice, golden, play, seed, step

PUBLIC = {"lives", "discards", "attacks"}
DEALT = True
GAME = ROOM.game


def altered(state: State, seat: Seat | None, random: Random) -> State:
    """Deal the cards that this seat can't see anew; when the match is over only the deck is left to hide."""
    over = GAME.outcome(state) is not None
    hidden = [] if over else [each for each in (0, 1) if each != seat]
    unseen = [*state.deck, *(card for each in hidden for card in state.hands[each])]
    random.shuffle(unseen)
    hands = list(state.hands)
    for each in hidden:
        size = len(hands[each])
        hands[each] = tuple(sorted(unseen[:size]))
        unseen = unseen[size:]
    return replace(state, hands=(hands[0], hands[1]), deck=tuple(unseen))


def conserved(state: State) -> bool:
    """All 36 cards are somewhere, and every life lost was lost to an attack."""
    hit = [
        sum(each.card for each in state.attacks if each.attacker != seat and not each.blocked)
        for seat in (0, 1)
    ]
    cards = Counter((*state.deck, *state.discards, *state.hands[0], *state.hands[1]))
    return cards == Counter(DECK) and state.lives == (max(0, 20 - hit[0]), max(0, 20 - hit[1]))


def longest(number: int) -> AnyMatch:
    """No match by itself comes near a hundred attacks, so everybody is healed after each."""
    match, random = Match.start(GAME, seed(number)), Random(number)
    while match.outcome is None:
        match = step(match, random)
        match = replace(match, state=replace(match.state, lives=(20, 20)))
    assert len(match.turns) == MAX_ATTACKS
    return match


def table(
    first: str, second: str, draws: str = "", lives: tuple[int, int] = (20, 20), attacks: int = 0
) -> State:
    """A position by its hands, the cards that will be drawn next, and how many attacks there were."""
    hands = tuple(map(int, first)), tuple(map(int, second))
    top = tuple(map(int, draws))
    rest = Counter(DECK) - Counter((*hands[0], *hands[1], *top))
    return State(lives, hands, (*top, *rest.elements()), (), (attack(0, 1, blocked=True),) * attacks)


def news(match: AnyMatch) -> tuple[str, ...]:
    return ROOM.show(match, None, NAMES).news


def test_n1_twenty_life_and_five_cards_each_from_one_deck_of_36() -> None:
    state = Match.start(GAME, seed()).state
    assert state.lives == (20, 20)
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert Counter((*state.deck, *state.hands[0], *state.hands[1])) == Counter(DECK)
    assert len(DECK) == 36


def test_n1_attackers_alternate() -> None:
    match = Match.start(GAME, seed())
    assert match.waiting == (0,)
    match = play(match, (match.legal_moves(0)[0], None))
    assert match.waiting == (1,)


def test_n1_life_at_or_below_zero_ends_the_match_at_once_and_shows_as_zero() -> None:
    match = play(at_state(GAME, table("12458", "12345", lives=(20, 5))), (8, None))
    assert match.state.lives == (20, 0)
    assert match.outcome == Outcome(0, "life")
    assert len(match.state.hands[0]) == 4, "nobody draws after the end"


def test_n2_a_matching_card_is_played_automatically() -> None:
    match = at_state(GAME, table("12577", "35678"))
    assert match.waiting == (0,)
    match = play(match, (7, None))
    assert match.state.lives == (20, 20)
    assert match.state.discards == (7, 7)
    assert match.state.hands[1].count(7) == 0


def test_n2_the_defender_is_never_asked() -> None:
    match = Match.start(GAME, seed())
    with pytest.raises(Refused, match="nothing for you to pick"):
        match.submit(1, str(match.state.hands[1][0]), 1)


def test_n3_both_refill_up_to_five_the_attacker_first() -> None:
    match = play(at_state(GAME, table("12577", "35678", draws="49")), (7, None))
    assert match.state.hands == ((1, 2, 4, 5, 7), (3, 5, 6, 8, 9))


def test_n3_a_player_with_five_cards_draws_none() -> None:
    match = play(at_state(GAME, table("12579", "35678", draws="44")), (9, None))
    assert match.state.hands == ((1, 2, 4, 5, 7), (3, 5, 6, 7, 8))


def test_n4_a_draw_from_an_empty_deck_shuffles_the_discards_first() -> None:
    full = table("12577", "35678")
    after = GAME.play(replace(full, deck=(), discards=full.deck), {0: 7}, dice())
    assert after.discards == ()
    assert len(after.deck) == 26
    shuffled = dice().shuffle((*full.deck, 7, 7))
    assert after.hands == (tuple(sorted((1, 2, 5, 7, shuffled[0]))), tuple(sorted((3, 5, 6, 8, shuffled[1]))))
    assert after.deck == shuffled[2:]
    assert "shuffled into a new one" in news(at_state(GAME, after))[-1]


def test_n4_the_deck_may_run_out_between_two_draws_of_one_turn() -> None:
    full = table("12577", "35678", draws="4")
    state = replace(full, deck=(4,), discards=full.deck[1:])
    after = GAME.play(state, {0: 7}, dice())
    assert 4 in after.hands[0]
    assert [len(hand) for hand in after.hands] == [5, 5]
    assert len(after.deck) + len(after.discards) == 26


@pytest.mark.parametrize(
    ("lives", "outcome"),
    [
        ((9, 8), Outcome(0, "more life")),
        ((8, 9), Outcome(1, "more life")),
        ((8, 8), Outcome(1, "level life")),
    ],
)
def test_n5_after_100_attacks_more_life_wins_and_level_life_goes_to_the_second(
    lives: tuple[int, int], outcome: Outcome
) -> None:
    state = replace(table("11111", "11111", lives=lives), attacks=(attack(0, 1, blocked=True),) * 99)
    assert GAME.outcome(state) is None
    match = play(at_state(GAME, state), (None, 1))
    assert match.outcome == outcome
    told = {
        "more life": f"100 attacks are the limit. {NAMES[outcome.winner]} has more life and wins.",
        "level life": "100 attacks are the limit. With level life, the second player wins: Ben.",
    }
    assert news(match)[-1] == told[outcome.reason]


def test_n6_a_view_holds_the_own_hand_and_only_sizes_of_the_rest() -> None:
    state = table("12577", "35678")
    assert GAME.view(state, 0).hands == ((1, 2, 5, 7, 7), None)
    assert GAME.view(state, 1).hands == (None, (3, 5, 6, 7, 8))
    assert GAME.view(state, None).hands == (None, None)
    assert GAME.view(state, None).hand_sizes == (5, 5)
    assert GAME.view(state, None).deck_size == 26


def test_the_books_example_as_far_as_it_keeps_the_rules() -> None:
    match = at_state(GAME, table("25779", "35678", draws="41265"))
    match = play(match, (7, None))
    assert match.state.hands == ((2, 4, 5, 7, 9), (1, 3, 5, 6, 8))
    assert match.state.lives == (20, 20)
    match = play(match, (None, 5))
    assert match.state.hands == ((2, 4, 6, 7, 9), (1, 2, 3, 6, 8))
    assert match.state.lives == (20, 20)
    match = play(match, (9, None))
    assert match.state.lives == (20, 11)
    assert match.state.hands == (
        (2, 4, 5, 6, 7),
        (1, 2, 3, 6, 8),
    ), "the book gives player 2 a sixth card, a 9, here: N3 gives none to a hand of five"
    with pytest.raises(Refused):
        match.submit(1, "9", match.turn)


def test_the_books_fourth_turn_with_a_nine_in_a_hand_of_five() -> None:
    """The book attacks with the sixth card; held among five it does what the book says."""
    match = play(at_state(GAME, table("24567", "12389", draws="4", lives=(20, 11), attacks=3)), (None, 9))
    assert match.state.lives == (11, 11)
    assert match.state.hands == ((2, 4, 5, 6, 7), (1, 2, 3, 4, 8)), "player 1 has five and draws no 8"


def test_the_books_fifth_turn_with_hands_of_five() -> None:
    match = play(at_state(GAME, table("24567", "12346", draws="15", lives=(11, 11), attacks=4)), (6, None))
    assert match.state.lives == (11, 11)
    assert match.state.hands == ((1, 2, 4, 5, 7), (1, 2, 3, 4, 5))


def test_the_books_ending_brings_the_life_to_zero() -> None:
    match = play(at_state(GAME, table("12458", "12345", lives=(11, 8))), (8, None))
    assert match.state.lives == (11, 0)
    assert match.outcome == Outcome(0, "life")


def test_the_board_tells_a_hit_and_a_block() -> None:
    match = play(at_state(GAME, table("25779", "35678")), (7, None))
    assert news(match) == ("Ann attacked with 7. Ben had a 7 too and blocked it.",)
    match = play(at_state(GAME, table("25778", "35678")), (8, None))
    assert news(match) == ("Ann attacked with 8. Ben had an 8 too and blocked it.",)
    match = play(at_state(GAME, table("25779", "35678")), (9, None))
    assert news(match) == ("Ann attacked with 9. Ben had no 9: 9 life lost.",)


def test_a_hand_shows_its_cards_to_the_waiting_player_too() -> None:
    match = at_state(GAME, table("25779", "35678"))
    for seat, cards in ((0, "2 5 7 7 9"), (1, "3 5 6 7 8")):
        screen = ROOM.show(match, 1 if seat else 0, NAMES)
        assert screen.private
        assert screen.facts[0].value == cards
    tokens = [choice.token for choice in choices_of(ROOM.show(match, 0, NAMES))]
    assert tokens == ["2", "5", "7", "9"]
    assert ROOM.show(match, 1, NAMES).choices == ()


def test_the_end_opens_both_hands_and_tells_every_attack() -> None:
    match = play(at_state(GAME, table("12458", "12345", lives=(11, 8))), (8, None))
    board = ROOM.show(match, None, NAMES)
    assert [(fact.label, fact.value) for fact in board.facts[:2]] == [
        ("Ann's hand", "1 2 4 5"),
        ("Ben's hand", "1 2 3 4 5"),
    ]
    assert board.news[-1] == "Ben has no life left. Ann wins with 11 life left."
    assert board.story == ("1. Ann 8: Ben down to 12",)


def test_the_end_shows_no_hand_as_your_own() -> None:
    match = play(at_state(GAME, table("12458", "12345", lives=(11, 8))), (8, None))
    screen = ROOM.show(match, 0, NAMES)
    assert [fact.label for fact in screen.facts] == ["Ann's hand", "Ben's hand", "Deck", "Discards"]
    assert not screen.private


def test_a_known_match_stays_as_it_is() -> None:
    match = golden(GAME)
    assert match.state.hands == ((1, 3, 4, 5, 6), (2, 4, 6, 7, 8))
    assert spaced(match.state.deck) == "7 8 5 3 9 6 2 5 3 8 1 2 1 7 4 9 8 2 9 4 9 1 6 5 7 3"
    match = play(match, (1, None), (None, 2), (3, None), (None, 4), (5, None), (None, 3))
    assert match.state.hands == ((5, 6, 6, 7, 9), (2, 6, 7, 8, 8))
    emptied = replace(match.state, deck=(), discards=match.state.discards + match.state.deck)
    match = play(replace(match, state=emptied), (9, None))
    assert match.turn == 8
    assert spaced(match.state.deck) == "3 4 7 2 1 5 3 1 8 1 9 8 5 3 4 1 2 4 3 4 6 5 9 9 2 9"
