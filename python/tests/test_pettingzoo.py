"""PettingZoo's own tests on every game at its smallest and largest table."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import ludometer
from ludometer.pettingzoo import env, parallel_env, raw_env

ROOT = Path(__file__).parents[2]
# The scenes beside a script are none.
SCRIPTS = sorted(str(path) for path in (ROOT / "games").glob("*.luau") if path.suffixes == [".luau"])


def tables():
    for name in [*ludometer.games(), *SCRIPTS]:
        fewest, most = ludometer.Game(name).players_allowed
        for players in sorted({fewest, most}):
            yield pytest.param(name, players, id=f"{Path(name).stem}-{players}")


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_api(name, players):
    api_test(env(name, players=players), num_cycles=200)


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_seed(name, players):
    seed_test(lambda: env(name, players=players), num_cycles=100)


def test_parallel_api():
    """All players of the auction bid at once."""
    parallel_api_test(parallel_env(ROOT / "games/sealed_auction.luau"), num_cycles=500)


def play(table, choose):
    for agent in table.agent_iter():
        observation, _, ended, cut, _ = table.last()
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if ended or cut else choose(agent, legal))


def test_rewards_are_chips_or_shares_around_nothing():
    table = env(ROOT / "games/kuhn_poker.luau")
    table.reset(seed=3)
    rewards = {}
    names = table.unwrapped.action_names
    # The first player passes, the second bets, the first folds: it loses its ante.
    for name in ("pass", "bet", "fold"):
        table.step(names.index(name))
    rewards = dict(table.rewards)
    assert rewards == {"player_0": -1.0, "player_1": 1.0}
    table = env("pure-profit", players=4)
    table.reset(seed=1)
    play(table, lambda _, legal: legal[0])
    table.reset()
    total = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, ended, _, _ = table.last()
        total[agent] += reward
        table.step(None if ended else np.flatnonzero(observation["action_mask"])[-1])
    assert sorted(round(value, 9) for value in total.values()) == [-0.25, -0.25, -0.25, 0.75]


def test_an_agent_sees_its_own_cards_alone():
    """Two deals that differ in the other player's card only look the same."""
    table = raw_env(ROOT / "games/kuhn_poker.luau")
    seen = {}
    for seed in range(60):
        table.reset(seed=seed)
        own = next(card for card in ("jack", "queen", "king") if card in str(table._native.view(0, 0)["hand"][0]))
        row = table.observe("player_0")["observation"].tobytes()
        assert seen.setdefault(own, row) == row
    assert len(set(seen.values())) == 3


def test_what_is_not_legal_is_refused():
    table = env(ROOT / "games/kuhn_poker.luau")
    table.reset(seed=0)
    with pytest.raises(ValueError, match="is not legal"):
        table.step(table.unwrapped.action_names.index("call"))
    with pytest.raises(ValueError, match="render_mode is 'rgb'"):
        env("pure-profit", render_mode="rgb")


def test_render_tells_what_the_mover_knows():
    table = env(ROOT / "games/kuhn_poker.luau", render_mode="ansi")
    table.reset(seed=0)
    text = table.render()
    assert text.startswith("player_0 is to move") and "may: pass, bet" in text


def test_render_as_a_page_shows_the_game_so_far():
    pages = []
    for options in ({}, {"render_as": "player_0"}):
        table = env("pure-profit", players=3, render_mode="html", **options)
        table.reset(seed=7)
        first = table.render()
        play_some(table, 40)
        pages.append(table.render())
        assert len(pages[-1]) > len(first) and first.startswith("<!DOCTYPE html>")
    assert "game 0 of seed 7" in pages[0] and "as Player A knows it" in pages[1]
    assert "B is dealt a" in pages[1] and "B is dealt a" not in pages[0]
    # The last step is the decision that is open: nothing is chosen there.
    film = json.loads(re.search(r'id="film" type="application/json">(.*?)</script>', pages[0], re.DOTALL)[1])
    assert [choice["chosen"] for choice in film[0]["frames"][-1]["choices"]].count(True) == 0
    assert [choice["chosen"] for choice in film[0]["frames"][-2]["choices"]].count(True) == 1
    with pytest.raises(ValueError, match="render_as is 'me'"):
        env("pure-profit", render_as="me")


def play_some(table, steps):
    for _ in table.agent_iter(steps):
        observation, *_ = table.last()
        table.step(np.flatnonzero(observation["action_mask"])[0])
