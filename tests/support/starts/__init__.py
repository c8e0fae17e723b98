"""Starts of the bot that fail, and servers that make them fail."""
