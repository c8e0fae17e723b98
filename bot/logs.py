"""The log: one line per event, as text or as JSON."""

import json
import logging
import sys
from datetime import UTC, datetime


def set_up(level: int, *, as_json: bool) -> None:
    """Sets the level of our own log. Libraries stay at INFO or above: below, they log tokens and picks."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler])
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    hide_warnings_about_voice()


def hide_warnings_about_voice() -> None:
    """Hides that discord.py misses packages for voice: the bot never speaks."""
    logging.getLogger("discord.client").addFilter(_is_not_about_voice)


def _is_not_about_voice(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.getMessage()


class TextFormatter(logging.Formatter):
    """Writes time, level and message. A traceback follows on the same line; arrows separate its lines."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        line = _one_line(super().format(record))
        return f"{moment} {record.levelname:<7} {record.name}: {line}"


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in ("duel", "guild"):
            if (value := getattr(record, name, None)) is not None:
                fields[name] = str(value)
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def _one_line(text: str) -> str:
    """Makes one line without control characters, so that no message can forge or hide lines of the log."""
    first, *others = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    return "".join(map(_visible, " ⏎ ".join([first, *others])))


def _visible(letter: str) -> str:
    is_plain = letter.isprintable() or letter == " "
    return letter if is_plain else letter.encode("unicode_escape").decode()
