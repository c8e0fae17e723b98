"""Battle to Ten."""

from games.room import Room
from games.ten.guide import GUIDE
from games.ten.habits import HABITS
from games.ten.judge import TenJudge
from games.ten.rival import RIVALS, STRENGTH
from games.ten.rules import Ten
from games.ten.screen import board, hand, news
from games.ten.setter import TenSetter

ROOM = Room(
    Ten(),
    board,
    hand,
    news,
    GUIDE,
    rivals=RIVALS,
    strength=STRENGTH,
    judge=TenJudge(),
    habits=HABITS,
    setter=TenSetter(),
    asks=True,
    hides=False,
)
