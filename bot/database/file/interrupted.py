"""Notices a restore that was decided and then interrupted: until it is finished, the database is not the one
that its host asked for."""

import re
from pathlib import Path

from bot.database.base import Unusable

RESTORED = ".restored-"
"""What comes after the database's name in the name of the new file; then follows the time of the restore."""
INTERRUPTED = "A restore of {} was interrupted. Start the bot, or run restore again."


def interrupted_restores(path: Path) -> list[str]:
    """The times of restores that have yet to be finished, the earliest first."""
    if not path.parent.is_dir():
        return []
    known = re.compile(re.escape(f"{path.name}{RESTORED}") + r"(\d{8}-\d{6})")
    return sorted(found[1] for each in path.parent.iterdir() if (found := known.fullmatch(each.name)))


def refuse_interrupted(path: Path) -> None:
    """Changes nothing."""
    if interrupted_restores(path):
        raise Unusable(INTERRUPTED.format(path))
