"""Dice; the known vectors were computed with a command-line SHA-256 and pencil, not with our code."""

import pytest

from games.dice import Dice, Draw, Roll, Seed, Shuffle
from games.seating import seat_in_rematch, seat_of_challenger
from tests.support.games.matches import seed

KNOWN = Seed(bytes(range(32)), "duel-1", "77")


def test_the_seal_is_known() -> None:
    assert KNOWN.seal == "b93fee8cbe798c9812e7e074a77433620c4d44f55c28f6b0457288ea869dfa43"
    assert KNOWN.short_seal == "b93fee8c"


def test_the_key_is_known() -> None:
    assert KNOWN.key.hex() == "ebdce84767250b6e958d90a80bfa1f204fef7b610f41f839647ba25fc1d280cd"


def test_numbers_below_ten_are_known_also_beyond_the_first_block() -> None:
    dice = Dice(KNOWN, "setup")
    assert [dice.below(10) for _ in range(9)] == [1, 7, 1, 8, 2, 0, 3, 7, 2]


def test_a_shuffle_is_known() -> None:
    assert Dice(KNOWN, "turn 1").shuffle((1, 2, 3, 4, 5)) == (1, 2, 5, 3, 4)


def test_a_word_beyond_the_last_whole_multiple_is_skipped() -> None:
    three_quarters = 3 * 2**30
    assert Dice(KNOWN, "turn 1").below(three_quarters) == 3007556338


def test_a_word_at_the_last_whole_multiple_is_skipped_too() -> None:
    first = Dice(KNOWN, "turn 1").below(2**32)
    assert first == 3811125823
    assert Dice(KNOWN, "turn 1").below(first) == 3007556338


def test_the_lot_for_seats_is_known() -> None:
    assert seat_of_challenger(KNOWN) == 1


def test_the_acceptance_changes_the_dice_but_not_the_seal() -> None:
    accepted_otherwise = Seed(KNOWN.secret, KNOWN.duel, "78")
    assert accepted_otherwise.seal == KNOWN.seal
    assert accepted_otherwise.key != KNOWN.key


def test_the_key_is_not_the_seal_even_when_both_ids_are_the_same() -> None:
    same = Seed(KNOWN.secret, "77", "77")
    assert same.key.hex() != same.seal


def test_each_stream_starts_afresh() -> None:
    first = [Dice(KNOWN, "turn 4").below(1000) for _ in range(2)]
    assert first[0] == first[1]
    assert Dice(KNOWN, "turn 4").shuffle(range(20)) != Dice(KNOWN, "turn 5").shuffle(range(20))


def test_rolls_are_recorded_as_they_fall() -> None:
    rolls: list[Roll] = []
    dice = Dice(KNOWN, "turn 1", rolls)
    shuffled, number, lot = dice.shuffle((1, 2, 3, 4, 5)), dice.below(6), dice.lot()
    assert rolls == [Shuffle((1, 2, 3, 4, 5), shuffled), Draw(6, number), Draw(2, lot)]


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 21, 36])
def test_numbers_are_uniform(sides: int) -> None:
    draws = 6000
    dice = Dice(seed(sides), "chi-square")
    counts = [0] * sides
    for _ in range(draws):
        counts[dice.below(sides)] += 1
    assert _chi_square(counts) < _limit(sides - 1)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    dice = Dice(seed(7), "chi-square")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        order = dice.shuffle((1, 2, 3, 4))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert _chi_square([*counts.values()]) < _limit(23)


def test_the_seat_that_moves_first_is_drawn_by_lot() -> None:
    seats = [seat_of_challenger(seed(number)) for number in range(400)]
    assert 150 < sum(seats) < 250


def test_a_rematch_swaps_the_seats() -> None:
    assert seat_in_rematch(0) == 1
    assert seat_in_rematch(1) == 0


def _chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def _limit(degrees: int) -> float:
    """A bound that fair dice exceed about once in a thousand tries (mean plus 3.5 deviations, or so)."""
    return float(degrees + 3.5 * (2 * degrees) ** 0.5 + 4)
