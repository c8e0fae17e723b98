"""Gauntlet's name, summary and version, for every place that shows them."""

from importlib.metadata import PackageNotFoundError, version

NAME = "Gauntlet"
SUMMARY = "Two-player duels for Discord: secret picks, simultaneous reveals, dice anyone can check."
LICENCE = "MIT"


def running_version() -> str | None:
    """The installed version; None if the bot runs from a folder and was never installed."""
    try:
        return version("gauntlet")
    except PackageNotFoundError:
        return None
