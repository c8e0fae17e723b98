"""Battle to Ten."""

from games.room import Room
from games.ten.coach import HABITS
from games.ten.guide import GUIDE
from games.ten.rules import Ten
from games.ten.screen import board, hand

ROOM = Room(Ten(), board, hand, GUIDE, habits=HABITS)
