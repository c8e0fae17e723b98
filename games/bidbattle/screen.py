"""How Bid Battle looks."""

from collections.abc import Iterator
from dataclasses import replace

from games.bidbattle.rules import ITEMS, Auction, BidBattle, View, totals
from games.engine import SEATS, Seat, other
from games.screen import Fact, Names, NumberChoice, Screen, Standing, Table, counted


def board(view: View, table: Table) -> Screen:
    return Screen(
        title=BidBattle.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=tuple(_news(view, table.names)),
        facts=(_unspent(view, table.names) if view.outcome else Fact("Items left", _items_left(view)),),
        story=tuple(_story(view, table.names)) if view.outcome else (),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table) -> Screen:
    item = _item(len(view.auctions))
    screen = replace(board(view, table), prompt=table.prompt_for(view.seat, f"Your bid for item {item}?"))
    if view.seat is None or view.outcome:
        return screen
    points = view.points[view.seat]
    if not points:
        return replace(screen, prompt=f"You have no points left, so you aren't asked. {table.prompt()}")
    if view.seat not in table.waiting:
        return screen
    return replace(screen, choices=NumberChoice(f"Bid for item {item}", 1, points, _quick(view, points)))


def _item(number: int) -> str:
    return ITEMS[min(number, len(ITEMS) - 1)]


def _stage(view: View) -> str:
    number = len(view.auctions)
    return "Final" if view.outcome else f"Item {_item(number)}, {number + 1} of {len(ITEMS)}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    won = [item for item, auction in zip(ITEMS, view.auctions, strict=False) if auction.winner == seat]
    items = f"items {' '.join(won)}" if len(won) > 1 else f"item {won[0]}" if won else "no items"
    if view.values is None:
        score = counted(view.points[seat], "point")
    else:
        score = f"value {totals(view.auctions, view.values)[seat]}"
    return Standing(table.names[seat], score, items, table.status(seat))


def _unspent(view: View, names: Names) -> Fact:
    return Fact("Points unspent", f"{names[0]} {view.points[0]}, {names[1]} {view.points[1]}")


def _items_left(view: View) -> str:
    return f"{' '.join(ITEMS[len(view.auctions) :])} (each worth 10 to 30, opened at the end)"


def _quick(view: View, points: int) -> tuple[int, ...]:
    """The least, a fair share of what is left to buy, a third, a half, everything."""
    share = points // (len(ITEMS) - len(view.auctions))
    return tuple(sorted({1, max(1, share), max(1, points // 3), max(1, points // 2), points}))


def _news(view: View, names: Names) -> Iterator[str]:
    """The last auction that was bid for, and every item that went to the lot after it."""
    start = len(view.auctions)
    while start and (start == len(view.auctions) or view.auctions[start].bids == (0, 0)):
        start -= 1
    for number in range(start, len(view.auctions)):
        yield f"Item {ITEMS[number]}: {_told(view.auctions[number], names)}"
    if view.outcome and view.values:
        winner = view.outcome.winner
        values = totals(view.auctions, view.values)
        yield f"{names[winner]} wins: items worth {values[winner]} against {values[other(winner)]}."


def _told(auction: Auction, names: Names) -> str:
    winner, price = names[auction.winner], auction.bids[auction.winner]
    if auction.bids == (0, 0):
        return f"nobody had points left. The lot gives it to {winner}."
    if auction.by_lot:
        return f"both bid {price}. The lot gives it to {winner}, who pays {price}."
    for seat in SEATS:
        if auction.bids[seat] == 0:
            return f"{names[seat]} had no points left. {winner} takes it for {price}."
    return f"{names[0]} bid {auction.bids[0]}, {names[1]} {auction.bids[1]}. {winner} takes it for {price}."


def _story(view: View, names: Names) -> Iterator[str]:
    for item, auction, value in zip(ITEMS, view.auctions, view.values or (), strict=True):
        yield f"{item}, worth {value}: {_told(auction, names)}"
