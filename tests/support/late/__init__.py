"""A bot that acknowledges every press before it answers, and people who wait for its answers."""
