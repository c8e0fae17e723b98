"""Bid Battle: its rulings, the book's example, its screens, and what it hides."""

from dataclasses import replace
from random import Random

import pytest

from games.bidbattle import ROOM
from games.bidbattle.rules import ITEMS, Auction, State, totals
from games.dice import Draw
from games.engine import Outcome, Refused, Seat
from games.match import AnyMatch, Match
from games.screen import Fact, Lot, NumberChoice, Pips, Quick, Row, Screen
from tests.support.games.matches import NAMES, at_state, golden, play, seed

PUBLIC = {"points", "auctions"}
DEALT = True
GAME = ROOM.game
BOOK_VALUES = (25, 15, 30, 10, 20)


def altered(state: State, seat: Seat | None, random: Random) -> State:  # noqa: ARG001
    """Other values, that nobody may know before the end."""
    if GAME.outcome(state):
        return state
    return replace(state, values=tuple(random.choice(range(10, 31)) for _ in state.values))


def conserved(state: State) -> bool:
    """Every point is still there or was paid for an item."""
    paid = [sum(each.bids[seat] for each in state.auctions if each.winner == seat) for seat in (0, 1)]
    return (state.points[0] + paid[0], state.points[1] + paid[1]) == (100, 100)


def longest(number: int) -> AnyMatch:
    """Bids of all sizes, and points to the end."""
    return play(Match.start(GAME, seed(number)), *((20 - item, 19 - item) for item in range(5)))


def events(before: State, after: State, reader: Seat | None) -> list[tuple[str, ...]]:  # noqa: ARG001
    """Every auction with its bids and its winner; in the end what the items were worth."""
    new = range(len(before.auctions), len(after.auctions))
    told = [(f"Item {ITEMS[number]}", *_told(after.auctions[number])) for number in new]
    opened = standing(after) if GAME.outcome(after) else []
    return told + opened


def _told(auction: Auction) -> tuple[str, ...]:
    winner, price = NAMES[auction.winner], str(auction.bids[auction.winner])
    if auction.bids == (0, 0):
        return "nobody had points left", "lot", winner
    if auction.by_lot:
        return f"both bid {price}", "lot", winner, price
    for seat in (0, 1):
        if not auction.bids[seat]:
            return f"{NAMES[seat]} had no points left", f"{winner} took it for {price}"
    return f"Ann bid {auction.bids[0]}", f"Ben {auction.bids[1]}", f"{winner} took it for {price}"


def standing(state: State) -> list[tuple[str, ...]]:
    """Every item that was sold, with both bids and its winner; its value when all are sold."""
    return [
        (
            f"{item}, Ann bid {auction.bids[0]}, Ben bid {auction.bids[1]}, won by {NAMES[auction.winner]}"
            + (f", worth {value}" if GAME.outcome(state) else ""),
        )
        for item, auction, value in zip(ITEMS, state.auctions, state.values, strict=False)
    ]


def table(
    points: tuple[int, int] = (100, 100), won: str = "", values: tuple[int, ...] = BOOK_VALUES
) -> State:
    """A position by its points and the seats that won the first items."""
    auctions = tuple(Auction((1, 2) if seat == "1" else (2, 1), 1 if seat == "1" else 0) for seat in won)
    return State(values, points, auctions)


def board(match: AnyMatch) -> Screen:
    return ROOM.show(match, None, NAMES)


def news(match: AnyMatch) -> tuple[str, ...]:
    """All that happened so far."""
    return ROOM.told(match, 1, NAMES)


def test_b1_a_hundred_points_and_five_values_from_10_to_30() -> None:
    for number in range(200):
        state = Match.start(GAME, seed(number)).state
        assert state.points == (100, 100)
        assert len(state.values) == 5
        assert all(10 <= value <= 30 for value in state.values)


def test_b1_every_value_from_10_to_30_is_drawn() -> None:
    drawn = {value for number in range(200) for value in Match.start(GAME, seed(number)).state.values}
    assert drawn == set(range(10, 31))


