"""Small games in OpenSpiel, beside OpenSpiel's own."""

from pathlib import Path

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from ludometer import Game
from ludometer.openspiel import load

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_uniform_play_is_as_exploitable_as_in_their_game(name):
    own, theirs = load(Game(ROOT / f"games/{name}.luau")), pyspiel.load_game(name)
    found = [exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in (own, theirs)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_their_solver_solves_our_game():
    game = load(Game(ROOT / "games/kuhn_poker.luau"))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.exploitability(game, average) < 0.003
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.001)


def test_shares_of_the_win_have_a_constant_sum():
    game = load(Game(ROOT / "games/liars_dice.luau", players=2, rules={"dice.each": 1, "dice.sides": 2}))
    assert game.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.is_chance_node() or state.action_to_string(0) != ""
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == 1


def test_what_is_too_large_is_refused():
    with pytest.raises(ValueError, match="too large to be looked at as a whole"):
        load(Game("pure-profit"))
