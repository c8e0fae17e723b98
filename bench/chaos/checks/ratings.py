"""Counts all wins and losses anew and recounts all ratings. Nothing may differ from the database."""

from collections import Counter
from typing import TypeAlias

from bench.rig.rows import rows
from bot.database import open_database
from bot.ratings.ledger import Ledger

Record: TypeAlias = tuple[int, str, int]
WON = """SELECT guild, game, CASE winner WHEN 0 THEN seat0 ELSE seat1 END,
                CASE winner WHEN 0 THEN seat1 ELSE seat0 END
         FROM duels WHERE status = 'won' AND rated AND rival IS NULL"""
STORED = "SELECT guild, game, person, wins, losses FROM ratings WHERE season = 0"


async def count_wrong(address: str) -> int:
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
