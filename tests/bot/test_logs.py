"""One line per event."""

import json
import logging
import sys

from bot.logs import ForMachines, ForPeople


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
    line = ForPeople().format(fault())
    assert "\n" not in line
    assert "ERROR   bot: duel a1: a fault ⏎ Traceback" in line
    assert line.endswith("ValueError: two ⏎ lines")


def test_as_json_an_event_is_one_object_on_one_line() -> None:
    record = fault()
    record.duel, record.guild = "a1", 7
    line = ForMachines().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said["message"] == "duel a1: a fault"
    assert (said["duel"], said["guild"], said["level"]) == ("a1", "7", "ERROR")
    assert "ValueError" in said["traceback"]
