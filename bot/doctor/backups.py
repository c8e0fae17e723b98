"""How old the newest backup is."""

from pathlib import Path

from bot.doctor.finding import Finding, look, ok

BACKUP = "backup"
DAY = 86_400.0
OLD = 7 * DAY
MAKE_ONE = "Let cron run `gauntlet backup --keep 14 FOLDER` every day, and name that folder with --backups."


def of_backups(folder: Path, kinds: str, now: float) -> Finding:
    """`kinds` is a pattern of file names."""
    try:
        if not folder.is_dir():
            return look(BACKUP, f"There is no folder {folder} with backups. {MAKE_ONE}")
        times = [path.stat().st_mtime for path in folder.glob(kinds) if path.is_file()]
    except OSError as problem:
        return look(BACKUP, f"{folder} can't be looked into: {problem.strerror}. Run this as the bot's user.")
    if not times:
        return look(BACKUP, f"There is no backup in {folder}. {MAKE_ONE}")
    return of_age(now - max(times))


def of_age(seconds: float) -> Finding:
    age = f"{seconds / DAY:.0f} days" if seconds >= 2 * DAY else f"{max(seconds, 0) / 3600:.0f} hours"
    if seconds > OLD:
        return look(BACKUP, f"The newest backup is {age} old. Make one, and see why none was made.")
    return ok(BACKUP, f"The newest backup is {age} old.")
