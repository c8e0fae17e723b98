"""A local stand-in for Discord: its HTTP API and gateway on loopback, and a page to play on."""

from sandbox.people.person import NotAsExpected, Person, Reply
from sandbox.people.screen import Screen, Seen
from sandbox.server.server import Sandbox
from sandbox.world.world import World

__all__ = ["NotAsExpected", "Person", "Reply", "Sandbox", "Screen", "Seen", "World"]
