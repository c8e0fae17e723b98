"""Afterwards: every acknowledged pick is looked for in the rows, and every match is replayed from them."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, select

from bench.load.buttons import controls
from bench.load.observations import Key, Notebook
from bench.load.pair import PICKS, Pair, Seat
from bot.database import open_database
from bot.database.schema import duels, picks
from games import EDITIONS
from games.match import AnyMatch
from games.records.codec import Unreadable, load


@dataclass
class Books:
    """What is in the database."""

    duels: dict[int, Row[Any]]
    turns: dict[int, dict[int, dict[str, str]]] = field(default_factory=dict)
    """Tokens by duel, turn and seat."""
    closed: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    async def read(cls, address: str) -> "Books":
        database = await open_database(address)
        try:
            async with database.reading() as connection:
                books = cls({row.id: row for row in await connection.execute(select(duels))})
                query = select(picks).order_by(picks.c.duel, picks.c.turn, picks.c.seat)
                for row in await connection.execute(query):
                    books._enter(row)
        finally:
            await database.close()
        return books

    def _enter(self, row: Row[Any]) -> None:
        turns = self.turns.setdefault(row.duel, {})
        turns.setdefault(row.turn, {})[str(row.seat)] = row.token
        if row.closes:
            self.closed.add((row.duel, row.turn))

    def picks(self) -> dict[Key, str]:
        """By duel, turn and person."""
        return {
            (duel, turn, _person(self.duels[duel], seat)): token
            for duel, turns in self.turns.items()
            for turn, tokens in turns.items()
            for seat, token in tokens.items()
        }

    def match(self, duel: int) -> AnyMatch:
        """Put together from nothing but its rows."""
        row, turns = self.duels[duel], self.turns.get(duel, {})
        played = [tokens for turn, tokens in turns.items() if (duel, turn) in self.closed]
        sealed = [tokens for turn, tokens in turns.items() if (duel, turn) not in self.closed]
        seed = {"secret": row.secret.hex(), "duel": f"{duel:x}", "accepted": row.accepted}
        log = {"game": row.game, "edition": row.edition, "seed": seed, "turns": played}
        return load(log | {"sealed": sealed[-1] if sealed else {}}, EDITIONS)


def audit(notes: Notebook, books: Books, pairs: list[Pair]) -> Counter[str]:
    """What is wrong, by kind."""
    stored = books.picks()
    wrong = Counter(
        {
            "picks lost": sum(stored.get(key) != token for key, token in notes.acknowledged.items()),
            "picks nobody made": sum(token not in notes.tried.get(key, ()) for key, token in stored.items()),
        }
    )
    matches: dict[int, AnyMatch] = {}
    for duel, row in books.duels.items():
        if row.accepted is None:
            continue
        try:
            matches[duel] = books.match(duel)
        except Unreadable as problem:
            wrong[f"logs that can't be replayed: {problem}"] += 1
    wrong["results wrong"] = sum(not _ended_rightly(books.duels[duel], matches[duel]) for duel in matches)
    wrong["winners shown wrongly"] = sum(
        winner != _winner(books.duels[duel]) for duel, winner in notes.shown.items()
    )
    live = [pair for pair in pairs if pair.duel in matches]
    wrong["panels untrue"] = sum(not _is_true(seat, books, matches) for pair in live for seat in pair.seats)
    wrong["ends not shown"] = sum(
        row.status != "live" and duel not in notes.shown
        for duel, row in books.duels.items()
        if duel in matches
    )
    return +wrong


def _ended_rightly(row: Row[Any], match: AnyMatch) -> bool:
    """It is over when its match is, by the rules, with the winner that its match has."""
    if match.outcome is None:
        return bool(row.status == "live")
    return (row.status, row.reason, row.winner) == ("won", "rules", match.outcome.winner)


def _is_true(seat: Seat, books: Books, matches: dict[int, AnyMatch]) -> bool:
    """A panel asks for a pick when, and only when, the match waits for this person, and for that turn."""
    duel = seat.pair.duel
    match = matches[duel]
    row = books.duels[duel]
    waits = any(_person(row, str(each)) == seat.user.id for each in match.waiting)
    asked = {each.turn for each in controls(seat.panel) if each.verb in PICKS} if seat.panel else set()
    return asked == ({match.turn} if waits else set())


def _winner(row: Row[Any]) -> int | None:
    return None if row.winner is None else _person(row, str(row.winner))


def _person(row: Row[Any], seat: str) -> int:
    return int(row.seat0 if seat == "0" else row.seat1)
