"""The bot's websocket: sessions, shards, RESUME."""

from sandbox.gateway.gateway import Gateway

__all__ = ["Gateway"]
