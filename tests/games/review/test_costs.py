"""What a pick costs: nothing just if it belongs to some optimal strategy, whichever of them is stored."""

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from games import GAMES, bidbattle, highlow
from games.bidbattle import solution as auctions
from games.engine import Seat, other
from games.highlow import solution as cards
from games.highlow.rules import CARDS
from games.match import AnyMatch, Match
from games.review.picks import Pick
from games.review.review import review
from games.room import AnyRoom
from tests.games.review.rivalries import rivalry
from tests.support.games.matches import NAMES, play, seed
from tools.tables.highlow import solve

TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
NOISE = 1e-4
CERTAIN = 1 - 1e-6
every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


def picks_of(room: AnyRoom, match: AnyMatch) -> Iterator[tuple[AnyMatch, Pick]]:
    """Every pick of a match, with the match as it stood before."""
    for turn in review(match, room, NAMES).turns:
        for pick in turn.picks:
            yield match.at(pick.turn), pick


def test_a_card_that_gave_up_a_certain_win_is_charged() -> None:
    """Before round 4 Ben won for certain with 1, 2, 3, 4 or 7; the 9 left him 80% if an 8 came."""
    room = highlow.ROOM
    match = play(Match.start(room.game, seed()), (6, 6), (9, 8), (5, 5), (8, 9), (7, 1))
    told = review(match, room, NAMES)
    nine = told.turns[3].picks[1]
    assert nine.best == ("1", "2", "3", "4", "7")
    assert (nine.best_worth, nine.worth) == pytest.approx((1.0, 0.8), abs=0.01)
    assert nine in told.costliest
    assert told.sides[1].accuracy != 100


def follows(match: AnyMatch, seat: Seat, token: str) -> Sequence[AnyMatch]:
    """The match after this pick, and after each reply if the other has to pick unseen."""
    turn, rival = match.turn, other(seat)
    after = match.submit(seat, token, turn)
    if after.turn > turn:
        return [after]
    return [after.submit(rival, str(reply), turn) for reply in match.legal_moves(rival)]


@every_game
def test_a_pick_that_costs_nothing_in_a_won_position_keeps_the_win_whatever_comes(room: AnyRoom) -> None:
    judge, random, won = room.judge, Random(7), 0
    assert judge
    for _ in range(25):
        for before, pick in picks_of(room, rivalry(room, random)):
            if pick.best_worth > CERTAIN and not pick.cost:
                won += 1
                for after in follows(before, pick.seat, pick.token):
                    assert judge.chance(after.view(pick.seat)) > CERTAIN
    assert won


@every_game
def test_what_is_listed_as_best_is_just_what_costs_nothing(room: AnyRoom) -> None:
    judge, random = room.judge, Random(11)
    assert judge
    for _ in range(12):
        for before, pick in picks_of(room, rivalry(room, random)):
            worths = judge.chances(before.view(pick.seat), before.legal_moves(pick.seat))
            doubt = 1e-6 if judge.exact else 0.01
            best = [move for move in worths if worths[move] > max(worths.values()) - doubt]
            assert len(pick.best) == len(best)
            assert (pick.label in pick.best) == (pick.cost == 0)
            assert pick.best_worth == max(worths.values())
            assert pick.cost in (0.0, pick.best_worth - pick.worth)


def solved(matrix: NDArray[np.float64]) -> float:
    """The value of a matrix game, by a linear program that looks at nothing else."""
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
        options=TIGHT,
    )
    return -float(found.fun)


def lowest(matrix: NDArray[np.float64], value: float, row: int) -> float:
    """What the row makes against whichever optimal mix of columns hurts it most: the definition."""
    found = linprog(
        matrix[row],
        A_ub=matrix,
        b_ub=np.full(len(matrix), value + 1e-9),
        A_eq=np.ones((1, matrix.shape[1])),
        b_eq=[1.0],
        options=TIGHT,
    )
    return float(found.fun)


