"""Number Match by the network: what a seat can know, what the levels do, what the judge says."""

from random import Random

import pytest
from hypothesis import given

from games.engine import SEATS, Seat
from games.numbermatch import ROOM
from games.numbermatch.judge import NumberMatchJudge
from games.numbermatch.knowledge import CARDS, known, lacking
from games.numbermatch.rival import Counting, Highest, Learned, Lowest, Middling, Spare
from games.numbermatch.rules import View, attack
from games.review.habits import Lapse, advise
from games.screen import spaced
from tests.support.games.matches import NAMES, dice, randoms, somewhere

JUDGE = NumberMatchJudge()
DICE = dice()


def facing(
    hand: str, lives: tuple[int, int] = (20, 20), told: str = "", discards: str = "", seat: Seat = 0
) -> View:
    """A view of an attacker; attacks in turn like "9! 4", with a mark where one was blocked."""
    attacks = tuple(
        attack(0 if number % 2 == 0 else 1, int(word[0]), blocked=word.endswith("!"))
        for number, word in enumerate(told.split())
    )
    mine = tuple(map(int, hand))
    return View(
        seat=seat,
        lives=lives,
        attacker=0 if len(attacks) % 2 == 0 else 1,
        hands=(mine, None) if seat == 0 else (None, mine),
        hand_sizes=(5, 5),
        deck_size=26 - len(discards),
        discards=tuple(map(int, discards)),
        attacks=attacks,
        outcome=None,
    )


@given(randoms)
def test_a_hand_counts_what_its_player_can_know(random: Random) -> None:
    match = somewhere(ROOM, random)
    for seat in SEATS if match.outcome is None else ():
        knows = known(match.view(seat), seat)
        unseen, *others = ROOM.show(match, seat, NAMES).facts
        assert unseen.value == " ".join(f"{card}×{copies}" for card, copies in enumerate(knows.unseen, 1))
        sure = [card for card in CARDS if knows.hand[card - 1] and not knows.unseen[card - 1]]
        assert [fact.value for fact in others] == ([spaced(sure)] if sure else [])


def test_nothing_is_known_to_be_lacking_at_first() -> None:
    now = known(facing("13579"), 0)
    assert now.lacks(9) == pytest.approx(lacking(3, 31, 5))
    assert now.lacks(2) == pytest.approx(lacking(4, 31, 5))


def test_whoever_was_hit_lacks_that_card_until_they_draw() -> None:
    """Seat 1 was hit by a 9 and then attacked, so one card of theirs is new."""
    now = known(facing("13599", lives=(16, 11), told="9 4", discards="94"), 0)
    assert now.lacks(9) == pytest.approx(lacking(1, 29 - 4, 1))
    before = known(facing("13599", lives=(20, 11), told="9", discards="9", seat=0), 0)
    assert before.lacks(9) == 1


def test_what_the_other_knows_about_the_own_hand_is_known_too() -> None:
    now = known(facing("13579", lives=(16, 20), told="9! 4", discards="994"), 0)
    assert now.me.fresh[3] == 0
    assert now.me.fresh[8] == 5
    assert (now.me.last, now.them.last) == (9, 4)


def test_no_card_is_lacking_for_certain_when_all_are_out() -> None:
    assert lacking(4, 5, 5) == 0
    assert lacking(0, 5, 5) == 1


def test_the_habits_of_the_lower_levels() -> None:
    view, moves = facing("22469"), (2, 4, 6, 9)
    assert Lowest().pick(view, moves, DICE) == 2
    assert Highest().pick(view, moves, DICE) == 9
    assert Middling().pick(view, moves, DICE) == 6
    assert Spare().pick(view, moves, DICE) == 2


def test_counting_prefers_a_sure_end_to_a_bigger_blow() -> None:
    """They were hit by a 3 and have drawn nothing since; a 9 might be blocked."""
    view = facing("33489", lives=(20, 3), told="4 1! 3", discards="4113")
    assert Counting().pick(view, (3, 4, 8, 9), DICE) == 3


def test_the_top_level_takes_a_certain_win() -> None:
    view = facing("33489", lives=(20, 3), told="4 1! 3", discards="4113")
    assert known(view, 0).lacks(3) == 1
    assert JUDGE.chances(view, (3, 4, 8, 9))[3] == 1
    assert Learned().pick(view, (3, 4, 8, 9), DICE) == 3


def test_an_attack_too_hard_is_called_less_likely_to_hit_only_if_it_was() -> None:
    at_first = facing("13579")
    assert known(at_first, 0).lacks(5) == known(at_first, 0).lacks(9)
    assert advise(ROOM.habits, [Lapse(at_first, 9, (5,), 0.1)]) == (
        "{You} parted too soon with a high card: a 9 in attack 1, when 5 was better."
    )
    after_a_five = facing("13579", lives=(20, 15), told="5 1!", discards="511")
    assert advise(ROOM.habits, [Lapse(after_a_five, 9, (5,), 0.1)]) == (
        "{You} went for damage rather than a likely hit: a 9 in attack 3, when 5 was better."
    )


def test_more_life_is_a_better_chance() -> None:
    chances = [JUDGE.chance(facing("24679", lives=(mine, 10))) for mine in (2, 6, 10, 15, 20)]
    assert chances == sorted(chances)
    assert chances[0] < 0.3
    assert chances[-1] > 0.8
