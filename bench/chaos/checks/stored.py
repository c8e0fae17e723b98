"""Checks what is in the database after a run: each result against its picks, and all ratings by a recount."""

from collections import Counter
from typing import TypeAlias

from bench.rig.rows import rows
from bench.rig.stored_duels import StoredDuel
from bot.database import open_database
from bot.ratings.ledger import Ledger
from games.match import AnyMatch

Record: TypeAlias = tuple[int, str, int]
WON = """SELECT guild, game, CASE winner WHEN 0 THEN seat0 ELSE seat1 END,
                CASE winner WHEN 0 THEN seat1 ELSE seat0 END
         FROM duels WHERE status = 'won' AND rated AND rival IS NULL"""
STORED = "SELECT guild, game, person, wins, losses FROM ratings WHERE season = 0"


def is_result_right(duel: StoredDuel) -> bool:
    """Does the stored result of a finished duel follow from its picks?"""
    match = duel.match()
    if match is None:
        return False
    if match.outcome is not None:
        return (duel.status, duel.reason, duel.winner) == ("won", "rules", match.outcome.winner)
    if duel.accepted is None:
        return not duel.picks and duel.status in {"declined", "withdrawn", "expired"}
    return _ended_early(duel, match)


def _ended_early(duel: StoredDuel, match: AnyMatch) -> bool:
    """Before both have picked, nobody wins or loses."""
    if len({seat for _, seat, _ in duel.picks}) < 2:
        return (duel.status, duel.winner) == ("void", None) and duel.reason != "rules"
    if duel.reason == "time" and len(match.waiting) == 1:
        return (duel.status, duel.winner) == ("won", 1 - match.waiting[0])
    if duel.reason == "resigned":
        return duel.status == "won" and duel.winner is not None
    return (duel.status, duel.winner) == ("void", None) and duel.reason in {"time", "place gone"}


async def wrong_ratings(address: str) -> int:
    """How many records and ratings are wrong."""
    return await _wrong_records(address) + await _wrong_scores(address)


async def _wrong_records(address: str) -> int:
    """How many people have other wins or losses in a game than their duels say."""
    wins, losses = Counter[Record](), Counter[Record]()
    for guild, game, winner, loser in await rows(address, WON):
        wins[guild, game, winner] += 1
        losses[guild, game, loser] += 1
    stored = {(g, game, p): (w, n) for g, game, p, w, n in await rows(address, STORED)}
    games = {game for _, game, _ in {*wins, *losses}}
    known = {*wins, *losses, *(key for key in stored if key[1] in games)}
    return sum(stored.get(key, (0, 0)) != (wins[key], losses[key]) for key in known)


async def _wrong_scores(address: str) -> int:
    database = await open_database(address, exclusive=True)
    try:
        found = [each async for each in Ledger(database).recount_all()]
    finally:
        await database.close()
    return sum(len(each.numbers) + each.wrong_results + each.wrong_ratings for each in found)
