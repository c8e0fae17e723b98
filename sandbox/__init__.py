"""A local stand-in for Discord: its side of the wire on loopback, and a page to play on."""

from sandbox.person import NotAsExpected, Person, Reply
from sandbox.screen import Screen, Seen
from sandbox.server import Sandbox
from sandbox.world import World

__all__ = ["NotAsExpected", "Person", "Reply", "Sandbox", "Screen", "Seen", "World"]