def highest_share(matrix: NDArray[np.float64], value: float, row: int) -> float:
    """How often an optimal mix of rows can play this one."""
    found = linprog(
        -np.eye(len(matrix))[row],
        A_ub=-matrix.T,
        b_ub=np.full(matrix.shape[1], 1e-9 - value),
        A_eq=np.ones((1, len(matrix))),
        b_eq=[1.0],
        options=TIGHT,
    )
    return -float(found.fun)


def some_cards() -> Iterator[cards.Position]:
    """Positions of High-Low with four to six cards each."""
    random = Random(3)
    for size in (4, 5, 5, 5, 5, 6) * 3:
        at = cards.Position(CARDS, CARDS)
        while len(at.mine) > size or at.decided is not None:
            at = at if len(at.mine) > size else cards.Position(CARDS, CARDS)
            at = at.after(random.choice(at.mine), random.choice(at.theirs))
        yield at


@pytest.mark.parametrize("at", [*some_cards()], ids=str)
def test_a_card_costs_what_a_linear_program_says(at: cards.Position) -> None:
    entries = solve(at)

    def worth(follows: cards.Position) -> float:
        decided, key = follows.decided, follows.key
        if decided is not None:
            return decided
        return entries[key].worth if key in entries else 1 - entries[follows.swapped.key].worth

    matrix = np.array([[worth(at.after(card, reply)) for reply in at.theirs] for card in at.mine])
    value = solved(matrix)
    assert cards.worth(at) == pytest.approx(value, abs=1e-6)
    for row, cost in enumerate(cards.costs(at)):
        assert cost == pytest.approx(value - lowest(matrix, value, row), abs=NOISE)
        assert (cost == 0) == (highest_share(matrix, value, row) > NOISE)


def some_auctions() -> Iterator[auctions.Position]:
    random, every = Random(9), [*auctions.positions()]
    yield auctions.Position()
    even = [at for at in every if 0.1 < auctions.worth(at) < 0.9]
    yield from random.sample(even, 12)
    yield from random.sample(every, 12)


@pytest.mark.parametrize("at", [*some_auctions()], ids=str)
def test_a_bid_costs_what_a_linear_program_says(at: auctions.Position) -> None:
    replies = at.swapped.bids
    matrix = np.array([[auctions.worth_of(at, bid, reply) for reply in replies] for bid in at.bids])
    value = solved(matrix)
    safe = auctions.secure_bids(at.swapped)
    for row in Random(5).sample(range(len(at.bids)), min(len(at.bids), 12)):
        least = auctions.worst(at, at.bids[row], safe)
        assert least == pytest.approx(lowest(matrix, value, row), abs=1e-6)
        assert (least > value - 1e-6) == (highest_share(matrix, value, row) > NOISE)


def test_in_no_auction_a_bid_that_could_be_punished_hurts_more_than_the_secure_ones() -> None:
    """So the secure ones are enough to ask: whatever is in an optimal mix holds every secure bid of mine down
    to what the position is worth."""
    for at in Random(13).sample([*auctions.positions()], 500):
        worth = auctions.worth(at)
        mine, theirs = auctions.secure_bids(at), auctions.secure_bids(at.swapped)
        for reply in at.swapped.bids:
            mixed = all(abs(auctions.worth_of(at, bid, reply) - worth) < 1e-9 for bid in mine)
            if mixed and reply not in theirs:
                for bid in at.bids:
                    least = auctions.worst(at, bid, theirs)
                    assert auctions.worth_of(at, bid, reply) > least - 1e-9


def test_both_games_of_secret_picks_are_looked_at_here() -> None:
    open_picks = [room for room in GAMES if len(Match.start(room.game, seed()).waiting) == 2]
    assert open_picks == [highlow.ROOM, bidbattle.ROOM]


@pytest.mark.parametrize("room", [highlow.ROOM, bidbattle.ROOM], ids=lambda room: room.game.key)
def test_a_review_of_secret_picks_takes_less_than_50_ms(room: AnyRoom) -> None:
    """Of this processor, and once the tables have been read."""
    random = Random(17)
    matches = [rivalry(room, random) for _ in range(20)]
    review(matches[0], room, NAMES)
    start = process_time()
    for match in matches:
        review(match, room, NAMES)
    assert (process_time() - start) / len(matches) < 0.05
