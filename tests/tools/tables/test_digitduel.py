"""The solver of Digit Duel on decks of noughts and ones: by hand, by the real rules, and beside OpenSpiel."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from games.digitduel.rounds import Move
from games.digitduel.rules import DigitDuel, State, View
from games.engine import Seat
from tests.support.games.matches import dice
from tools.tables.digitduel.solve import Solver, exploitability, follow, response
from tools.tables.digitduel.tree import Deck, Node, Tree
from tools.tables.digitduel.walk import Strategy, Walk, ends, sure_ends

RULES = DigitDuel()
LEVEL = -0.23
ONE_IN_SEVEN = Deck((6, 1))
FOUR_EACH = Deck((4, 4))


@cache
def solved(deck: Deck, lessons: int) -> tuple[Tree, Solver]:
    tree = Tree(deck)
    solver = Solver(tree, ends(tree, 0.0 if deck == ONE_IN_SEVEN else LEVEL))
    solver.run(lessons)
    return tree, solver


def test_with_a_single_one_the_starter_gets_five_cards_of_seven() -> None:
    """Whoever draws the one keeps it and wins. A nought is best given: it costs no place of one's own.

    So the starter gives, the other gives, and so on, until the starter's third gift fills the other's hand.
    One place is left: the starter throws the next nought away and keeps the last card. The starter sees the
    first, third, fifth, sixth and seventh card, the other the second and fourth: 5/7 - 2/7.
    """
    tree, solver = solved(ONE_IN_SEVEN, 50)
    low, high = (
        -response(tree, solver.ends, 1, solver.average),
        response(tree, solver.ends, 0, solver.average),
    )
    assert low == pytest.approx(3 / 7, abs=5e-3)
    assert high == pytest.approx(3 / 7, abs=5e-3)


def test_with_a_single_one_noughts_are_given_and_the_one_is_kept() -> None:
    _, solver = solved(ONE_IN_SEVEN, 50)
    opening = solver.average[""][0, 0]
    assert opening == pytest.approx([0, 1], abs=0.02)


def test_every_way_to_deal_is_counted_once() -> None:
    """When every end pays 1, the round is worth 1, whatever is played."""
    tree, solver = solved(FOUR_EACH, 50)
    for seat in (0, 1):
        assert response(tree, sure_ends(tree), seat, solver.average) == pytest.approx(1)


def test_a_best_response_gains_less_the_longer_the_solver_learns() -> None:
    gains = []
    for lessons in (5, 50):
        tree, solver = solved(FOUR_EACH, lessons)
        gains.append(exploitability(tree, solver.ends, solver.average))
    assert gains[0] > 10 * gains[1] > 0


def decks() -> Iterator[tuple[int, ...]]:
    yield from sorted(set(permutations((0, 0, 0, 0, 1, 1, 1, 1))))


def start(deck: tuple[int, ...]) -> State:
    return State((), 0, 0, deck[0], deck[1:], ((), ()), ())


def payoff(state: State) -> float:
    winner = state.rounds[0].winner
    return LEVEL if winner is None else 1.0 if winner == 0 else -1.0


def kept_share(strategy: Strategy, tree: Tree, view: View, seat: Seat) -> float:
    """How often the solver keeps what this seat has drawn."""
    node: Node = tree.root
    public, kept = 0, []
    for act in view.acts:
        node = tree.child(node, act.move.value[0].upper())
        if act.move is Move.GIVE and act.digit is not None:
            public = public * 2 + act.digit
        elif act.seat == seat and act.digit is not None:
            kept.append(act.digit)
    assert view.drawn is not None
    return float(strategy[node.acts][public, sum(kept), view.drawn])


def expectation(state: State, strategy: Strategy, tree: Tree) -> float:
    """What the starter can expect by the rules themselves."""
    if state.rounds:
        return payoff(state)
    seat = state.active
    keep = kept_share(strategy, tree, RULES.view(state, seat), seat)
    total = 0.0
    for move, share in zip(RULES.legal_moves(state, seat), (keep, 1 - keep), strict=True):
        if share:
            total += share * expectation(RULES.play(state, {seat: move}, dice()), strategy, tree)
    return total


def test_the_tree_is_worth_what_playing_by_the_rules_gives() -> None:
    tree, solver = solved(FOUR_EACH, 50)
    random = np.random.default_rng(1)
    strategy = {acts: random.random(share.shape) for acts, share in solver.strategy.items()}
    values = [expectation(start(deck), strategy, tree) for deck in decks()]
    worth = Walk(tree, solver.ends, 0, strategy, follow(strategy)).value()
    assert sum(values) / len(values) == pytest.approx(worth)


class Written:
    """The reduced game, played out by the rules, in the text form that OpenSpiel reads."""

    def __init__(self, strategy: Strategy, tree: Tree) -> None:
        self.strategy, self.tree = strategy, tree
        self.names: tuple[dict[View, str], dict[View, str]] = ({}, {})
        self.shares: dict[str, list[tuple[int, float]]] = {}
        dealt = [*decks()]
        outcomes = " ".join(f'"{number}" 1/{len(dealt)}' for number in range(len(dealt)))
        self.ends = 0
        self.lines = ['EFG 2 R "Digit Duel" { "starter" "other" } ""', f'c "" 1 "" {{ {outcomes} }} 0']
        for deck in dealt:
            self.write(start(deck))

    def write(self, state: State) -> None:
        if state.rounds:
            self.ends += 1
            worth = payoff(state)
            self.lines.append(f't "" {self.ends} "" {{ {worth} {-worth} }}')
            return
        seat = state.active
        self.lines.append(f'p "" {seat + 1} {self.name(state, seat)} "" {{ "keep" "away" }} 0')
        for move in RULES.legal_moves(state, seat):
            self.write(RULES.play(state, {seat: move}, dice()))

    def name(self, state: State, seat: Seat) -> str:
        view = RULES.view(state, seat)
        names = self.names[seat]
        name = names.setdefault(view, str(len(names) + 1))
        keep = kept_share(self.strategy, self.tree, view, seat)
        self.shares[f"{seat}-{seat}-{name}-"] = [(0, keep), (1, 1 - keep)]
        return name


def test_openspiel_finds_the_same_value_and_as_little_to_gain() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    tree, solver = solved(FOUR_EACH, 50)
    written = Written(solver.average, tree)
    game = pyspiel.load_efg_game("\n".join(written.lines))
    gain = pyspiel.nash_conv(game, written.shares)
    assert gain / 4 == pytest.approx(exploitability(tree, solver.ends, solver.average), abs=1e-9)
    theirs = pyspiel.CFRPlusSolver(game)
    for _ in range(50):
        theirs.evaluate_and_update_policy()
    worth = pyspiel.expected_returns(
        game.new_initial_state(), theirs.average_policy(), -1, use_infostate_get_policy=True
    )[0]
    low, high = (
        -response(tree, solver.ends, 1, solver.average),
        response(tree, solver.ends, 0, solver.average),
    )
    assert low - 2e-3 < worth < high + 2e-3
