"""High-Low Battle."""

from games.highlow.guide import GUIDE
from games.highlow.habits import HABITS
from games.highlow.judge import HighLowJudge
from games.highlow.rival import RIVALS, STRENGTH
from games.highlow.rules import HighLow
from games.highlow.screen import board, hand, news
from games.highlow.setter import HighLowSetter
from games.room import Room

ROOM = Room(
    HighLow(),
    board,
    hand,
    news,
    GUIDE,
    rivals=RIVALS,
    strength=STRENGTH,
    judge=HighLowJudge(),
    habits=HABITS,
    setter=HighLowSetter(),
)
