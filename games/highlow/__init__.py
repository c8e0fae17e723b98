"""High-Low Battle."""

from games.highlow.coach import HABITS
from games.highlow.guide import GUIDE
from games.highlow.rules import HighLow
from games.highlow.screen import board, hand
from games.room import Room

ROOM = Room(HighLow(), board, hand, GUIDE, habits=HABITS)
