"""Every game as a PettingZoo environment.

>>> from ludometer.pettingzoo import env
>>> table = env("pure-profit", players=3)
>>> table.reset(seed=1)
>>> observation, reward, ended, cut, info = table.last()
>>> sorted(observation)
['action_mask', 'observation']

Agents are ``player_0``, ``player_1`` ... An observation is what the agent is shown, as numbers (``table.features`` names
them), with a mask of the legal actions (``table.action_names``). Rewards come at the end of the game: the share of the win,
less what would be fair, or the score in games in which that counts.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from ludometer import Game, Rules

__all__ = ["LudometerEnv", "env", "parallel_env", "raw_env"]


def env(game: Game | str | PathLike[str], **options: Any) -> AECEnv:
    """Returns a game as an AEC environment that refuses what is not legal."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **options))


def parallel_env(game: Game | str | PathLike[str], **options: Any) -> ParallelEnv:
    """Returns a game in which all players always choose at once as a parallel environment."""
    return aec_to_parallel(env(game, **options))


def raw_env(game: Game | str | PathLike[str], **options: Any) -> LudometerEnv:
    """Returns a game as an AEC environment without a wrapper."""
    return LudometerEnv(game, **options)


class LudometerEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types.
    """A game at a table. ``seed`` of ``reset`` begins a batch: its games are those of a run with this seed."""

    #: ``ansi`` returns text of what the agent to move knows, ``human`` prints it, ``html`` returns a page on which the game
    #: so far is followed step by step: open, or as the agent ``render_as`` knows it.
    render_modes = ("ansi", "human", "html")

    def __init__(
        self,
        game: Game | str | PathLike[str],
        players: int | None = None,
        rules: Rules = None,
        render_mode: str | None = None,
        render_as: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.render_modes):
            known = ", ".join(self.render_modes)
            raise ValueError(f"render_mode is {render_mode!r}, but must be one of {known}")
        self.game = game if isinstance(game, Game) else Game(game, players, rules)
        self.render_mode = render_mode
        self._native = self.game.environments(1)
        self.features: list[str] = self._native.features
        if not self.features:
            raise ValueError(f"{self.game.name} tells no features: there is nothing to observe")
        self.action_names: list[str] = self._native.action_names
        self.metadata = {
            "render_modes": list(self.render_modes),
            "name": self.game.title,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        if render_as is not None and render_as not in self._seat_of:
            known = ", ".join(self.possible_agents)
            raise ValueError(f"render_as is {render_as!r}, but must be one of {known}")
        self.render_as = render_as
        actions = self._native.actions
        self._actions = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        shape = (len(self.features),)
        observation = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._observations = dict.fromkeys(self.possible_agents, observation)
        self._seed, self._number = 0, -1
        self._none = np.zeros(actions, np.int8)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Returns the space of what this agent is shown."""
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Returns the space of the numbers of actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the first game of the batch with this seed, or the next game of the batch."""
        if seed is not None:
            self._seed, self._number = seed, -1
        self._number += 1
        self._native.deal(0, self._seed, self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._mover = self._native.to_move(0)
        self.agent_selection = self.possible_agents[self._mover or 0]
        if self._mover is None:
            self._end()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns what this agent is shown, and what it may do if it is to move."""
        seat = self._seat_of[agent]
        mask = self._native.mask(0) if seat == self._mover else self._none.copy()
        return {"observation": self._native.observe(0, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carries out an action of the agent to move; ``None`` where the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose an action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._native.step(0, int(action))
        self._mover = self._native.to_move(0)
        if self._mover is None:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """The game is over for all agents."""
        rewards = self._native.rewards(0)
        # Around nothing, as most learners like them; scores as they are.
        fair = sum(rewards) / len(rewards) if self._shares else 0.0
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward - fair
            self.terminations[agent] = True

    @property
    def _shares(self) -> bool:
        return not self._native.counts_scores

    def render(self) -> str | None:
        """Shows the game as ``render_mode`` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render_mode is None: nothing is rendered")
            return None
        if self.render_mode == "html":
            seat = None if self.render_as is None else self._seat_of[self.render_as]
            return self.game._game.watch_choices(self._native.course(0), self.possible_agents, seat)
        if self._mover is None:
            text = "The game is over: " + ", ".join(f"{agent} {reward:+.3f}" for agent, reward in self.rewards.items())
        else:
            lines = [f"{self.agent_selection} is to move"]
            view = self._native.view(0, self._mover)
            lines += [f"  {key}: {value}" for key, value in view.items()]
            chosen = [self._native.action_text(0, action) for action in self._native.legal(0)]
            lines.append("  may: " + ", ".join(text or "" for text in chosen))
            text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is to be closed."""
