"""Batches in the process: the same figures and files as the command line, bots in Python, tables without a copy."""

import csv
import doctest
import json
import re
import subprocess
import sys
import threading
from pathlib import Path

import jsonschema
import numpy as np
import polars
import pyarrow
import pytest

import ludometer
from ludometer.agent import Agent
from ludometer.vector import VectorEnv

ROOT = Path(__file__).parents[2]


def command(*words, folder):
    """Runs the command line that came with the wheel."""
    return subprocess.run(
        [sys.executable, "-m", "ludometer", *map(str, words)], cwd=folder, check=True, capture_output=True, text=True
    )


def test_long_commands_return_values_in_the_process():
    seen = []
    spec = {"game": "pure-profit", "players": 3, "games": 600, "analyze": "basic"}
    run = ludometer.execute("run", spec, threads=2, progress=lambda done, total: seen.append((done, total)))
    assert run.complete and run.record["games_done"] == 600 and run.record["players"] == 3
    assert run["seats"].rows()[0]["seat"] == 0 and seen
    assert "<html" in run.html()
    again = ludometer.execute("run", spec, threads=1)
    assert again.tables.keys() == run.tables.keys()
    assert again["seats"].to_dict() == run["seats"].to_dict()
    sweep = ludometer.execute("sweep", {"game": "pure-profit", "vary": ["bank.goal=8..9"], "games": 64})
    assert b"bank.goal" in sweep.files["sweep.csv"] and "<html" in sweep.html()
    learned = ludometer.execute("train", {"game": "pure-profit", "games": 3072, "players": 2})
    assert learned.record["complete"] and b"[pure-profit]" in learned.files["learned.toml"]
    solved = ludometer.execute("train", {"game": str(ROOT / "games/kuhn_poker.luau"), "method": "regret"})
    assert abs(solved.record["values"][0] + 1 / 18) < 0.01 and "<html" in solved.html()
    answer = ludometer.execute("exploit", {"game": str(ROOT / "games/kuhn_poker.luau"), "against": "random", "exact": True})
    assert answer.record["exploitability"] > 0.1
    for command, wrong, words in [
        ("run", {"game": "pure-profit", "gamse": 3}, "did you mean `games`"),
        ("runs", {"game": "pure-profit"}, "did you mean `run`"),
        ("run", {"games": 3}, "game"),
        ("run", {"game": "pure-profit", "settings": ["bank.goal=0"]}, "bank.goal"),
    ]:
        with pytest.raises(ValueError, match=words):
            ludometer.execute(command, wrong)


def test_records_are_what_their_schemas_say():
    schemas = Path(__file__).parents[2] / "docs" / "reference" / "schemas"
    specs = {
        "run": {"games": 100, "analyze": "basic"},
        "compare": {"set_b": ["bank.goal=9"], "metrics": ["turns"], "games": 1024, "precision": 0.05, "confidence": 0.9},
        "check": {"gate": ["turns=20..60"], "games": 512},
        "sweep": {"vary": ["bank.goal=8..9"], "games": 64},
        "tournament": {"bots": ["greedy", "random"], "games": 100},
        "study": {"games": 512, "search_games": 0},
    }
    for command, spec in specs.items():
        spec = {"game": "pure-profit", **spec}
        jsonschema.validate(spec, json.loads((schemas / f"{command}.spec.json").read_text()))
        record = ludometer.execute(command, spec).record
        jsonschema.validate(record, json.loads((schemas / f"{command}.record.json").read_text()))


def test_a_run_is_that_of_the_command_line_to_the_byte(tmp_path):
    game = ludometer.Game("pure-profit", players=3, rules={"deck.steal_one": 6})
    run = game.run(["greedy", "random", "random"], games=3000, seed=7, analyze=True, threads=2)
    command(
        "run", "pure-profit", "--players", 3, "--set", "deck.steal_one=6", "--bots", "greedy", "random", "random",
        "--games", 3000, "--seed", 7, "--analyze", "--out", "there", "--quiet", folder=tmp_path,
    )  # fmt: skip
    compared = 0
    for name in run.tables:
        run[name].to_csv(tmp_path / "own.csv")
        assert (tmp_path / "own.csv").read_bytes() == (tmp_path / "there" / f"{name}.csv").read_bytes(), name
        compared += 1
    assert compared > 10 and "names" in run.tables
    run.save(tmp_path / "saved")
    files = {path.name for path in (tmp_path / "saved").iterdir()}
    assert files == {path.name for path in (tmp_path / "there").iterdir() if path.suffix != ".html"}
    record = json.loads((tmp_path / "there" / "run.json").read_text())
    same = ("command", "game", "players", "rules", "rules_hash", "bots", "seating", "seed", "games_done", "complete")
    assert {key: run.record[key] for key in same} == {key: record[key] for key in same}
    with pytest.raises(ValueError, match="is not empty"):
        run.save(tmp_path / "saved")
    command("report", "there", folder=tmp_path)
    page = (tmp_path / "there" / "report.html").read_text()
    assert re.sub(r"report_[a-z]+/", "", run.html()) == re.sub(r"report_[a-z]+/", "", page)
    assert run._repr_html_().startswith("<iframe srcdoc=")


