"""What Gauntlet says of itself, wherever it is asked."""

from importlib.metadata import PackageNotFoundError, version

NAME = "Gauntlet"
SUMMARY = "Two-player duels for Discord: secret picks, simultaneous reveals, dice anyone can check."
LICENCE = "MIT"


def running_version() -> str | None:
    """None where it runs from a folder and was never installed."""
    try:
        return version("gauntlet")
    except PackageNotFoundError:
        return None
