"""Gauntlet's name, summary and version, for every place that shows them."""

NAME = "Gauntlet"
SUMMARY = "Two-player duels for Discord: secret picks, simultaneous reveals, dice anyone can check."
LICENCE = "MIT"
VERSION = "0.1.0"
"""The package, its wheel, `gauntlet --version` and /about take it from here."""
