"""Many games at once as arrays, for learning at the speed of the engine.

>>> import numpy as np
>>> from ludometer.vector import VectorEnv
>>> env = VectorEnv("games/leduc_poker.luau", games=64, seed=1)     # doctest: +SKIP
>>> rows = env.reset()                                               # doctest: +SKIP
>>> for _ in range(100):                                             # doctest: +SKIP
...     rows = env.step(env.sample())
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludometer import Game, Rules
from ludometer._bounds import MAX_SEED, whole

__all__ = ["Rows", "VectorEnv"]


@dataclass(frozen=True)
class Rows:
    """What all games show after a step; the arrays are written again by the next one."""

    #: What the seat to move is shown, a row for each game.
    observations: NDArray[np.float32]
    #: 1 for each legal action.
    action_mask: NDArray[np.int8]
    #: The seat to move.
    to_move: NDArray[np.int8]
    #: What each seat got in a game that just ended, 0 elsewhere: its share of the win, or its score where that counts.
    rewards: NDArray[np.float32]
    #: 1 where a game just ended; what is shown is of the next one there.
    ended: NDArray[np.int8]


class VectorEnv:
    """Games side by side: in each the seat to move acts, and a game that ends is followed by the next one.

    Game *i* of the batch with this seed is the same as in a run, up to what is chosen. Of ``n`` games the one at place
    *i* is number *i*, then *i + n*, and so on.
    """

    def __init__(
        self,
        game: Game | str | PathLike[str],
        games: int = 256,
        players: int | None = None,
        rules: Rules = None,
        seed: int = 0,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game, players, rules)
        self._native = self.game.environments(games)
        self.games, self.seats = games, self._native.seats
        #: The names of the numbers of an observation.
        self.features: list[str] = self._native.features
        #: The number of actions; the first ones have names.
        self.actions: int = self._native.actions
        self.action_names: list[str] = self._native.action_names
        width = max(len(self.features), 1)
        self._flat = (
            np.zeros(games * width, np.float32),
            np.zeros(games * self.actions, np.int8),
            np.zeros(games, np.int8),
            np.zeros(games * self.seats, np.float32),
            np.zeros(games, np.int8),
        )
        observations, masks, movers, rewards, ended = self._flat
        self.rows = Rows(
            observations.reshape(games, width),
            masks.reshape(games, self.actions),
            movers,
            rewards.reshape(games, self.seats),
            ended,
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> Rows:
        """Deals all games, as the first ones of the batch with this seed."""
        self.seed = whole("seed", seed, 0, MAX_SEED)
        self._chance = np.random.default_rng(seed)
        for place in range(self.games):
            self._native.deal(place, seed, place)
        self._native.look_all(self._flat)
        return self.rows

    def step(self, actions: NDArray[Any]) -> Rows:
        """Carries out one action in each game, by the numbers of the actions; in none if one is not legal."""
        self._native.step_all(np.ascontiguousarray(actions, np.int64), self._flat)
        return self.rows

    def sample(self) -> NDArray[np.int64]:
        """Returns a random legal action for each game."""
        mask = self.rows.action_mask
        nth = (self._chance.random(self.games, np.float32) * mask.sum(1, dtype=np.int32)).astype(np.int32)
        chosen: NDArray[np.int64] = (mask.cumsum(1, dtype=np.int32) > nth[:, None]).argmax(1)
        return chosen
