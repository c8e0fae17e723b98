"""Tables come from the code that is here: pieces of each are computed again and are the same."""

import subprocess
import sys
from importlib.resources import files
from random import Random

import numpy as np
import pytest

from games import GAMES
from games.bidbattle.solution import Position as Auction
from games.bidbattle.solution import positions, secure_bid
from games.bidbattle.solution import worth as worth_of_auction
from games.highlow.solution import SHARES, Position, costs, weights, worth
from tools.tables import BUILDERS
from tools.tables.bidbattle import solve as solve_auctions
from tools.tables.highlow import canonical, shares, solve
from tools.tables.matrix import refine, value_of

FOUR = (1, 2, 3, 4)


def test_four_card_high_low_of_two_rounds_is_won_and_lost_as_by_hand() -> None:
    """Two, three and four are like stone, paper and scissors; one is only good against four.

    Whoever wins the first round leads and can next play the one card that the other can't tie. If it is
    beaten, the scores are level, the tie-break is the winner's, and in the sudden death the higher top card
    decides: after 2-1, 3-1 and 3-2 the winner's 4 is as high as any; after 4-3 only the 4 beats that card,
    and then the 4 is gone. All these are won. But after 4-1 and 4-2 the other plays 3: it ties with a 3 for
    two points, and beats 1 and 2 with the 4 still in hand. So 2 is at least as good as 1 against everything,
    and of 2, 3 and 4 each beats one and loses to one: a third each.
    """
    start = Position(FOUR, FOUR, spare=2)
    entries = solve(start)

    def value(card: int, reply: int) -> float:
        at = start.after(card, reply)
        return entries[at.key].worth if at.key in entries else 1 - entries[at.swapped.key].worth

    by_hand = {4: {1: 0, 2: 0, 3: 1}, 3: {1: 1, 2: 1}, 2: {1: 1}}
    for card, replies in by_hand.items():
        for reply, won in replies.items():
            assert (value(card, reply), value(reply, card)) == pytest.approx((won, 1 - won))
    entry = entries[start.key]
    assert entry.worth == pytest.approx(0.5)
    assert entry.mixes[0] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])


def test_the_last_rounds_of_high_low_come_out_as_in_the_table() -> None:
    """From positions with five cards each: the tables' worths, weights and costs, computed again."""
    random = Random(3)
    for _ in range(12):
        at = Position(tuple(range(1, 10)), tuple(range(1, 10)))
        while len(at.mine) > 5:
            at = at.after(random.choice(at.mine), random.choice(at.theirs))
        entry = solve(at)[canonical(at).key]
        assert entry.worth == pytest.approx(worth(entry.at), abs=1e-6)
        assert shares(entry.mixes[0]) == [*weights(entry.at)]
        assert [*entry.costs[0]] == pytest.approx(costs(entry.at), abs=1e-4)
        assert [*entry.costs[1]] == pytest.approx(costs(entry.at.swapped), abs=1e-4)


def test_weights_add_up_and_keep_their_proportions() -> None:
    assert shares(np.array([1.0, 1.0, 1.0])) == [SHARES // 3] * 3
    assert shares(np.array([0.0, 1.0])) == [0, SHARES]
    assert sum(shares(np.array([0.1234, 0.3333, 0.5433]))) == SHARES


def test_a_matrix_game_without_a_saddle_point_is_solved_by_mixing() -> None:
    matching = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert value_of(matching) == pytest.approx(0.5)
    assert refine(matching, 0.5, np.array([1.0, 0.0])) == pytest.approx([0.5, 0.5], abs=1e-6)


def test_among_best_rows_the_one_wished_for_is_chosen() -> None:
    indifferent = np.array([[0.5, 0.5], [0.5, 0.7], [0.4, 0.9]])
    assert refine(indifferent, 0.5, np.array([0.2, 0.6, 0.9])) == pytest.approx([0, 1, 0], abs=1e-6)


def test_poor_ends_of_bid_battle_come_out_as_in_the_table() -> None:
    """All that can follow when both have won an item and have at most twelve points left."""
    poor = [at for at in positions() if at.won and at.lost and max(at.mine, at.theirs) <= 12]
    solution = solve_auctions(poor)
    for at in poor:
        pair, points = (at.won, at.lost), (at.mine, at.theirs)
        assert solution.worths[pair][points] == worth_of_auction(at)
        assert solution.bids[pair][points] == secure_bid(at)


def test_the_last_item_is_worth_a_bid_that_the_other_can_not_top() -> None:
    assert secure_bid(Auction(2, 2, 30, 20)) in range(20, 31)
    assert worth_of_auction(Auction(2, 2, 30, 20)) > 0.9


def test_all_tables_together_stay_below_a_mebibyte() -> None:
    sizes = [
        len(path.read_bytes())
        for room in GAMES
        for path in files(f"games.{room.game.key}").iterdir()
        if path.name.endswith(".bin")
    ]
    assert sizes
    assert sum(sizes) < 2**20


def test_no_table_is_read_before_it_is_asked_for() -> None:
    program = "import games; from games.solved import table; print(table.cache_info().misses)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout.strip() == "0"


def test_every_table_has_a_builder() -> None:
    with_tables = {
        room.game.key
        for room in GAMES
        if any(path.name.endswith(".bin") for path in files(f"games.{room.game.key}").iterdir())
    }
    assert with_tables == set(BUILDERS)
