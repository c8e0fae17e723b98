"""Digit Duel."""

from games.digitduel.guide import GUIDE
from games.digitduel.habits import HABITS
from games.digitduel.judge import DigitDuelJudge
from games.digitduel.rival import RIVALS, STRENGTH
from games.digitduel.rules import DigitDuel
from games.digitduel.screen import board, hand
from games.digitduel.words import news
from games.room import Room

ROOM = Room(
    DigitDuel(),
    board,
    hand,
    news,
    GUIDE,
    rivals=RIVALS,
    strength=STRENGTH,
    judge=DigitDuelJudge(),
    habits=HABITS,
)
