"""Bid Battle."""

from games.bidbattle.guide import GUIDE
from games.bidbattle.habits import HABITS
from games.bidbattle.judge import BidBattleJudge
from games.bidbattle.rival import RIVALS, STRENGTH
from games.bidbattle.rules import BidBattle
from games.bidbattle.screen import board, hand, news
from games.bidbattle.setter import BidBattleSetter
from games.room import Room

ROOM = Room(
    BidBattle(),
    board,
    hand,
    news,
    GUIDE,
    rivals=RIVALS,
    strength=STRENGTH,
    judge=BidBattleJudge(),
    habits=HABITS,
    setter=BidBattleSetter(),
    asks=True,
)
