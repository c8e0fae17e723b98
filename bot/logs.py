"""The log: one line per event, for people or as JSON."""

import json
import logging
import sys
from datetime import UTC, datetime


def set_up(level: int, *, as_json: bool) -> None:
    """Our own lines in as much detail as asked for. Libraries would tell tokens and picks below INFO."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ForMachines() if as_json else ForPeople())
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler])
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class ForPeople(logging.Formatter):
    """When, how grave, what. A traceback follows on the same line, its lines set off by arrows."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        return f"{moment} {record.levelname:<7} {record.name}: {_one_line(super().format(record))}"


class ForMachines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in ("duel", "guild"):
            if (value := getattr(record, name, None)) is not None:
                said[name] = str(value)
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said)


def _one_line(text: str) -> str:
    """Nothing in it can begin a line, colour it or turn it around: whoever reads the log can trust it."""
    first, *others = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    return "".join(map(_visible, " ⏎ ".join([first, *others])))


def _visible(letter: str) -> str:
    is_plain = letter.isprintable() or letter == " "
    return letter if is_plain else letter.encode("unicode_escape").decode()
