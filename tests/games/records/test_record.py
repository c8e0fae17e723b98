"""A match as a file: who may be named in it, and its dice, recomputed from SHA-256 without our code."""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.records.record import Record, is_name
from games.room import AnyRoom
from games.seating import seat_of_challenger
from tests.support.games.matches import NAMES, played_out, randoms, rooms


@given(rooms, randoms)
def test_the_dice_can_be_checked_from_the_file_alone(room: AnyRoom, random: Random) -> None:
    match = played_out(room, random)
    saved = json.loads(Record(match, NAMES, seat_of_challenger(match.seed)).text())
    assert saved["rolls"]["seats"][0]["got"] == saved["challenger"]
    for stream, rolls in saved["rolls"].items():
        assert rolls == [*recomputed(saved["match"]["seed"], stream, rolls)]


def recomputed(seed: dict[str, str], stream: str, rolls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Ask the dice again what a file says they were asked."""
    numbers = words(seed, stream)
    for roll in rolls:
        if "below" in roll:
            yield {**roll, "got": below(numbers, roll["below"])}
        else:
            yield {**roll, "got": shuffled(numbers, roll["shuffle"])}


def words(seed: dict[str, str], stream: str) -> Iterator[int]:
    key = sha256(bytes.fromhex(seed["secret"]) + f"key:{seed['accepted']}".encode()).digest()
    for block in range(1000):
        digest = sha256(key + f"{stream}#{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def below(numbers: Iterator[int], n: int) -> int:
    return next(word for word in numbers if word < 2**32 - 2**32 % n) % n


def shuffled(numbers: Iterator[int], cards: list[int]) -> list[int]:
    places = [*cards]
    for i in reversed(range(1, len(places))):
        j = below(numbers, i + 1)
        places[i], places[j] = places[j], places[i]
    return places


@pytest.mark.parametrize("name", ["Ann", "Ann O'Hara", "Ünï", "安", "❤\ufe0f", "👩\u200d🚀", "x" * 32])
def test_a_name_is_short_and_visible(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "  ",
        "\u200d",
        "\ufe0f",
        "\u0301",
        "a\nb",
        "\x1b[2J",
        "\u202eAnn",
        "a\u2066",
        "\ud800",
        "x" * 33,
    ],
)
def test_nothing_else_is_a_name(name: str) -> None:
    assert not is_name(name)
