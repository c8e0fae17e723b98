"""How Bid Battle looks."""

from collections.abc import Iterator

from games.bidbattle.rules import (
    HIGHEST_VALUE,
    ITEMS,
    LOWEST_VALUE,
    POINTS,
    Auction,
    BidBattle,
    View,
    totals,
)
from games.engine import Seat, other
from games.screen import Fact, Lot, NumberChoice, Pips, Quick, Row, Screen, Standing, Table, counted, spaced

PIPS = 5
VALUES = Fact("Values", f"{LOWEST_VALUE} to {HIGHEST_VALUE} each, opened after item {ITEMS[-1]}")


def board(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=BidBattle.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=told,
        rows=(_lots(view),) if view.outcome else (_lots(view), _points(view, 0), _points(view, 1)),
        facts=() if view.outcome else (VALUES,),
        ending=_ending(view),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table, told: tuple[str, ...]) -> Screen:
    return Screen(
        title=BidBattle.title,
        stage=_stage(view),
        news=told,
        facts=() if view.outcome else _facts(view),
        ending=_ending(view),
        prompt=_prompt(view, table),
        choices=_bid_choice(view, view.seat) if view.seat in table.waiting else (),
    )


def news(view: View, table: Table, since: int) -> Iterator[str]:
    """A turn is an auction. Items that the lot gave away belong to the turn that took the last points."""
    for item, auction in zip(ITEMS[since - 1 :], view.auctions[since - 1 :], strict=False):
        yield f"Item {item}: {_told(auction, table)}"


def _stage(view: View) -> str:
    number = len(view.auctions)
    return "Final" if view.outcome else f"Item {ITEMS[number]}, {number + 1} of {len(ITEMS)}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    if view.values is None:
        return Standing(table.names[seat], counted(view.points[seat], "point"), status=table.status(seat))
    worth = f"worth {totals(view.auctions, view.values)[seat]}"
    return Standing(table.names[seat], worth, status=table.status(seat))


def _lots(view: View) -> Row:
    """All five items: those that are sold with their bids, and in the end with their values."""
    values = view.values or (None,) * len(ITEMS)
    sold = [
        Lot(item, auction.winner, auction.bids, value)
        for item, auction, value in zip(ITEMS, view.auctions, values, strict=False)
    ]
    return Row(None, (*sold, *map(Lot, ITEMS[len(sold) :])))


def _points(view: View, seat: Seat) -> Row:
    points = view.points[seat]
    return Row(seat, (Pips(-(-points * PIPS // POINTS), PIPS, seat),), note=counted(points, "point"))


def _facts(view: View) -> tuple[Fact, ...]:
    (first, second), to_come = view.points, spaced(ITEMS[len(view.auctions) :])
    return (
        Fact("Points left", str(first), 0),
        Fact("Points left", str(second), 1),
        Fact("Items to come", to_come),
    )


def _prompt(view: View, table: Table) -> str:
    if view.outcome:
        return ""
    if view.seat is not None and not view.points[view.seat]:
        return f"You have no points left, so you aren't asked. {table.prompt()}"
    return table.prompt_for(view.seat, f"Your bid for item {ITEMS[len(view.auctions)]}")


def _bid_choice(view: View, seat: Seat) -> NumberChoice:
    points, rival = view.points[seat], view.points[other(seat)]
    left = ITEMS[len(view.auctions) :]
    return NumberChoice(
        label=f"Bid for item {left[0]}",
        low=1,
        high=points,
        quick=tuple(_quick(points, rival, len(left))),
        confirm_high=_confirm_all(points, left[1:]) if points > 1 else None,
        noun="bid",
    )


def _quick(points: int, rival: int, left: int) -> Iterator[Quick]:
    """The least, an equal share of what is left, and what the other can't beat; from the lowest up."""
    share, unbeatable = max(1, points // left), rival + 1
    if unbeatable > 1:
        yield Quick(1, "Least 1")
    if 1 < share < unbeatable:
        yield Quick(share, f"Equal share {share}" if left > 1 else f"All {share} points")
    if unbeatable <= points:
        yield Quick(unbeatable, f"{unbeatable}, can't be beaten")


def _confirm_all(points: int, later: str) -> str | None:
    """For the last item there is nothing left to save for, so nothing is asked."""
    if not later:
        return None
    items = f"item {later}" if len(later) == 1 else counted(len(later), "more item")
    return f"Bid all {points} points? If it wins, you have none left for {items}."


def _told(auction: Auction, table: Table) -> str:
    taker, price = table.name(auction.winner), auction.bids[auction.winner]
    if auction.bids == (0, 0):
        return f"nobody had points left. The lot gave it to {table.to(auction.winner)}."
    if auction.by_lot:
        return f"both bid {price}. The lot gave it to {table.to(auction.winner)}, for {price}."
    loser = other(auction.winner)
    if auction.bids[loser] == 0:
        return f"{table.to(loser)} had no points left. {taker} took it for {price}."
    first, second = auction.bids
    return f"{table.to(0)} bid {first}, {table.to(1)} {second}. {taker} took it for {price}."


def _ending(view: View) -> str:
    if view.outcome is None or view.values is None:
        return ""
    worth = totals(view.auctions, view.values)
    winner = view.outcome.winner
    return f"wins, items worth {worth[winner]} against {worth[other(winner)]}"
