"""Gauntlet at a keyboard."""
