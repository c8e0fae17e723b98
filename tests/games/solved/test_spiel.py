"""Our solutions beside OpenSpiel's own algorithms, which are shown our rules and nothing else."""

from random import Random
from typing import Any

import pytest

from games.dice import Dice, Seed
from games.engine import AnyGame
from games.highlow import ROOM as HIGHLOW
from games.highlow.solution import SHARES, position, weights, worth
from games.match import AnyMatch, Match
from games.ten import ROOM as TEN
from games.ten.solution import position as ten_position
from games.ten.solution import winning
from tests.support.games.matches import play, seed

pyspiel = pytest.importorskip("pyspiel")
algorithms = pytest.importorskip("open_spiel.python.algorithms.exploitability")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
policies = pytest.importorskip("open_spiel.python.policy")
NO_DICE = Dice(Seed(b"", "", ""), "none")


class Copied(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A game of ours from some position on; where two pick at once, seat 0 goes first, unseen."""

    def __init__(self, game: AnyGame, first: Any) -> None:
        self.rules, self.first = game, first
        super().__init__(
            pyspiel.GameType(
                short_name=f"copied_{game.key}",
                long_name=f"Copied {game.title}",
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
                information=_information(game, first),
                utility=pyspiel.GameType.Utility.ZERO_SUM,
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=2,
                min_num_players=2,
                provides_information_state_string=True,
                provides_information_state_tensor=False,
                provides_observation_string=False,
                provides_observation_tensor=False,
                parameter_specification={},
            ),
            pyspiel.GameInfo(
                num_distinct_actions=10,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=18,
            ),
            {},
        )

    def new_initial_state(self) -> "CopiedState":
        return CopiedState(self, self.first)


def _information(game: AnyGame, first: Any) -> Any:
    """Perfect, unless two pick at once."""
    kinds = pyspiel.GameType.Information
    at_once = game.legal_moves(first, 0) and game.legal_moves(first, 1)
    return kinds.IMPERFECT_INFORMATION if at_once else kinds.PERFECT_INFORMATION


class CopiedState(pyspiel.State):  # type: ignore[misc, name-defined]
    def __init__(self, game: Copied, at: Any) -> None:
        super().__init__(game)
        self.rules, self.at = game.rules, at
        self.picked: dict[Any, int] = {}

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return next(seat for seat in self._asked() if seat not in self.picked)

    def is_terminal(self) -> bool:
        return self.rules.outcome(self.at) is not None

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.at)
        if outcome is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def information_state_string(self, player: int) -> str:
        return repr(self.view(player))

    def view(self, player: int) -> Any:
        return self.rules.view(self.at, 1 if player else 0)

    def _asked(self) -> list[int]:
        return [seat for seat in (0, 1) if self._legal_actions(seat)]

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.rules.legal_moves(self.at, 1 if player else 0)]

    def _apply_action(self, action: int) -> None:
        asked = self._asked()
        self.picked = {**self.picked, self.current_player(): action}
        if len(self.picked) == len(asked):
            self.at, self.picked = self.rules.play(self.at, self.picked, NO_DICE), {}

    def __str__(self) -> str:
        return f"{self.at} {self.picked}"


UNDECIDED = [27, 60, 92, 183]
"""Of the matches below, some that are not won or lost yet when the fifth round begins."""


class Table(policies.Policy):  # type: ignore[misc, name-defined]
    """Plays High-Low by our table."""

    def action_probabilities(self, state: CopiedState, player_id: int | None = None) -> dict[int, float]:
        player = state.current_player() if player_id is None else player_id
        at = position(state.view(player), 1 if player else 0)
        return {card: share / SHARES for card, share in zip(at.mine, weights(at), strict=True)}


def before_the_last_round(number: int) -> AnyMatch:
    random = Random(number)
    match = Match.start(HIGHLOW.game, seed())
    for _ in range(4):
        match = play(match, (random.choice(match.legal_moves(0)), random.choice(match.legal_moves(1))))
    return match


@pytest.mark.parametrize("digits", [(), (3,), (9,), (5, 1), (4, 6)])
def test_openspiel_finds_the_same_winner_of_battle_to_ten(digits: tuple[int, ...]) -> None:
    match = Match.start(TEN.game, seed())
    for digit in digits:
        match = match.submit(match.waiting[0], str(digit), match.turn)
    game = Copied(TEN.game, match.state)
    value, best = minimax.alpha_beta_search(game)
    ours = winning(ten_position(match.view(None)))
    assert value == (1 if ours else -1)
    assert best in (ours or match.state.pool)


@pytest.mark.parametrize("number", [0, 2, *UNDECIDED])
def test_openspiel_finds_nothing_to_gain_against_our_table_of_high_low(number: int) -> None:
    match = before_the_last_round(number)
    game = Copied(HIGHLOW.game, match.state)
    assert algorithms.nash_conv(game, Table(game, [0, 1])) < 1e-4


def test_openspiel_gives_a_position_of_high_low_the_same_worth() -> None:
    from open_spiel.python.algorithms import expected_game_score  # noqa: PLC0415

    for number in UNDECIDED:
        match = before_the_last_round(number)
        game = Copied(HIGHLOW.game, match.state)
        table = Table(game, [0, 1])
        first, _ = expected_game_score.policy_value(game.new_initial_state(), [table, table])
        assert -1 < first < 1
        assert (first + 1) / 2 == pytest.approx(worth(position(match.view(0), 0)), abs=1e-4)