def test_b1_the_winner_pays_and_the_loser_keeps() -> None:
    match = play(at_state(GAME, table()), (40, 30))
    assert match.state.points == (60, 100)
    assert match.state.auctions == (Auction((40, 30), 0),)


def test_b1_equal_bids_go_to_the_lot_and_the_winner_pays() -> None:
    winners = set()
    for number in range(20):
        match = play(Match.start(GAME, seed(number)), (20, 20))
        winner = match.state.auctions[0].winner
        assert match.state.points[winner] == 80
        assert match.state.points[1 - winner] == 100
        winners.add(winner)
    assert winners == {0, 1}


def test_b2_the_values_always_add_up_to_an_odd_number() -> None:
    assert all(sum(Match.start(GAME, seed(number)).state.values) % 2 for number in range(200))


def test_b2_an_even_draw_is_thrown_away_whole_and_drawn_again() -> None:
    redrawn = 0
    for number in range(50):
        match = Match.start(GAME, seed(number))
        drawn = [10 + roll.got for roll in match.rolls()["setup"] if isinstance(roll, Draw)]
        draws = [drawn[start : start + 5] for start in range(0, len(drawn), 5)]
        assert [sum(draw) % 2 for draw in draws] == [0] * (len(draws) - 1) + [1]
        assert match.state.values == tuple(draws[-1])
        redrawn += len(draws) > 1
    assert redrawn


def test_b2_so_no_split_of_the_items_is_level() -> None:
    values = Match.start(GAME, seed()).state.values
    for winners in range(32):
        auctions = [Auction((1, 1), 1 if winners >> item & 1 else 0) for item in range(5)]
        first, second = totals(auctions, values)
        assert first != second


@pytest.mark.parametrize("bid", ["0", "-1", "101", "1.5", "01", "+5", "٥", "", "all", "1e2"])
def test_b3_a_bid_is_a_whole_number_from_one_to_your_points(bid: str) -> None:
    match = at_state(GAME, table())
    with pytest.raises(Refused, match="Choose a whole number from 1 to 100"):
        match.submit(0, bid, 1)


@pytest.mark.parametrize(
    ("points", "offer"),
    [(1, "Only 1 is left to choose."), (2, "Choose 1 or 2."), (3, "Choose a whole number from 1 to 3.")],
)
def test_b3_a_refused_bid_is_told_what_can_be_bid(points: int, offer: str) -> None:
    with pytest.raises(Refused, match=f"now. {offer}"):
        at_state(GAME, table(points=(points, 9), won="01")).submit(0, "50", 1)


def test_b3_a_player_with_no_points_is_not_asked_and_counts_as_bidding_zero() -> None:
    match = at_state(GAME, table(points=(0, 70), won="01"))
    assert match.waiting == (1,)
    match = play(match, (None, 1))
    assert match.state.auctions[-1] == Auction((0, 1), 1)
    assert match.state.points == (0, 69)
    assert news(match)[-1] == "Item C: Ann had no points left. Ben took it for 1."


def test_b3_both_without_points_leave_every_other_item_to_the_lot() -> None:
    match = play(at_state(GAME, table()), (100, 1), (None, 100))
    assert match.outcome is not None
    assert [auction.bids for auction in match.state.auctions[2:]] == [(0, 0)] * 3
    assert [line[:8] for line in news(match)] == ["Item A: ", "Item B: ", "Item C: ", "Item D: ", "Item E: "]
    for line, auction in zip(news(match)[2:], match.state.auctions[2:], strict=True):
        assert line[8:] == f"nobody had points left. The lot gave it to {NAMES[auction.winner]}."


def test_b3_the_lot_is_fair_when_both_are_without_points() -> None:
    winners: set[Seat] = set()
    for number in range(20):
        match = play(replace(at_state(GAME, table()), seed=seed(number)), (100, 1), (None, 100))
        winners.update(auction.winner for auction in match.state.auctions[2:])
    assert winners == {0, 1}


