"""Number Match Duel: its rulings, the book's examples, its screens, and what it hides."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.engine import SEATS, Outcome, Refused, Seat, other
from games.match import AnyMatch, Match
from games.numbermatch import ROOM
from games.numbermatch.rules import DECK, MAX_ATTACKS, NO_REFILL, Refill, State, attack, attacker, refill
from games.screen import Card, Life, Mark, Row, Screen, spaced
from tests.support.games.matches import NAMES, at_state, choices_of, dice, golden, play, seed, step

PUBLIC = {"lives", "discards", "attacks"}
DEALT = True
GAME = ROOM.game


def altered(state: State, seat: Seat | None, random: Random) -> State:
    """Deal the cards that this seat can't see anew, and let the other draw others. When the match is over
    only the deck and the draws are left to hide."""
    over = GAME.outcome(state) is not None
    hidden = [] if over else [each for each in (0, 1) if each != seat]
    unseen = [*state.deck, *(card for each in hidden for card in state.hands[each])]
    random.shuffle(unseen)
    hands = list(state.hands)
    for each in hidden:
        size = len(hands[each])
        hands[each] = tuple(sorted(unseen[:size]))
        unseen = unseen[size:]
    refills = tuple(_drawn_otherwise(each, seat, random) for each in state.refills)
    return replace(state, hands=(hands[0], hands[1]), deck=tuple(unseen), refills=refills)


def _drawn_otherwise(drawn: Refill, seat: Seat | None, random: Random) -> Refill:
    first, second = (
        card if each == seat or card is None else random.choice(range(1, 10))
        for each, card in zip(SEATS, drawn.cards, strict=True)
    )
    return refill(first, second, shuffled=drawn.shuffled)


def events(before: State, after: State, reader: Seat | None) -> list[tuple[str, ...]]:
    """The attack and what it did, a new deck, and what the reader drew."""
    seat, last = attacker(before), after.attacks[-1]
    target, card = other(seat), last.card
    blocked = after.lives == before.lives
    hit, block = (NAMES[seat], "hit", NAMES[target], str(card)), (NAMES[target], "blocked", str(card))
    told: list[tuple[str, ...]] = [block if blocked else hit]
    if len(after.discards) < len(before.discards):
        told.append(("deck ran out", "shuffled"))
    if reader is not None:
        played = [card] if reader == seat or blocked else []
        drawn = Counter(after.hands[reader]) - (Counter(before.hands[reader]) - Counter(played))
        told += [(NAMES[reader], "drew", str(each)) for each in drawn]
    return told


def standing(state: State) -> list[tuple[str, ...]]:
    """The life that is left, and the last seven attacks."""
    lives = [(NAMES[seat], f"{state.lives[seat]} of 20 life") for seat in SEATS]
    attacks = [
        f"{NAMES[each.attacker]}'s {each.card}{' blocked' if each.blocked else ''}"
        for each in state.attacks[-7:]
    ]
    return [*lives, ("Attacks", *attacks)] if attacks else [*lives]


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
    earlier = (attack(0, 1, blocked=True),) * attacks
    return State(lives, hands, (*top, *rest.elements()), (), earlier, (NO_REFILL,) * attacks)


def news(match: AnyMatch) -> tuple[str, ...]:
    return ROOM.show(match, None, NAMES).news


def hand(match: AnyMatch, seat: Seat) -> Screen:
    return ROOM.show(match, seat, NAMES)


def facts(screen: Screen) -> dict[str, str]:
    return {fact.label: fact.value for fact in screen.facts}


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
    assert "discards shuffled" in news(at_state(GAME, after))[-1]


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
    state = table("11111", "11111", lives=lives, attacks=99)
    assert GAME.outcome(state) is None
    match = play(at_state(GAME, state), (None, 1))
    assert match.outcome == outcome
    told = {
        "more life": "wins 9–8 on life after 100 attacks",
        "level life": "wins as second player: life is level after 100 attacks",
    }
    assert ROOM.show(match, None, NAMES).ending == told[outcome.reason]


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


def test_a_view_holds_what_the_own_seat_drew() -> None:
    match = play(at_state(GAME, table("12577", "35678", draws="49")), (7, None))
    assert GAME.view(match.state, 0).refills == (refill(4, None, shuffled=False),)
    assert GAME.view(match.state, 1).refills == (refill(None, 9, shuffled=False),)
    assert GAME.view(match.state, None).refills == (NO_REFILL,)


def test_everybody_is_told_a_hit_and_a_block() -> None:
    match = play(at_state(GAME, table("25779", "35678")), (7, None))
    assert news(match) == ("Ben blocked Ann's 7.",)
    match = play(at_state(GAME, table("25778", "35678")), (8, None))
    assert news(match) == ("Ben blocked Ann's 8.",)
    match = play(at_state(GAME, table("25779", "35678")), (9, None))
    assert news(match) == ("Ann hit Ben for 9.",)


def test_a_player_is_told_all_since_their_own_attack_and_what_they_drew() -> None:
    match = play(at_state(GAME, table("25779", "35678", draws="8418")), (7, None), (None, 5))
    assert hand(match, 0).news == (
        "Ben blocked your 7.",
        "You drew an 8.",
        "You blocked Ben's 5.",
        "You drew an 8.",
    )
    assert hand(match, 1).news == ("Ann blocked your 5.", "You drew a 1.")
    assert news(match) == (
        "Ben blocked Ann's 7.",
        "Ann blocked Ben's 5.",
    )


def test_the_board_shows_life_and_the_attacks_with_blocked_ones_marked() -> None:
    match = play(at_state(GAME, table("25779", "35678", draws="41")), (7, None), (None, 8))
    assert ROOM.show(match, None, NAMES).rows == (
        Row(0, (Life(12, 20),), note="12 life"),
        Row(1, (Life(20, 20),), note="20 life"),
        Row(None, (Card(7, 0, Mark.BLOCKED), Card(8, 1)), label="Attacks"),
    )


def test_the_board_shows_the_last_seven_attacks_and_says_which_they_are() -> None:
    *_, attacks = ROOM.show(at_state(GAME, table("25779", "35678", attacks=14)), None, NAMES).rows
    assert attacks.label == "Attacks 8–14"
    assert len(attacks.pieces) == 7


def test_the_board_counts_the_deck_and_the_discards() -> None:
    match = play(at_state(GAME, table("25779", "35678", draws="41")), (7, None), (None, 8))
    facts = ROOM.show(match, None, NAMES).facts
    assert [(fact.label, fact.value) for fact in facts] == [("Deck", "23 cards"), ("Discards", "7 ×2, 8")]


def test_a_hand_shows_its_cards_to_the_waiting_player_too() -> None:
    match = at_state(GAME, table("25779", "35678"))
    for seat, cards in ((0, "25779"), (1, "35678")):
        screen = hand(match, SEATS[seat])
        assert screen.private
        assert screen.rows == (Row(SEATS[seat], tuple(Card(int(card), SEATS[seat]) for card in cards)),)
    assert hand(match, 1).choices == ()
    assert hand(match, 1).prompt == "Waiting for Ann."


def test_every_number_keeps_its_place_and_says_if_it_is_held_more_than_once() -> None:
    choices = choices_of(hand(at_state(GAME, table("25779", "35678")), 0))
    assert [choice.token for choice in choices] == [*"123456789"]
    assert [choice.label for choice in choices] == ["1", "2", "3", "4", "5", "6", "7 ×2", "8", "9"]
    assert [choice.token for choice in choices if not choice.gone] == [*"2579"]


def test_a_hand_counts_what_is_still_unseen() -> None:
    match = play(at_state(GAME, table("25779", "35678", draws="41")), (7, None), (None, 8))
    assert facts(hand(match, 0))["Unseen"] == "1×4 2×3 3×4 4×3 5×3 6×4 7×1 8×3 9×3"
    assert "Can't be blocked any more" not in facts(hand(match, 0))


def test_a_hand_says_which_cards_nobody_can_block_any_more() -> None:
    state = table("25777", "35689")
    deck = [*state.deck]
    deck.remove(7)
    screen = hand(at_state(GAME, replace(state, deck=tuple(deck), discards=(7,))), 0)
    assert facts(screen)["Can't be blocked any more"] == "7"


def test_the_end_opens_both_hands_and_says_how_it_was_won() -> None:
    match = play(at_state(GAME, table("12458", "12345", lives=(11, 8))), (8, None))
    board = ROOM.show(match, None, NAMES)
    assert [(fact.label, fact.value, fact.seat) for fact in board.facts] == [
        ("Hand", "1 2 4 5", 0),
        ("Hand", "1 2 3 4 5", 1),
    ]
    assert board.ending == "wins with 11 life"


def test_the_end_has_nothing_private() -> None:
    match = play(at_state(GAME, table("12458", "12345", lives=(11, 8))), (8, None))
    for seat in SEATS:
        assert not hand(match, seat).private
        assert not hand(match, seat).rows


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
