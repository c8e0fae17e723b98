"""One line per event."""

import json
import logging
import sys

import pytest

from bot.logs import JsonFormatter, TextFormatter


def fail() -> None:
    raise ValueError("two\nlines")


def fault() -> logging.LogRecord:
    trace = None
    try:
        fail()
    except ValueError:
        trace = sys.exc_info()
    return logging.LogRecord("bot", logging.ERROR, "", 1, "duel %s: a fault", ("a1",), trace)


def test_a_traceback_stays_on_the_line_of_its_event() -> None:
    line = TextFormatter().format(fault())
    assert "\n" not in line
    assert "ERROR   bot: duel a1: a fault ⏎ Traceback" in line
    assert line.endswith("ValueError: two ⏎ lines")


def test_as_json_an_event_is_one_object_on_one_line() -> None:
    record = fault()
    record.duel, record.guild = "a1", 7
    line = JsonFormatter().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said["message"] == "duel a1: a fault"
    assert (said["duel"], said["guild"], said["level"]) == ("a1", "7", "ERROR")
    assert "ValueError" in said["traceback"]


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
@pytest.mark.parametrize(
    "sign", ["\n", "\r", "\v", "\x1c", "\x85", "\u2028", "\x1b[31m", "\u202e", "\u200b", "\0"]
)
def test_no_value_can_forge_a_line(formatter: logging.Formatter, sign: str) -> None:
    forged = f"Ann{sign}2026-11-16 00:00:00 INFO    bot.services: duel 1: won"
    line = formatter.format(logging.LogRecord("bot", logging.INFO, "", 1, "said %s", (forged,), None))
    assert sign not in line
    assert len(line.splitlines()) == 1
