"""A match as data: bad data gets a clear error, never a traceback and never a wrong match."""

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import EDITIONS, GAMES
from games.engine import Game
from games.highlow.rules import HighLow
from games.match import AnyMatch, Match
from games.records.codec import Unreadable, dump, load
from tests.support.games.matches import play, seed, somewhere

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def good() -> dict[str, Any]:
    return dump(play(Match.start(HighLow(), seed()), (6, 6), (9, 8)))


def edited(edit: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(json.dumps(good()))
    edit(log)
    return log


def loaded(log: object) -> AnyMatch:
    return load(log, EDITIONS)


def test_a_log_holds_the_game_the_seed_and_the_picks_and_nothing_else() -> None:
    assert good() == {
        "game": "highlow",
        "edition": 1,
        "seed": {"secret": seed().secret.hex(), "duel": "duel-1", "accepted": "77"},
        "turns": [{"0": "6", "1": "6"}, {"0": "9", "1": "8"}],
        "sealed": {},
    }


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda log: log.pop("turns"), "lacks 'turns'"),
        (lambda log: log.update(winner=1), "unknown field, 'winner'"),
        (lambda log: log.update(game="chess"), "There is no game called 'chess'"),
        (lambda log: log.update(game=["highlow"]), "There is no game called a list"),
        (lambda log: log.update(edition=99), "Edition 99 of 'highlow' is not one we have"),
        (lambda log: log.update(edition=True), "Edition True of 'highlow' is not one we have"),
        (lambda log: log.update(edition="1"), "Edition '1' of 'highlow' is not one we have"),
        (lambda log: log.update(turns={}), "The turns are not a list"),
        (lambda log: log["turns"].append([]), "The picks of turn 3 are not given by seat"),
        (lambda log: log["turns"].append({"0": "1"}), "Turn 3 lacks a pick"),
        (lambda log: log["turns"].append({}), "Turn 3 lacks a pick"),
        (lambda log: log["turns"][0].update({"2": "1"}), "a pick for seat '2'; the seats are 0 and 1"),
        (lambda log: log["turns"][0].update({"0": 6}), "the pick is 6, not a text"),
        (lambda log: log["turns"][1].update({"0": "6"}), "Turn 2, seat 0, pick '6': That is not one of"),
        (lambda log: log["turns"][1].update({"0": "9" * 1_000_000}), "pick '9999999999999999999...: That is"),
        (lambda log: log["turns"][1].update({"0": "\ud800"}), r"pick '\\ud800': That is not"),
        (lambda log: log.update(sealed={"0": "1", "1": "2"}), "Turn 3 has every pick, yet it was not played"),
        (lambda log: log.update(sealed={"0": "6"}), "Turn 3, seat 0, pick '6'"),
        (lambda log: log.update(sealed=None), "The picks of turn 3 are not given by seat"),
        (lambda log: log.update(seed=None), "The seed is not an object"),
        (lambda log: log["seed"].update(secret="00"), "not 64 hexadecimal digits"),
        (lambda log: log["seed"].update(secret="zz" * 32), "not 64 hexadecimal digits"),
        (lambda log: log["seed"].update(secret="AA" * 32), "not 64 hexadecimal digits"),
        (lambda log: log["seed"].update(secret=5), "not 64 hexadecimal digits"),
        (lambda log: log["seed"].update(duel="é"), "'duel' is not a short ASCII text"),
        (lambda log: log["seed"].update(accepted="7" * 65), "'accepted' is not a short ASCII text"),
        (lambda log: log["seed"].update(accepted=77), "'accepted' is not a short ASCII text"),
        (lambda log: log["seed"].update(duel="a\x1b[2J"), "'duel' is not a short ASCII text"),
    ],
)
def test_bad_data_is_named(edit: Callable[[dict[str, Any]], object], complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint.replace("[", r"\[")):
        loaded(edited(edit))


def test_picks_after_the_end_are_named() -> None:
    log = dump(play(Match.start(HighLow(), seed()), (9, 1), (8, 2), (7, 3), (6, 4), (5, 6)))
    log["turns"] = [*json.loads(json.dumps(log["turns"])), {"0": "1", "1": "5"}]
    with pytest.raises(Unreadable, match="Turn 6, seat 0, pick '1': This match is over"):
        loaded(log)


@given(json_values)
def test_any_other_data_is_refused(data: object) -> None:
    with pytest.raises(Unreadable):
        loaded(data)


@given(st.sampled_from(GAMES), st.integers(0, 2**32), json_values, st.integers(0, 4))
def test_a_log_with_one_field_replaced_loads_faithfully_or_not_at_all(
    room: Any, number: int, data: object, place: int
) -> None:
    log = dump(somewhere(room, Random(number)))
    log[sorted(log)[place]] = data
    match = None
    with suppress(Unreadable):
        match = loaded(log)
    assert match is None or dump(match) == log


def test_an_old_edition_stays_playable_beside_the_new_one() -> None:
    class SecondEdition(HighLow):
        edition = 2

    both: list[Game[Any, Any, Any]] = [HighLow(), SecondEdition()]
    assert load(good(), both).game.edition == 1
    assert load({**good(), "edition": 2}, both).game.edition == 2
