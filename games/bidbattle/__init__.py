"""Bid Battle."""

from games.bidbattle.coach import HABITS
from games.bidbattle.guide import GUIDE
from games.bidbattle.rules import BidBattle
from games.bidbattle.screen import board, hand
from games.room import Room

ROOM = Room(BidBattle(), board, hand, GUIDE, habits=HABITS)
