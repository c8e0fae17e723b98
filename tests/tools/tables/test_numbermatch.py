"""The school of Number Match: its matches are by the rules, its lessons right, its network the rival's."""

from random import Random

import numpy as np
import pytest

from bench.strength.numbermatch import by_network
from games.engine import other
from games.numbermatch import ROOM
from games.numbermatch import knowledge as plain
from games.numbermatch.rules import State, attacker
from games.numbermatch.solution import inputs as plain_inputs
from games.numbermatch.solution import worths
from games.solved import table
from tests.support.games.matches import dice, played_out
from tools.tables.numbermatch import packed, unpacked
from tools.tables.numbermatch.features import inputs, of_attacker
from tools.tables.numbermatch.learn import Training, chances, fresh_weights, gradient, worth
from tools.tables.numbermatch.simulate import CARDS, Matches, at_random, by_formula, duel, highest

NETWORK = unpacked(table("numbermatch", "network"))


def counted(cards: tuple[int, ...]) -> list[int]:
    return [cards.count(card) for card in range(1, CARDS + 1)]


def as_arrays(state: State) -> Matches:
    """A match of ours as the school sees it."""
    seat = attacker(state)
    roles = seat, other(seat)
    now = plain.known(ROOM.game.view(state, seat), seat)
    return Matches(
        np.array([[state.lives[each] for each in roles]]),
        np.array([[counted(state.hands[each]) for each in roles]]),
        np.array([counted(state.deck)]),
        np.array([counted(state.discards)]),
        np.array([[now.me.fresh, now.them.fresh]]),
        np.array([[now.me.last, now.them.last]]),
    )


def positions(number: int) -> list[State]:
    """One from each of some random matches."""
    found = []
    for each in range(number):
        random = Random(each)
        stop = random.randrange(1, 9)
        match = played_out(ROOM, random, until=lambda match, stop=stop: match.turn >= stop)  # type: ignore[misc]
        if match.outcome is None:
            found.append(match.state)
    return found


def test_the_rival_and_the_school_see_and_value_the_same() -> None:
    for state in positions(12):
        matches, seat = as_arrays(state), attacker(state)
        now = plain.known(ROOM.game.view(state, seat), seat)
        assert plain_inputs(now) == pytest.approx(inputs(of_attacker(matches))[0], abs=1e-6)
        values = worth(NETWORK, matches)[0]
        for card, chance in worths(now, sorted(set(state.hands[seat]))).items():
            assert chance == pytest.approx(values[card - 1], abs=1e-5)


def test_an_attack_in_arrays_does_what_the_rules_do() -> None:
    """All but the cards drawn, which are anybody's guess."""
    for state in positions(12):
        matches, seat = as_arrays(state), attacker(state)
        card = state.hands[seat][0]
        after = ROOM.game.play(state, {seat: card}, dice())
        won = matches.attack(np.array([card - 1]), np.random.default_rng(1))
        ours = as_arrays(after)
        assert bool(won[0]) == (ROOM.game.outcome(after) is not None)
        if not won[0]:
            assert matches.lives.tolist() == ours.lives.tolist()
            assert matches.fresh.tolist() == ours.fresh.tolist()
            assert matches.last.tolist() == ours.last.tolist()
            assert matches.hands.sum() == ours.hands.sum() == 10


def test_no_card_is_lost_or_gained() -> None:
    random = np.random.default_rng(2)
    matches = Matches.deal(50, random)
    for _ in range(30):
        matches.attack(at_random(matches, random), random)
        matches.lives[:] = 20
        cards = matches.hands.sum(axis=1) + matches.deck + matches.discards
        assert (cards == 4).all()


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    random = np.random.default_rng(3)
    weights = [each.astype(np.float64) for each in fresh_weights(random)]
    rows, targets = random.random((8, weights[0].shape[0])), random.random(8)

    def loss() -> float:
        out = chances(weights, rows)  # type: ignore[arg-type]
        return float(-np.mean(targets * np.log(out) + (1 - targets) * np.log(1 - out)))

    slopes = gradient(weights, rows, targets)  # type: ignore[arg-type]
    for layer in (0, 3, 4):
        place = np.unravel_index(np.abs(slopes[layer]).argmax(), slopes[layer].shape)
        kept, step = weights[layer][place], 1e-2
        weights[layer][place] = kept + step
        above = loss()
        weights[layer][place] = kept - step
        below = loss()
        weights[layer][place] = kept
        assert slopes[layer][place] == pytest.approx((above - below) / (2 * step), rel=0.05)


def test_some_lessons_make_a_player() -> None:
    training = Training(64, seed=5)
    for _ in range(50):
        training.attack(1e-2)
    learned = by_network(packed(training.weights))
    assert duel(learned, at_random, 1000, seed=1) > 0.65


def test_the_network_of_the_package_beats_random_picks_and_stands_up_to_the_rule() -> None:
    learned = by_network(table("numbermatch", "network"))
    assert duel(learned, at_random, 3000, seed=1) > 0.73
    assert duel(learned, by_formula, 3000, seed=1) > 0.48


def test_the_rule_is_better_than_the_highest_card() -> None:
    assert duel(by_formula, highest, 6000, seed=1) > 0.5


def test_a_network_survives_being_packed() -> None:
    again = unpacked(packed(NETWORK))
    assert all((one == two).all() for one, two in zip(NETWORK, again, strict=True))
