"""`gauntlet live-check`: a guided hour in a test server, to see how the real Discord behaves."""

from bot.live_check.run import live_check

__all__ = ["live_check"]
