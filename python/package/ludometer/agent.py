"""Agents that were trained in an environment, as bots.

>>> import numpy as np
>>> import ludometer
>>> from ludometer.agent import Agent
>>> game = ludometer.Game("pure-profit", players=3)
>>> def last_legal(observations, action_masks):
...     return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(1)
>>> run = game.run([Agent(game, last_legal), "random", "random"], games=200)
>>> run["strategies"]["strategy"]
['last_legal', 'random']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludometer import Game

__all__ = ["Agent"]

#: Chooses the number of an action for each row of observations and masks.
Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], Iterable[int]]


class Agent:
    """A bot that chooses as a policy does in ``ludometer.pettingzoo`` and ``ludometer.vector``, for many games at once.

    ``policy`` takes observations, a row for each decision, and masks of the legal actions, and returns the numbers of
    actions. What it chooses for a row must hang on nothing but that row. The bot is called ``name``, or as the policy is.
    """

    #: It is shown numbers, as environments show them.
    numbers = True

    def __init__(self, game: Game, policy: Policy, name: str | None = None) -> None:
        environment = game.environments()
        self.policy = policy
        self.__name__ = name or getattr(policy, "__name__", type(policy).__name__)
        self.__doc__ = getattr(policy, "__doc__", None)
        self._actions = environment.actions
        self._rare = len(environment.action_names)
        self._numbers: dict[str, list[int]] = {}
        for number, text in enumerate(environment.action_names):
            self._numbers.setdefault(text, []).append(number)

    def _numbered(self, legal: list[str]) -> list[int]:
        """The numbers of legal actions; rare ones have those behind all names, as in the environment."""
        met: dict[str, int] = {}
        rare, numbers = self._rare, []
        for text in legal:
            known, seen = self._numbers.get(text, ()), met.get(text, 0)
            met[text] = seen + 1
            if seen < len(known):
                numbers.append(known[seen])
            else:
                numbers.append(rare)
                rare += 1
        return numbers

    def choose_batch(self, views: NDArray[np.float32], legal: list[list[str]], infos: list[dict[str, Any]]) -> list[int]:
        """Returns the places of what the policy chooses."""
        numbers = [self._numbered(texts) for texts in legal]
        masks = np.zeros((len(legal), self._actions), np.int8)
        for mask, row in zip(masks, numbers, strict=True):
            mask[[number for number in row if number < self._actions]] = 1
        chosen = self.policy(views, masks)
        # An action that is not legal has no place: the engine says whose choice it was.
        return [row.index(int(number)) if int(number) in row else -1 for row, number in zip(numbers, chosen, strict=True)]
