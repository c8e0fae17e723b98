"""Keeps boards and panels up to date, and tells people that it is their turn."""