def test_any_number_of_threads_gives_the_same():
    game = ludometer.Game("even-odd")
    runs = [game.run("greedy", games=300, seed=3, threads=threads, per_game=True) for threads in (1, 2)]
    assert runs[0]["games"].to_dict() == runs[1]["games"].to_dict()
    assert runs[0]["games"]["win_0"] != game.run("greedy", games=300, seed=4, per_game=True)["games"]["win_0"]


def test_tables_are_read_by_other_libraries(tmp_path):
    run = ludometer.Game("pure-profit").run("greedy", games=500, per_game=True)
    table = run["games"]
    assert len(table) == 500 and table.columns[:2] == ["game", "turns"]
    frame = polars.DataFrame(table)
    assert frame["turns"].to_list() == table["turns"]
    assert frame.select(polars.col("^win_.*$")).sum_horizontal().round(9).unique().to_list() == [1.0]
    arrow = pyarrow.table(run["strategies"])
    assert arrow.column("win_rate").type == pyarrow.float64()
    assert arrow.column("mean_decision_us").null_count == 1
    assert "<table>" in table._repr_html_() and "win_rate" in repr(run)
    assert table.rows()[3]["game"] == 3
    with pytest.raises(KeyError, match="there is no column `turn`"):
        table["turn"]
    run["strategies"].to_csv(tmp_path / "s.csv")
    assert ludometer.Table.read_csv(tmp_path / "s.csv").to_dict() == run["strategies"].to_dict()


class Remembering:
    """Chooses the last action, and counts games."""

    games = []

    def begin(self):
        self.games.append(1)

    def choose(self, view, legal, info):
        assert set(info) == {"game", "seat", "players", "turn", "phase", "seed"}
        assert isinstance(view, dict)
        return len(legal) - 1


def test_bots_in_python_play():
    def by_text(view, legal, info):
        return legal[info["seed"] % len(legal)]

    game = ludometer.Game("pure-profit", players=3)
    run = game.run([by_text, Remembering, "greedy"], games=60, threads=2)
    rows = {row["strategy"]: row for row in run["strategies"].rows()}
    assert set(rows) == {"by_text", "Remembering", "greedy"} and rows["greedy"]["win_rate"] > 0.9
    assert len(Remembering.games) == 60
    again = game.run([by_text, Remembering, "greedy"], games=60, threads=1)
    assert again["strategies"].to_dict() == run["strategies"].to_dict()


class Batched:
    """Chooses by the seed, for many games at once."""

    sizes = []

    def choose_batch(self, views, legal, infos):
        self.sizes.append(len(views))
        assert isinstance(views[0], dict)
        return [legal[i][info["seed"] % len(legal[i])] for i, info in enumerate(infos)]


def test_a_bot_chooses_for_many_games_at_once():
    def alone(view, legal, info):
        return info["seed"] % len(legal)

    game = ludometer.Game("pure-profit", players=3)
    runs = [
        game.run([bot, "greedy", "random"], games=600, threads=threads, per_game=True)
        for bot, threads in ((Batched, None), (Batched(), 1), (alone, 2))
    ]
    assert runs[0]["games"].to_dict() == runs[1]["games"].to_dict()
    assert runs[0]["games"]["win_0"] == runs[2]["games"]["win_0"]
    assert max(Batched.sizes) > 10
    assert game.audit([Batched, "greedy", "greedy"], positions=100)["honest"]


def test_a_bot_that_fails_for_many_games_is_named():
    class Short:
        def choose_batch(self, views, legal, infos):
            return [0] * (len(views) + 1)

    class Broken:
        def choose_batch(self, views, legal, infos):
            return {}["x"]

    class Confused:
        def choose_batch(self, views, legal, infos):
            return ["sing"] * len(views)

    game = ludometer.Game("pure-profit", players=2)
    with pytest.raises(RuntimeError, match=r"bot `Short` in seat .*: Short gave \d+ choices for \d+ decisions"):
        game.run([Short, "greedy"], games=300)
    with pytest.raises(RuntimeError, match=r"bot `Broken` in seat .*: KeyError: 'x' .*test_game.py"):
        game.run([Broken, "greedy"], games=300)
    with pytest.raises(RuntimeError, match="Confused chose none of the legal actions: "):
        game.run([Confused, "greedy"], games=300)


