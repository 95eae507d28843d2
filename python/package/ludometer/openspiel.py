"""Small games for OpenSpiel: whatever can be looked at as a whole, chance enumerated.

>>> from ludometer import Game
>>> from ludometer.openspiel import load                                  # doctest: +SKIP
>>> from open_spiel.python.algorithms import exploitability              # doctest: +SKIP
>>> from open_spiel.python.policy import UniformRandomPolicy             # doctest: +SKIP
>>> kuhn = load(Game("games/kuhn_poker.luau"))                           # doctest: +SKIP
>>> exploitability.exploitability(kuhn, UniformRandomPolicy(kuhn))       # doctest: +SKIP
0.4583333333333333
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ludometer import Game

__all__ = ["TreeGame", "TreeState", "load"]

_CHANCE, _CHOICE, _END = range(3)


#: Games that were opened: OpenSpiel makes a game anew from its name and parameters with every copy of a state.
_OPENED: list[_Opened] = []


def load(game: Game) -> TreeGame:
    """Returns the game for OpenSpiel, in this process. Raises a :class:`ValueError` if it is too large."""
    _OPENED.append(_Opened(game))
    opened: TreeGame = pyspiel.load_game("ludometer", {"number": len(_OPENED) - 1})
    return opened


class _Opened:
    """A game with its tree, and what OpenSpiel wants to know of it."""

    def __init__(self, game: Game) -> None:
        self.game, self.tree = game, game.tree()
        tree, seats = self.tree, game.players
        rewards = tree["reward"].reshape(-1, seats)
        sums = rewards.sum(1)
        utilities = pyspiel.GameType.Utility
        if np.allclose(sums, 0):
            utility = utilities.ZERO_SUM
        else:
            utility = utilities.CONSTANT_SUM if np.allclose(sums, sums[0]) else utilities.GENERAL_SUM
        kinds, counts = tree["kind"], tree["count"]
        chance, chosen = counts[kinds == _CHANCE], counts[kinds == _CHOICE]
        self.type = _game_type(game.title, utility, seats, seats)
        self.info = pyspiel.GameInfo(
            num_distinct_actions=int(chosen.max(initial=1)),
            max_chance_outcomes=int(chance.max(initial=0)),
            num_players=seats,
            min_utility=float(rewards.min()),
            max_utility=float(rewards.max()),
            utility_sum=None if utility == utilities.GENERAL_SUM else float(sums[0]),
            max_game_length=self._depth(),
        )

    def _depth(self) -> int:
        tree = self.tree
        depth = np.zeros(len(tree["kind"]), np.int64)
        for at in np.flatnonzero(tree["kind"] != _END):
            first, count = tree["first"][at], tree["count"][at]
            depth[tree["next"][first : first + count]] = depth[at] + (tree["kind"][at] == _CHOICE)
        return int(depth.max(initial=1))


def _game_type(title: str, utility: Any, fewest: int, most: int) -> Any:
    return pyspiel.GameType(
        short_name="ludometer",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"number": -1},
    )


class TreeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types.
    """A game of Ludometer as OpenSpiel knows games. Rewards are shares of the win, or the score where that counts."""

    def __init__(self, params: dict[str, Any]) -> None:
        opened = _OPENED[params["number"]]
        super().__init__(opened.type, opened.info, params)
        self.number = params["number"]

    def new_initial_state(self) -> TreeState:
        """Returns the state before the deal."""
        return TreeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns what tells information states apart."""
        return _Observer()


class TreeState(pyspiel.State):  # type: ignore[misc]
    """A point of the tree."""

    def __init__(self, game: TreeGame) -> None:
        super().__init__(game)
        # A number, and not what it stands for: states are copied with all they have.
        self._number, self._at = game.number, 0

    @property
    def _game(self) -> _Opened:
        return _OPENED[int(self._number)]

    def _kind(self) -> int:
        return int(self._game.tree["kind"][self._at])

    def _edges(self) -> tuple[int, int]:
        tree = self._game.tree
        return int(tree["first"][self._at]), int(tree["count"][self._at])

    def current_player(self) -> int:
        """Returns the seat that chooses, or what else happens."""
        kind, tree = self._kind(), self._game.tree
        if kind == _CHOICE:
            return int(tree["seat_of_set"][tree["set"][self._at]])
        return int(pyspiel.PlayerId.CHANCE if kind == _CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self._edges()[1]))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns what may happen, with the probabilities."""
        first, count = self._edges()
        return [(i, float(self._game.tree["chance"][first + i])) for i in range(count)]

    def _apply_action(self, action: int) -> None:
        self._at = int(self._game.tree["next"][self._edges()[0] + action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        tree = self._game.tree
        return str(tree["actions_of_set"][tree["set"][self._at]][action])

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self._kind() == _END

    def returns(self) -> list[float]:
        """Returns what each seat gets."""
        seats = self._game.game.players
        if not self.is_terminal():
            return [0.0] * seats
        first = self._edges()[0]
        return [float(reward) for reward in self._game.tree["reward"][first : first + seats]]

    def known(self) -> str:
        """Returns what the seat to move has been shown and did until now: a number for that, and what it is shown."""
        tree = self._game.tree
        return f"{tree['memory'][self._at]}: {tree['view_of_set'][tree['set'][self._at]]}"

    def __str__(self) -> str:
        return f"node {self._at}"


class _Observer:
    """Tells what the seat to move knows."""

    tensor = None
    dict: dict[str, Any] = {}

    def set_from(self, state: TreeState, player: int) -> None:
        """Nothing is reported as numbers."""

    def string_from(self, state: TreeState, player: int) -> str | None:
        """Returns the information state as text."""
        return state.known() if state.current_player() == player else f"player {player} waits at {state}"


pyspiel.register_game(_game_type("Ludometer", pyspiel.GameType.Utility.GENERAL_SUM, 1, 8), TreeGame)
