"""Random steps a second in Python: Ludometer's environments beside others, in turn, in one run.

Needs the wheel of `python/`, pettingzoo and rlcard. Every AEC environment is driven by the same loop: `last`, a random legal
action from the mask, `step`. The empty one has the same agents, spaces and wrapper as Ludometer's and plays nothing: what it
takes is the protocol's own. Median of the rounds.
"""

import argparse
import random
import statistics
import time

import gymnasium
import numpy as np
import rlcard
from pettingzoo import AECEnv
from pettingzoo.classic import leduc_holdem_v4
from pettingzoo.utils import wrappers

import ludometer
from ludometer.pettingzoo import env
from ludometer.vector import VectorEnv

LEDUC = "games/leduc_poker.luau"


class Empty(AECEnv):
    """Agents in turn, a game over after so many steps, and always the same to be seen."""

    metadata = {"name": "empty"}

    def __init__(self, like, length):
        super().__init__()
        self.possible_agents = list(like.possible_agents)
        self._spaces = {agent: like.observation_space(agent) for agent in self.possible_agents}
        self._actions = {agent: like.action_space(agent) for agent in self.possible_agents}
        self._length = length
        features, actions = len(like.unwrapped.features), like.action_space(self.possible_agents[0]).n
        mask = np.zeros(actions, np.int8)
        mask[:2] = 1
        self._seen = {"observation": np.zeros(features, np.float32), "action_mask": mask}

    def observation_space(self, agent):
        return self._spaces[agent]

    def action_space(self, agent):
        return self._actions[agent]

    def observe(self, agent):
        return {"observation": self._seen["observation"].copy(), "action_mask": self._seen["action_mask"].copy()}

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._steps, self.agent_selection = 0, self.agents[0]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps += 1
        if self._steps >= self._length:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._steps % len(self.possible_agents)]
        self._accumulate_rewards()


def aec(table, seconds):
    """Random steps a second, those of dead agents not counted."""
    steps, begun, seed = 0, time.perf_counter(), 0
    while (taken := time.perf_counter() - begun) < seconds:
        table.reset(seed=seed)
        seed += 1
        for _ in table.agent_iter():
            observation, _, ended, cut, _ = table.last()
            if ended or cut:
                table.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            table.step(legal[int(random.random() * len(legal))])
            steps += 1
    return steps / taken


def vector(games, seconds):
    steps, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        for _ in range(20):
            games.step(games.sample())
        steps += 20 * games.games
    return steps / taken


def uno(seconds):
    table = rlcard.make("uno")
    steps, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(random.choice(list(state["legal_actions"])))
            steps += 1
    return steps / taken


def batch(game, seconds):
    """Decisions a second of a run with random bots on one thread."""
    games = 200
    while True:
        begun = time.perf_counter()
        run = game.run("random", games=games, threads=1, progress=False)
        taken = time.perf_counter() - begun
        if taken > seconds / 2:
            return run.decisions / taken
        games *= 4


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    gymnasium.logger.min_level = gymnasium.logger.ERROR
    leduc, profit = env(LEDUC), env("pure-profit")
    rows = {
        "empty AEC environment, 2 agents, games of 4 steps": lambda s: aec(wrappers.OrderEnforcingWrapper(Empty(leduc, 4)), s),
        "Ludometer, AEC, Leduc poker (script)": lambda s: aec(leduc, s),
        "PettingZoo's own Leduc hold'em": lambda s: aec(leduc_holdem_v4.env(), s),
        "empty AEC environment, 4 agents, games of 200 steps": lambda s: aec(wrappers.OrderEnforcingWrapper(Empty(profit, 200)), s),
        "Ludometer, AEC, Pure Profit": lambda s: aec(profit, s),
        "RLCard's Uno (its own interface)": uno,
        "Ludometer, vector of 1024, Leduc poker (script)": lambda s, v=VectorEnv(LEDUC, 1024): vector(v, s),
        "Ludometer, vector of 1024, Pure Profit": lambda s, v=VectorEnv("pure-profit", 1024): vector(v, s),
        "Ludometer, run, Leduc poker (script), 1 thread": lambda s, g=ludometer.Game(LEDUC): batch(g, s),
        "Ludometer, run, Pure Profit, 1 thread": lambda s, g=ludometer.Game("pure-profit"): batch(g, s),
    }
    found = {name: [] for name in rows}
    for _ in range(options.rounds):
        for name, measure in rows.items():
            found[name].append(measure(options.seconds))
    print("| what | steps a second |\n|---|---:|")
    for name, speeds in found.items():
        print(f"| {name} | {statistics.median(speeds):,.0f} |")


if __name__ == "__main__":
    main()
