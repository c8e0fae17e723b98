"""Nothing that happened is skipped: a law for every game, and proof that it has teeth.

Each game's test file says what happens in a turn, and what has to stand from then on: see `spec_of`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from games import GAMES
from games.engine import SEATS, Seat
from games.match import AnyMatch, Match
from games.rival import Random as AnyMove
from games.rival import token_of
from games.room import AnyRoom
from games.screen import Screen, Table
from tests.support.games.matches import NAMES, SECRET_PICKS, randoms, seed, spec_of
from tests.support.games.spoken import lines, says

SPECS = {room.game.key: spec_of(room) for room in GAMES}
every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)

in_turn = pytest.mark.parametrize(
    "room", [room for room in GAMES if room not in SECRET_PICKS], ids=lambda room: room.game.key
)


@every_game
@given(random=randoms)
def test_a_player_is_shown_all_that_happened_before_they_pick_again(room: AnyRoom, random: Random) -> None:
    history = [*_played(room, random)]
    assert [*_missed_by_a_player(room, history)] == []


@every_game
@given(random=randoms)
def test_all_that_everybody_may_know_is_on_the_board_before_it_is_two_turns_old(
    room: AnyRoom, random: Random
) -> None:
    history = [*_played(room, random)]
    assert [*_missing_on_the_board(room, history)] == []


@every_game
@given(random=randoms)
def test_the_board_of_a_finished_match_tells_all_since_both_players_picked_last(
    room: AnyRoom, random: Random
) -> None:
    *_, match = _played(room, random)
    first = min(_last_turn_of(match, seat) for seat in SEATS)
    assert room.show(match, None, NAMES).news == room.told(match, first, NAMES)


@every_game
@given(random=randoms)
def test_results_stand_until_the_match_is_over(room: AnyRoom, random: Random) -> None:
    for match in _played(room, random):
        told = lines(room.show(match, None, NAMES), NAMES)
        for event in SPECS[room.game.key].standing(match.state):
            assert says(told, event), (event, told)


@every_game
@given(random=randoms)
def test_a_hand_says_you_to_its_player_and_nobody_else_is_called_so(room: AnyRoom, random: Random) -> None:
    for match in _played(room, random):
        for seat in SEATS:
            assert not says(_sentences(room.show(match, seat, NAMES)), [NAMES[seat]])
            assert not says(room.told(match, 1, NAMES, seat), [NAMES[seat]])
            assert not says(room.told(match, 1, NAMES, seat, by_name=True), ["[Yy]ou|[Yy]our"])
        assert not says(_sentences(room.show(match, None, NAMES)), ["[Yy]ou|[Yy]our"])


@every_game
def test_every_last_turn_has_events_and_leaves_something_to_stand(room: AnyRoom) -> None:
    *_, before, after = _played(room, Random(1))
    assert SPECS[room.game.key].events(before.state, after.state, None)
    assert SPECS[room.game.key].standing(after.state)


@in_turn
def test_news_of_the_last_turn_alone_are_caught(room: AnyRoom) -> None:
    def only_the_last(view: object, table: Table, since: int) -> Iterable[str]:
        return [*room.news(view, table, since)][-1:]

    forgetful = replace(room, news=only_the_last)
    histories = [[*_played(room, Random(number))] for number in range(20)]
    assert any([*_missed_by_a_player(forgetful, history)] for history in histories)
    assert any([*_missing_on_the_board(forgetful, history)] for history in histories)


def _last_turn_of(match: AnyMatch, seat: Seat) -> int:
    """The last turn in which this seat picked; the first one if there is none."""
    return max((number for number, picks in enumerate(match.turns, 1) if picks[seat] is not None), default=1)


def _sentences(screen: Screen) -> list[str]:
    facts = [f"{fact.label} {fact.value}" for fact in screen.facts]
    return [*screen.results, *screen.news, *facts, screen.ending, screen.prompt]


def _played(room: AnyRoom, random: Random) -> Iterator[AnyMatch]:
    """A match between any two levels, or players who pick at random, as it stood after every turn."""
    players = [random.choice([AnyMove(), *room.rivals.values()]) for _ in SEATS]
    match = Match.start(room.game, seed(random.getrandbits(32)))
    yield match
    while match.outcome is None:
        turn = match.turn
        for seat in match.waiting:
            match = match.submit(seat, token_of(players[seat], match, seat), turn)
        yield match


def _missed_by_a_player(room: AnyRoom, history: list[AnyMatch]) -> Iterator[str]:
    for seat in SEATS:
        last_pick = 1
        for match in history[1:]:
            if match.turns[-1][seat] is not None:
                last_pick = len(match.turns)
            if match.outcome or match.legal_moves(seat):
                told = [
                    *lines(room.show(match, seat, NAMES), NAMES, seat),
                    *lines(room.show(match, None, NAMES), NAMES),
                ]
                yield from _untold(room, history, range(last_pick, match.turn), seat, told)


def _missing_on_the_board(room: AnyRoom, history: list[AnyMatch]) -> Iterator[str]:
    """The turn before the last one may have been played in the same stroke, unless both picked in it."""
    for match in history[1:]:
        alone = None in match.turns[-1]
        told = lines(room.show(match, None, NAMES), NAMES)
        first = max(1, match.turn - (2 if alone else 1))
        yield from _untold(room, history, range(first, match.turn), None, told)


def _untold(
    room: AnyRoom, history: list[AnyMatch], turns: range, reader: Seat | None, told: list[str]
) -> Iterator[str]:
    for turn in turns:
        for event in SPECS[room.game.key].events(history[turn - 1].state, history[turn].state, reader):
            if not says(told, event):
                yield f"turn {turn}, reader {reader}: {event} is not in {told}"
