"""All that one review says agrees: numbers, accuracy, lesson, costliest picks, turning point and course."""

import re
from functools import cache
from math import floor
from random import Random

import pytest

from games import GAMES
from games.engine import SEATS, Seat
from games.review.picks import SWING, Pick
from games.review.report import report, verdicts
from games.review.review import Review, Turn, review
from games.review.verdicts import gainer, is_swing, price, reason, verdict
from games.room import AnyRoom
from tests.games.review.rivalries import rivalry
from tests.support.games.matches import NAMES

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
MATCHES = {"highlow": 150, "bidbattle": 80, "numbermatch": 25, "digitduel": 25, "ten": 150}
FAULTLESS = re.compile("gave nothing away|made no mistake|had nothing to decide")


@cache
def reviews(key: str) -> tuple[Review, ...]:
    room, random = room_of_key(key), Random(21)
    return tuple(review(rivalry(room, random), room, NAMES) for _ in range(MATCHES[key]))


def room_of_key(key: str) -> AnyRoom:
    return next(room for room in GAMES if room.game.key == key)


def picks_of(told: Review, seat: Seat) -> list[Pick]:
    return [pick for turn in told.turns for pick in turn.picks if pick.seat == seat]


def fall(told: Review, turn: Turn, seat: Seat) -> float:
    before, after = told.course[turn.number - 1], told.course[turn.number]
    return before - after if seat == 0 else after - before


@every_game
def test_accuracy_lesson_and_costliest_picks_speak_of_the_same_mistakes(room: AnyRoom) -> None:
    for told in reviews(room.game.key):
        for seat in SEATS:
            picks, side = picks_of(told, seat), told.sides[seat]
            cost, stake = sum(pick.cost for pick in picks), sum(pick.stake for pick in picks)
            assert (side.accuracy in (100, None)) == (cost == 0) == bool(FAULTLESS.search(side.lesson))
            assert (side.accuracy is None) == (stake == 0)
            assert side.accuracy in (None, 99, 100) or side.accuracy == floor(100 * (1 - cost / stake))
            assert {pick for pick in told.costliest if pick.seat == seat} == {p for p in picks if p.cost}
        costs = [pick.cost for pick in told.costliest]
        assert costs == sorted(costs, reverse=True)


@every_game
def test_a_pick_and_the_course_show_the_same_chances(room: AnyRoom) -> None:
    """Where nothing is hidden: before the turn what the best pick was worth, after it what came out."""
    for told in reviews(room.game.key):
        if told.private:
            assert not room.judge or not room.judge.exact
            continue
        for turn in told.turns:
            for pick in turn.picks:
                before, after = told.course[turn.number - 1 : turn.number + 1]
                seen = (before, after) if pick.seat == 0 else (1 - before, 1 - after)
                assert (pick.best_worth, pick.after) == pytest.approx(seen, abs=1e-6)


@every_game
def test_a_fall_of_the_chances_without_a_mistake_is_said_to_be_chance_or_the_others_pick(
    room: AnyRoom,
) -> None:
    for told in reviews(room.game.key):
        for turn in told.turns:
            if not is_swing(told, turn):
                assert len([*verdicts(told, turn)]) == len(turn.picks)
                continue
            lost: Seat = 1 if gainer(told, turn) == 0 else 0
            cost = sum(pick.cost for pick in turn.picks if pick.seat == lost)
            why = reason(told, turn)
            assert why in [*verdicts(told, turn)][-1] or cost
            chance = re.search("[Ll]uck|unlucky|the tie went to|could see|could not see", why)
            others = f"{NAMES[1 - lost]}'s" in why
            if cost < 0.005:
                assert chance or others, why
            elif fall(told, turn, lost) > cost + SWING:
                assert "made it" in why, why


@every_game
def test_what_a_mistake_cost_is_the_difference_of_the_numbers_told_of_it(room: AnyRoom) -> None:
    for told in reviews(room.game.key):
        for pick in told.costliest:
            assert verdict(pick).startswith(f"cost {price(pick)}. Best was ")
            numbers = re.search(r": (\d+)% instead of (\d+)%", verdict(pick))
            if numbers:
                high, low = map(int, numbers.groups())
                assert price(pick) == (f"{high - low}%" if high > low else "under 1%")
            else:
                assert re.search("under 1%|over 99%", verdict(pick))


@every_game
def test_the_turning_point_helped_the_winner_more_than_any_other_turn(room: AnyRoom) -> None:
    for told in reviews(room.game.key):
        assert told.winner is not None
        loser: Seat = 1 if told.winner == 0 else 0
        falls = [fall(told, turn, loser) for turn in told.turns]
        assert (told.turning is None) == (max(falls) < SWING)
        if told.turning is not None:
            assert falls[told.turning - 1] == max(falls)
            assert report(told).turning.startswith(
                f"{told.turns[told.turning - 1].stage}: {NAMES[told.winner]} "
            )
