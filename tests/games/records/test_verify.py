"""Saved matches: a true one passes every check, and each kind of tampering is named."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.match import Match
from games.records.codec import Unreadable
from games.records.record import Record, fingerprint
from games.records.verify import MAX_BYTES, examine, read
from games.room import AnyRoom
from games.seating import seat_of_challenger
from tests.support.games.matches import NAMES, played_out, randoms, rooms, seed, somewhere

NUMBER_MATCH = next(room for room in GAMES if room.game.key == "numbermatch")


def record(room: AnyRoom = NUMBER_MATCH, number: int = 3) -> Record:
    match = played_out(room, Random(number))
    return Record(match, NAMES, seat_of_challenger(match.seed))


def complaints(text: str | bytes) -> list[str]:
    _, findings = examine(text if isinstance(text, bytes) else text.encode())
    return [finding.text for finding in findings if not finding.ok]


def tampered(
    edit: Callable[[dict[str, Any]], object], original: Record | None = None, *, cover_up: bool = True
) -> str:
    """An edited file, its fingerprint made to fit again if the forger was careful."""
    data = json.loads((original or record()).text())
    edit(data)
    if cover_up:
        data["fingerprint"] = fingerprint(data)
    return json.dumps(data)


@given(rooms, randoms)
def test_a_true_record_passes_every_check(room: AnyRoom, random: Random) -> None:
    match = somewhere(room, random)
    saved = Record(match, NAMES, seat_of_challenger(match.seed))
    assert complaints(saved.text()) == []
    assert read(saved.text().encode()) == saved


def test_a_rematch_passes_without_a_lot_for_seats() -> None:
    match = Match.start(NUMBER_MATCH.game, seed())
    swapped = Record(match, NAMES, 1 if seat_of_challenger(match.seed) == 0 else 0, rematch=True)
    assert complaints(swapped.text()) == []


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda data: data.update(seal="0" * 64), "The seal is not that of this seed."),
        (
            lambda data: data.update(challenger=1 - data["challenger"]),
            "The lot did not give",
        ),
        (lambda data: data["match"]["turns"][0].update({"0": "0"}), "Turn 1, seat 0, pick '0'"),
        (lambda data: data["match"]["turns"].pop(), "The file names a winner, but the match is not over."),
        (lambda data: data["match"]["turns"].append({"0": "1"}), "This match is over."),
        (
            lambda data: data["rolls"]["setup"][0]["got"].reverse(),
            "The dice of 'setup' are not those of the seed.",
        ),
        (
            lambda data: data["rolls"].update({"turn 1": [3]}),
            "The dice of 'turn 1' are not those of the seed.",
        ),
        (
            lambda data: data["rolls"]["setup"][0]["shuffle"].reverse(),
            "The dice of 'setup' are not those of the seed.",
        ),
        (
            lambda data: data["rolls"].update(seats=[{"below": 2.0, "got": data["challenger"]}]),
            "The dice of 'seats' are not those of the seed.",
        ),
        (
            lambda data: data["rolls"].update(seats=[{"below": 2, "got": bool(data["challenger"])}]),
            "The dice of 'seats' are not those of the seed.",
        ),
        (lambda data: data["rolls"].update({"turn 1": None}), "The dice of 'turn 1' are not"),
        (lambda data: data["rolls"].update({"turn 1": []}), "The dice of 'turn 1' are not"),
        (lambda data: data["rolls"].pop("setup"), "The dice of 'setup' are not those of the seed."),
        (lambda data: data.update(rolls=[]), "The rolls are not given by stream."),
        (
            lambda data: data["result"].update(winner=1 - data["result"]["winner"]),
            "The result is wrong: by the rules,",
        ),
        (
            lambda data: data["result"].update(winner=float(data["result"]["winner"])),
            "The result is wrong: by the rules,",
        ),
        (
            lambda data: data["result"].update(winner=bool(data["result"]["winner"])),
            "The result is wrong: by the rules,",
        ),
        (lambda data: data.update(result=None), "The result is wrong: by the rules,"),
        (lambda data: data.update(format=1), "Format 1 is not one we have."),
        (lambda data: data.update(format=3), "Format 3 is not one we have."),
        (lambda data: data.update(format=2.0), "Format a float is not one we have."),
        (lambda data: data.update(format=True), "Format True is not one we have."),
        (lambda data: data.update(rematch="no"), "'rematch' is neither true nor false."),
        (lambda data: data.update(challenger=2), "The challenger sits at 2; the seats are 0 and 1."),
        (lambda data: data.update(challenger=True), "The challenger sits at True"),
        (lambda data: data.update(players=["Ann"]), "The players are not two short, printable names."),
        (lambda data: data.update(players=["Ann", "B\x1b[31m"]), "The players are not two short"),
        (lambda data: data.update(players=["Ann", "x" * 33]), "The players are not two short"),
        (lambda data: data.update(players=["Ann", "  "]), "The players are not two short"),
        (lambda data: data.update(extra=1), "unknown field, 'extra'"),
        (lambda data: data.pop("seal"), "The file lacks 'seal'."),
    ],
)
def test_tampering_is_named(edit: Callable[[dict[str, Any]], object], complaint: str) -> None:
    assert complaint in complaints(tampered(edit))[0]


def test_a_changed_name_is_betrayed_by_the_fingerprint() -> None:
    found = complaints(tampered(lambda data: data.update(players=["Ann", "Eve"]), cover_up=False))
    assert found == ["The fingerprint does not fit: something was changed since the file was written."]


def test_what_fits_is_said_without_promising_more() -> None:
    _, findings = examine(record().text().encode())
    assert findings[-1].text == "The fingerprint fits."


def test_a_file_nested_too_deep_is_no_match() -> None:
    text = tampered(lambda data: data.update(rolls=None), cover_up=False)
    for depth in range(850, 1000):
        assert complaints(text.replace('"rolls": null', f'"rolls": {"[" * depth}{"]" * depth}'))


def test_another_secret_is_betrayed_by_the_seal() -> None:
    quiet = tampered(
        lambda data: data["match"]["seed"].update(secret="11" * 32),
        Record(Match.start(NUMBER_MATCH.game, seed()), NAMES, 0),
    )
    assert complaints(quiet)[0] == "The seal is not that of this seed."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"", "not complete, valid JSON"),
        (record().text().encode()[:-40], "not complete, valid JSON"),
        (b"\xff\xfe", "not complete, valid JSON"),
        (b"[" * 60_000, "not complete, valid JSON"),
        (b"1" * 5_000, "not complete, valid JSON"),
        (b"x" * 1_000_000, "far too long"),
        (b" " * (MAX_BYTES + 1), "far too long"),
        (b'{"format": 1, "format": 1}', "A field appears twice"),
        (b"[]", "not an object with named fields"),
        (b"null", "not an object with named fields"),
    ],
)
def test_what_is_no_saved_match_is_refused_with_a_sentence(text: bytes, complaint: str) -> None:
    assert complaint in complaints(text)[0]
    with pytest.raises(Unreadable, match=complaint):
        read(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_survived(text: bytes) -> None:
    assert complaints(text)


@given(st.integers(0, 100_000), st.integers(0, 255))
def test_one_changed_byte_never_gives_another_match_unnoticed(place: int, byte: int) -> None:
    original = record()
    text = bytearray(original.text().encode())
    text[place % len(text)] = byte
    found, findings = examine(bytes(text))
    assert found == original or not all(finding.ok for finding in findings)


def test_the_longest_file_is_far_below_the_limit() -> None:
    assert max(len(record(room, number).text()) for room in GAMES for number in range(40)) < MAX_BYTES / 10
