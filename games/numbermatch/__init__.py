"""Number Match Duel."""

from games.numbermatch.guide import GUIDE
from games.numbermatch.habits import HABITS
from games.numbermatch.judge import NumberMatchJudge
from games.numbermatch.rival import RIVALS, STRENGTH
from games.numbermatch.rules import NumberMatch
from games.numbermatch.screen import board, hand, news
from games.room import Room

ROOM = Room(
    NumberMatch(),
    board,
    hand,
    news,
    GUIDE,
    rivals=RIVALS,
    strength=STRENGTH,
    judge=NumberMatchJudge(),
    habits=HABITS,
)