def test_a_bot_that_reads_numbers_is_shown_an_observation():
    shown = []

    def reading(view, legal, info):
        shown.append((info["seat"], view))
        return 0

    reading.numbers = True
    game = ludometer.Game("pure-profit", players=2, rules={"deck.steal_one": 6})
    game.run([reading, "random"], games=1, seed=9, seats="fixed")
    environments = game.environments()
    environments.deal(0, 9, 0)
    assert shown[0][0] == environments.to_move(0) == 0
    assert shown[0][1].dtype == np.float32
    assert (shown[0][1] == environments.observe(0, 0)).all() and len(shown[0][1]) == len(environments.features)


@pytest.mark.parametrize("name", ["even-odd", str(ROOT / "games/leduc_poker.luau")])
def test_an_agent_plays_as_in_the_environment(name):
    def policy(observations, masks):
        """Chooses by what it sees."""
        preferred = (observations * np.arange(1, observations.shape[1] + 1)).sum(1).astype(np.int64) % masks.shape[1]
        order = (np.arange(masks.shape[1])[None, :] - preferred[:, None]) % masks.shape[1]
        return np.where(masks > 0, order, masks.shape[1]).argmin(1)

    game = ludometer.Game(name)
    played = game.run(Agent(game, policy), games=20, seed=5, per_game=True)["games"].rows()
    environments, lengths = game.environments(), []
    for number in range(20):
        environments.deal(0, 5, number)
        length = 0
        while (seat := environments.to_move(0)) is not None:
            row = environments.observe(0, seat)[None, :]
            environments.step(0, int(policy(row, environments.mask(0)[None, :])[0]))
            length += 1
        lengths.append((length, environments.rewards(0)))
    assert [row["decisions"] for row in played] == [length for length, _ in lengths]
    if not environments.counts_scores:
        seats = range(game.players)
        assert [[row[f"win_{seat}"] for seat in seats] for row in played] == [pytest.approx(wins) for _, wins in lengths]


def test_bots_in_python_play_in_commands(tmp_path):
    offset = 1

    def second(view, legal, info):
        """Chooses the second action."""
        return min(offset, len(legal) - 1)

    def broken(view, legal, info):
        return {}["x"]

    game = ludometer.Game("pure-profit", players=3)
    ratings = game.tournament([second, "greedy", Batched], games=240)["ratings"]
    assert ratings["strategy"][0] == "greedy" and set(ratings["strategy"]) == {"second", "greedy", "Batched"}
    assert "A second, B greedy" in game.trace(0, bots=[second, "greedy", "greedy"])
    change = game.compare({"deck.steal_one": 8}, bots=[lambda view, legal, info: 0], games=480)
    assert change.record["a"]["bots"] == ["lambda"] * 3
    with pytest.raises(ludometer.CommandError, match="bot `broken` in seat .*KeyError: 'x'"):
        game.tournament([broken, "greedy"], games=60)
    page = game.watch(0, bots=[second, "greedy", "greedy"], worlds=0)
    assert page.startswith("<!DOCTYPE html>") and "second" in page


def test_bots_in_python_are_audited():
    asked = []

    def forgetful(view, legal, info):
        return len(str(view)) % len(legal)

    def counting(view, legal, info):
        asked.append(1)
        return len(asked) % len(legal)

    game = ludometer.Game("pure-profit", players=2)
    found = game.audit([forgetful, "greedy"], positions=100)
    assert found["honest"] and found["positions"] >= 100 and found["redealt"] > 50
    found = game.audit([counting, "greedy"], positions=100)
    assert not found["honest"] and "counting" in found["what"]


def test_a_bot_that_fails_is_named():
    def broken(view, legal, info):
        return {}["x"]

    def confused(view, legal, info):
        return "sing"

    game = ludometer.Game("pure-profit", players=2)
    with pytest.raises(RuntimeError, match=r"bot `broken` in seat 0, decision 0 of game 0: KeyError: 'x' .*test_game.py"):
        game.run([broken, "greedy"], games=10)
    with pytest.raises(RuntimeError, match="confused chose none of the legal actions: "):
        game.run([confused, "greedy"], games=10)
    with pytest.raises(ValueError, match="3 bots for 2 players"):
        game.run(["greedy"] * 3)
    with pytest.raises(ValueError, match="5 is no bot"):
        game.run([5, "greedy"])


def test_what_is_wrong_is_reported_as_on_the_command_line():
    with pytest.raises(ValueError, match="did you mean `pure-profit`"):
        ludometer.Game("pure-profi")
    with pytest.raises(ValueError, match="did you mean `deck.steal_one`"):
        ludometer.Game("pure-profit", rules={"deck.steal_on": 3})
    with pytest.raises(ValueError, match="players"):
        ludometer.Game("pure-profit", players=9)
    with pytest.raises(ValueError, match="did you mean `greedy`"):
        ludometer.Game("pure-profit").run("gredy")
    with pytest.raises(ValueError, match="did you mean"):
        ludometer.Game("pure-profit").compare({"deck.steal_on": 3})