def test_b4_values_are_opened_at_the_end_only() -> None:
    state = table(won="0101")
    readers: tuple[Seat | None, ...] = (0, 1, None)
    for seat in readers:
        assert GAME.view(state, seat).values is None
    ended = play(at_state(GAME, state), (5, 6)).state
    for seat in readers:
        assert GAME.view(ended, seat).values == BOOK_VALUES


def test_b4_points_items_and_past_bids_are_public() -> None:
    view = GAME.view(play(at_state(GAME, table()), (40, 30)).state, None)
    assert view.points == (60, 100)
    assert view.auctions == (Auction((40, 30), 0),)


def test_the_books_example_bid_by_bid() -> None:
    """Its five values add up to 100, so by B2 they are never drawn; everything after the draw stands."""
    assert sum(BOOK_VALUES) % 2 == 0
    match = at_state(GAME, table())
    for bids, winner, points in (
        ((20, 25), 1, (100, 75)),
        ((15, 10), 0, (85, 75)),
        ((50, 40), 0, (35, 75)),
        ((10, 5), 0, (25, 75)),
        ((25, 75), 1, (25, 0)),
    ):
        match = play(match, bids)
        assert match.state.auctions[-1].winner == winner
        assert match.state.points == points
    assert totals(match.state.auctions, match.state.values) == (55, 45)
    assert match.outcome == Outcome(0, "value")


def test_the_board_tells_a_bid_won_and_a_lot_drawn() -> None:
    assert news(play(at_state(GAME, table()), (20, 25))) == (
        "Item A: Ann bid 20, Ben 25. Ben took it for 25.",
    )
    match = play(at_state(GAME, table()), (20, 20))
    winner = NAMES[match.state.auctions[0].winner]
    assert news(match) == (f"Item A: both bid 20. The lot gave it to {winner}, for 20.",)


def test_a_hand_tells_its_player_the_news_as_you() -> None:
    match = play(at_state(GAME, table()), (20, 25))
    assert ROOM.show(match, 0, NAMES).news == ("Item A: you bid 20, Ben 25. Ben took it for 25.",)
    assert ROOM.show(match, 1, NAMES).news == ("Item A: Ann bid 20, you 25. You took it for 25.",)


def test_all_five_lots_stand_in_one_row_from_first_to_last() -> None:
    match = at_state(GAME, table())
    assert board(match).rows[0] == Row(None, (Lot("A"), Lot("B"), Lot("C"), Lot("D"), Lot("E")))
    match = play(match, (20, 25), (15, 10))
    sold = Lot("A", 1, (20, 25)), Lot("B", 0, (15, 10))
    assert board(match).rows[0] == Row(None, (*sold, Lot("C"), Lot("D"), Lot("E")))


@pytest.mark.parametrize(
    ("points", "filled", "note"),
    [
        (100, 5, "100 points"),
        (81, 5, "81 points"),
        (80, 4, "80 points"),
        (1, 1, "1 point"),
        (0, 0, "0 points"),
    ],
)
def test_points_left_are_a_bar_and_a_number(points: int, filled: int, note: str) -> None:
    _, first, second = board(at_state(GAME, table(points=(points, 50)))).rows
    assert first == Row(0, (Pips(filled, 5, 0),), note=note)
    assert second == Row(1, (Pips(3, 5, 1),), note="50 points")


def test_a_hand_asks_for_a_number_and_offers_sensible_ones() -> None:
    screen = ROOM.show(at_state(GAME, table(points=(75, 60), won="01")), 0, NAMES)
    assert screen.prompt == "Your bid for item C"
    quick = Quick(1, "Least 1"), Quick(25, "Equal share 25"), Quick(61, "61, can't be beaten")
    confirm = "Bid all 75 points? If it wins, you have none left for 2 more items."
    assert screen.choices == NumberChoice("Bid for item C", 1, 75, quick, confirm, "bid")
    assert screen.facts == (
        Fact("Points left", "75", 0),
        Fact("Points left", "60", 1),
        Fact("Items to come", "C D E"),
    )


