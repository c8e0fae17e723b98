"""Checks what is left after a chaos run, mostly without the bot's own code."""