def test_progress_is_reported_and_others_go_on():
    reported, ticks, over = [], [], threading.Event()

    def tick():
        while not over.wait(0.005):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    ludometer.Game("pure-profit").run(
        "mcts:iterations=30", games=60, threads=1, progress=lambda done, games: reported.append((done, games))
    )
    over.set()
    thread.join()
    assert reported[-1] == (60, 60) and reported == sorted(reported)
    assert len(ticks) > 5


def test_an_interrupt_stops_a_batch():
    class Enough(Exception):
        pass

    def stop(done, games):
        raise Enough

    with pytest.raises(Enough):
        ludometer.Game("pure-profit").run("mcts", games=10**6, threads=1, progress=stop)


def test_commands_give_their_record_tables_and_page(tmp_path):
    game = ludometer.Game("pure-profit", players=3)
    change = game.compare({"deck.steal_one": 6}, games=2400, out=tmp_path / "change")
    assert change.record["players"] == 3 and (tmp_path / "change").is_dir()
    assert change.page().is_file() and "iframe" in change._repr_html_()
    with (tmp_path / "change/compare.csv").open(newline="") as rows:
        assert change["compare"]["metric"] == [row["metric"] for row in csv.DictReader(rows)]
    line = game.trace(2)
    assert "game 2 of seed 0" in line
    sweep = game.sweep({"deck.steal_one": "2,4"}, games=400)
    assert len(sweep["sweep"]) > 0
    kuhn = ludometer.Game(ROOT / "games/kuhn_poker.luau")
    solved = kuhn.train(tmp_path / "kuhn.toml", method="regret", rounds=200)
    assert solved.record["exploitability"] < 0.01
    assert kuhn.run([str(tmp_path / "kuhn.toml"), "random"], games=2000)["strategies"]["mean_score"][0] > 0


def test_all_commands_are_there(tmp_path):
    game = ludometer.Game("pure-profit", players=3)
    checked = game.check(ROOT / "examples/gates.toml", games=3000)
    assert not checked.passed and len(checked["check"]) > 0
    assert game.tournament(["random", "greedy"], games=240)["ratings"]["strategy"][0] == "greedy"
    assert len(game.review(0, worlds=50)["decisions"]) > 0
    tuned = game.tune({"turns": "40..50"}, move={"deck.steal_one": "2..8"}, games=90_000)
    assert tuned.page().is_file()
    assert game.train(tmp_path / "weights.toml", method="weights", games=4000).record["game"] == "pure-profit"
    assert game.study(minutes=0.1)["answers"].columns
    with pytest.raises(ValueError, match=r"there is no command `stuy` \(did you mean `study`\?\)"):
        game.command("stuy")


def test_vector_games_are_those_of_a_batch():
    env = VectorEnv("pure-profit", games=50, players=3, seed=4)
    first = env.rows.observations.copy()
    lengths, ended = np.zeros(50, int), []
    for _ in range(3000):
        assert (env.rows.action_mask.sum(1) > 0).all()
        rows = env.step(env.sample())
        lengths += 1
        for place in np.flatnonzero(rows.ended):
            assert rows.rewards[place].sum() == pytest.approx(1)
            ended.append(lengths[place])
            lengths[place] = 0
        assert (rows.rewards[rows.ended == 0] == 0).all()
    mean = ludometer.Game("pure-profit", players=3).run("random", games=4000, per_game=True)["games"]["decisions"]
    assert abs(np.mean(ended) / np.mean(mean) - 1) < 0.1
    env.reset(4)
    assert (env.rows.observations == first).all()
    actions = env.sample()
    actions[20] = env.actions - 1
    with pytest.raises(ValueError, match="is not legal in game 20"):
        env.step(actions)
    # No game has gone on: with a legal action there all are as they would have been.
    actions[20] = np.flatnonzero(env.rows.action_mask[20])[0]
    after = env.step(actions).observations.copy()
    env.reset(4)
    assert (env.step(actions).observations == after).all()
    with pytest.raises(ValueError, match="49 actions for 50 games"):
        env.step(np.zeros(49))


def test_examples_in_the_documentation():
    import ludometer.agent
    import ludometer.pettingzoo
    import ludometer.vector

    for module in (ludometer, ludometer.agent, ludometer.pettingzoo, ludometer.vector):
        failed, tried = doctest.testmod(module)
        assert failed == 0
    found = 0
    for page in ("README.md", "python/README.md", "docs/guide/python.md", "docs/tutorials/notebook.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        names = {}
        for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            block = block.replace('"games/', f'"{ROOT}/games/').replace("20_000", "500").replace("change.show()", "")
            exec(block, names)
            found += 1
    assert found == 18


def test_the_version_is_that_of_the_crate():
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{ludometer.__version__}"' in manifest
