"""The bot's websocket: sessions, shards, RESUME."""

from sandbox.gateway.hub import Gateway

__all__ = ["Gateway"]
