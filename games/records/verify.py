"""Check a saved match: its seal, its seats, every move, every shuffle and draw, and its result."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from games import EDITIONS
from games.engine import SEATS, Seat
from games.records.codec import Unreadable, fields_of, load, quoted
from games.records.record import FORMAT, Record, fingerprint, is_name
from games.screen import Names, counted
from games.seating import seat_of_challenger

MAX_BYTES = 64 * 1024
"""The longest match takes a small part of this; more is no match of ours."""
FIELDS = ("format", "players", "challenger", "rematch", "seal", "match", "rolls", "result", "fingerprint")


class Check(Enum):
    """What a finding is about; a file that can't be read at all is about everything."""

    FILE = "file"
    SEAL = "seal"
    SHUFFLES = "shuffles"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked, in a sentence that says how it turned out."""

    check: Check
    ok: bool
    text: str


def read(text: bytes) -> Record:
    """The match in a file, or Unreadable with the first thing that is wrong with it."""
    record, findings = examine(text)
    wrong = next((finding.text for finding in findings if not finding.ok), None)
    if record is None or wrong:
        raise Unreadable(wrong or "This is not a saved match.")
    return record


def examine(text: bytes) -> tuple[Record | None, tuple[Finding, ...]]:
    """Everything there is to find; the record is None when the file holds no playable match."""
    try:
        data = fields_of(_parse(text), "The file", FIELDS)
        record = _record(data)
        return record, tuple(_findings(record, data))
    except Unreadable as unreadable:
        return None, (Finding(Check.FILE, ok=False, text=str(unreadable)),)
    except RecursionError:
        problem = "The file is nested far too deep for a match."
        return None, (Finding(Check.FILE, ok=False, text=problem),)


def _finding(check: Check, *, ok: bool, right: str = "", wrong: str = "") -> Finding:
    return Finding(check, ok, right if ok else wrong)


def _parse(text: bytes) -> object:
    if len(text) > MAX_BYTES:
        raise Unreadable("The file is far too long for a match.")
    try:
        data: object = json.loads(text.decode("utf-8"), object_pairs_hook=_without_repeats)
    except Unreadable:
        raise
    except (ValueError, RecursionError):
        raise Unreadable("The file is not complete, valid JSON.") from None
    return data


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise Unreadable("A field appears twice in the file.")
    return data


def _record(data: Mapping[str, Any]) -> Record:
    if not _same(data["format"], FORMAT):
        raise Unreadable(f"Format {quoted(data['format'])} is not one we have.")
    if not isinstance(data["rematch"], bool):
        raise Unreadable("'rematch' is neither true nor false.")
    match = load(data["match"], EDITIONS)
    return Record(match, _players(data["players"]), _challenger(data["challenger"]), data["rematch"])


def _same(claimed: object, true: object) -> bool:
    """Equal as JSON, where 1, 1.0 and true are three things."""
    return json.dumps(claimed, sort_keys=True) == json.dumps(true, sort_keys=True)


def _players(data: object) -> Names:
    match data:
        case [str(first), str(second)] if is_name(first) and is_name(second):
            return first, second
    raise Unreadable("The players are not two short, printable names.")


def _challenger(data: object) -> Seat:
    for seat in SEATS:
        if data == seat and not isinstance(data, bool | float):
            return seat
    raise Unreadable(f"The challenger sits at {quoted(data)}; the seats are 0 and 1.")


def _findings(record: Record, data: Mapping[str, Any]) -> Iterator[Finding]:
    match = record.match
    yield _finding(
        Check.SEAL,
        ok=data["seal"] == match.seed.seal,
        right="The seal fits the seed.",
        wrong="The seal is not that of this seed.",
    )
    yield _seats(record)
    turns = counted(len(match.turns), "turn")
    yield _finding(
        Check.RESULT, ok=True, right=f"Every move follows the rules of {match.game.title}: {turns}."
    )
    yield _dice(record, data["rolls"])
    yield _result(record, data["result"])
    yield _finding(
        Check.FILE,
        ok=data["fingerprint"] == fingerprint(data),
        right="The fingerprint fits.",
        wrong="The fingerprint does not fit: something was changed since the file was written.",
    )


def _seats(record: Record) -> Finding:
    if record.rematch:
        return _finding(Check.SHUFFLES, ok=True, right="A rematch: the seats were swapped, not drawn.")
    name, seat = record.players[record.challenger], record.challenger
    return _finding(
        Check.SHUFFLES,
        ok=seat_of_challenger(record.match.seed) == seat,
        right=f"The lot gave {name} seat {seat}.",
        wrong=f"The lot did not give {name} seat {seat}.",
    )


def _dice(record: Record, claimed: object) -> Finding:
    rolls = record.rolls()
    if not isinstance(claimed, dict):
        return _finding(Check.SHUFFLES, ok=False, wrong="The rolls are not given by stream.")
    streams = [*rolls, *(stream for stream in claimed if stream not in rolls)]
    both = rolls.keys() & claimed.keys()
    wrong = [stream for stream in streams if stream not in both or not _same(claimed[stream], rolls[stream])]
    return _finding(
        Check.SHUFFLES,
        ok=not wrong,
        right=f"Every shuffle and draw comes from the seed: {sum(map(len, rolls.values()))} in all.",
        wrong=f"The dice of {quoted(wrong[0])} are not those of the seed." if wrong else "",
    )


def _result(record: Record, claimed: object) -> Finding:
    outcome = record.match.outcome
    if outcome is None:
        return _finding(
            Check.RESULT,
            ok=claimed is None,
            right="The match is not over.",
            wrong="The file names a winner, but the match is not over.",
        )
    winner = record.players[outcome.winner]
    return _finding(
        Check.RESULT,
        ok=_same(claimed, record.result()),
        right=f"The result is right: {winner} won.",
        wrong=f"The result is wrong: by the rules, {winner} won ({outcome.reason}).",
    )