@pytest.mark.parametrize(
    ("points", "won", "labels"),
    [
        ((60, 75), "01", ["Least 1", "Equal share 20"]),
        ((60, 60), "01", ["Least 1", "Equal share 20"]),
        ((60, 10), "01", ["Least 1", "11, can't be beaten"]),
        ((60, 0), "01", ["1, can't be beaten"]),
        ((2, 60), "01", ["Least 1"]),
        ((60, 75), "0101", ["Least 1", "All 60 points"]),
        ((60, 59), "0101", ["Least 1", "60, can't be beaten"]),
        ((1, 1), "0101", ["Least 1"]),
        ((100, 99), "0101", ["Least 1", "100, can't be beaten"]),
    ],
)
def test_a_quick_bid_makes_sense(points: tuple[int, int], won: str, labels: list[str]) -> None:
    """None is offered that a lower one does as well as, and everything only for the last item."""
    choices = ROOM.show(at_state(GAME, table(points=points, won=won)), 0, NAMES).choices
    assert isinstance(choices, NumberChoice)
    assert [quick.label for quick in choices.quick] == labels
    assert all(len(quick.label) <= 24 and str(quick.number) in quick.label for quick in choices.quick)


@pytest.mark.parametrize(
    ("points", "won", "question"),
    [
        (64, "0", "Bid all 64 points? If it wins, you have none left for 3 more items."),
        (64, "010", "Bid all 64 points? If it wins, you have none left for item E."),
        (64, "0101", None),
        (1, "0", None),
    ],
)
def test_a_bid_of_everything_is_asked_about_unless_there_is_nothing_to_save_for(
    points: int, won: str, question: str | None
) -> None:
    screen = ROOM.show(at_state(GAME, table(points=(points, 80), won=won)), 0, NAMES)
    everything, less = screen.choice(str(points)), screen.choice(str(points - 1))
    assert everything
    assert everything.confirm == question
    assert less is None or less.confirm is None


def test_a_hand_without_points_says_why_it_is_not_asked() -> None:
    screen = ROOM.show(at_state(GAME, table(points=(0, 60), won="01")), 0, NAMES)
    assert screen.prompt == "You have no points left, so you aren't asked. Waiting for Ben."
    assert screen.choices == ()


def test_the_end_opens_the_values_lot_by_lot() -> None:
    match = play(at_state(GAME, table()), (20, 25), (15, 10), (50, 40), (10, 5), (25, 75))
    screen = board(match)
    assert screen.ending == "wins, items worth 55 against 45"
    assert screen.rows == (
        Row(
            None,
            (
                Lot("A", 1, (20, 25), 25),
                Lot("B", 0, (15, 10), 15),
                Lot("C", 0, (50, 40), 30),
                Lot("D", 0, (10, 5), 10),
                Lot("E", 1, (25, 75), 20),
            ),
        ),
    )
    assert [standing.score for standing in screen.standings] == ["worth 55", "worth 45"]
    assert [standing.status for standing in screen.standings] == ["wins", ""]
    assert screen.facts == ()
    hand = ROOM.show(match, 1, NAMES)
    assert (hand.prompt, hand.choices, hand.facts) == ("", (), ())


def test_the_board_counts_the_points_left_and_says_who_won_which_item() -> None:
    screen = board(play(at_state(GAME, table(won="01")), (20, 25)))
    assert [standing.score for standing in screen.standings] == ["100 points", "75 points"]
    assert [piece.winner for piece in screen.rows[0].pieces if isinstance(piece, Lot)][:3] == [0, 1, 1]
    assert screen.facts == (Fact("Values", "10 to 30 each, opened after item E"),)


def test_a_known_match_stays_as_it_is() -> None:
    match = play(golden(GAME), (20, 20), (30, 10), (25, 25))
    assert match.state.values == (21, 16, 30, 24, 20)
    assert [auction.winner for auction in match.state.auctions] == [1, 0, 1]
    assert match.rolls() == {
        "setup": [Draw(21, 11), Draw(21, 6), Draw(21, 20), Draw(21, 14), Draw(21, 10)],
        "turn 1": [Draw(2, 1)],
        "turn 3": [Draw(2, 1)],
    }
