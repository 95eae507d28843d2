"""What callers may give, and what ends a process: names, sizes, copies of the process, its end, what bots raise."""

import os
import subprocess
import sys
import textwrap

import pytest

import ludometer
from ludometer.vector import VectorEnv


def chooser(name):
    """Returns a function with this name that chooses at random."""

    def choose(view, legal, info):
        return info["seed"] % len(legal)

    choose.__name__ = name
    return choose


class Sole:
    def choose(self, view, legal, info):
        return 0


class Many:
    def choose_batch(self, views, legal, infos):
        return [0 for _ in views]


def python(program, status=0, limit=60):
    """Runs a program in a process of its own; one that hangs is a failure."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=limit)
    assert done.returncode == status, done
    return done


@pytest.mark.parametrize("name", ["random", "greedy", "lookahead", "flatmc", "mcts"])
def test_a_bot_that_is_called_as_a_built_in_one_is_refused(name):
    game = ludometer.Game("games/kuhn_poker.luau")
    name = {"flatmc": "flat_mc"}.get(name, name)
    bots = [chooser(name), type(name, (Sole,), {}), type(name, (Many,), {}), type(name, (Sole,), {})()]
    if name == "flat_mc":  # No function can be called `flat-mc`: this one plays.
        assert game.run([bots[0], "random"], games=4)["strategies"]["strategy"] == ["flat_mc", "random"]
        return
    for bot in bots:
        for play in (game.run, game.audit):
            with pytest.raises(ValueError, match=f"there is a built-in bot `{name}`: choose another name"):
                play([bot, "random"])
    with pytest.raises(ValueError, match=f"there is a built-in bot `{name}`: choose another name"):
        game.tournament(bots=[bots[0], "random"], games=4)


def test_numbers_are_bounded():
    game = ludometer.Game("pure-profit")
    for call, words in [
        (lambda: game.run(games=0), "games is 0, but must be 1 to"),
        (lambda: game.run(games=-5), "games is -5, but must be 1 to"),
        (lambda: game.run(games=2**64), "games is 18446744073709551616, but must be 1 to"),
        (lambda: game.run(threads=0), "threads is 0, but must be 1 to 1024"),
        (lambda: game.run(threads=-1), "threads is -1, but must be 1 to 1024"),
        (lambda: game.run(threads=20000), "threads is 20000, but must be 1 to 1024"),
        (lambda: game.run(seed=-1), "seed is -1, but must be 0 to"),
        (lambda: game.run(seed=2**64), "seed is 18446744073709551616, but must be 0 to"),
        (lambda: game.audit("greedy", positions=-1), "positions is -1, but must be 1 to"),
        (lambda: game.environments(0), "games is 0, but must be 1 to 1000000"),
        (lambda: game.environments(10**8), "games is 100000000, but must be 1 to 1000000"),
        (lambda: VectorEnv(game, games=-1), "games is -1, but must be 1 to 1000000"),
        (lambda: VectorEnv(game, games=1, seed=-1), "seed is -1, but must be 0 to"),
        (lambda: ludometer.Game("pure-profit", players=-1), "players is -1, but must be 1 to"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
    with pytest.raises(TypeError):
        game.run(games=1.5)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited as on Linux")
def test_too_many_games_for_the_memory_are_a_memory_error():
    python(
        """
        import resource, ludometer
        game = ludometer.Game("pure-profit")
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
        try:
            game.environments(10**6)
        except MemoryError as error:
            assert "no memory for 1000000 games" in str(error)
        else:
            raise AssertionError("there was memory")
        assert game.environments(10).seats == 4
        """
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not copied here")
@pytest.mark.parametrize("games", [64, 128, 1000])
def test_a_copied_process_goes_on(games):
    done = python(
        f"""
        import os, warnings
        warnings.simplefilter("ignore")
        from ludometer.vector import VectorEnv
        env = VectorEnv("pure-profit", games={games}, seed=1)
        other = VectorEnv("pure-profit", games={games}, seed=1)
        for _ in range(5):
            actions = env.sample()
            env.step(actions)
            other.step(actions)
        actions = env.sample()
        child = os.fork()
        env.step(actions)
        if child == 0:
            # The same as in a process that was not copied, with the old environment and a new one, and a batch.
            other.step(actions)
            assert (env.rows.observations == other.rows.observations).all()
            VectorEnv("pure-profit", games={games}).step(VectorEnv("pure-profit", games={games}).sample())
            assert env.game.run("greedy", games=20, threads=2).games == 20
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        print("done")
        """
    )
    assert done.stdout == "done\n"


@pytest.mark.parametrize("bot", ["choose", "'mcts'", "Many"])
def test_the_process_may_end_while_a_thread_plays(bot):
    program = f"""
        import threading, time
        import ludometer

        def choose(view, legal, info):
            time.sleep(0.001)
            return 0

        class Many:
            def choose_batch(self, views, legal, infos):
                time.sleep(0.001)
                return [0 for _ in views]

        begun = threading.Event()
        def play():
            ludometer.Game("pure-profit").run({bot}, games=10**6, progress=lambda done, games: begun.set())
        threading.Thread(target=play, daemon=True).start()
        assert begun.wait(30)
        """
    done = python(program)
    assert "FATAL" not in done.stderr and "abort" not in done.stderr.lower(), done.stderr


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_a_bot_raises_to_end_the_program_comes_out_as_it_is(raised):
    def choose(view, legal, info):
        raise raised("enough")

    class Begins:
        def begin(self):
            raise raised("enough")

        def choose(self, view, legal, info):
            return 0

    class Batched:
        def choose_batch(self, views, legal, infos):
            raise raised("enough")

    game = ludometer.Game("pure-profit")
    for bot in (choose, Begins, Batched):
        for play in (game.run, game.audit):
            with pytest.raises(raised, match="enough"):
                play(bot)

    def fails(view, legal, info):
        raise ArithmeticError("wrong")

    with pytest.raises(RuntimeError, match="wrong"):
        game.run(fails, games=100)


def test_tables_are_read_from_files_alone(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path, words in [("/dev/zero", "a pipe or a device"), (pipe, "a pipe or a device"), (tmp_path, "a folder")]:
        with pytest.raises(OSError, match=words):
            ludometer.Table.read_csv(path)
    with pytest.raises(OSError, match="can't be read"):
        ludometer.Table.read_csv(tmp_path / "none.csv")
    (tmp_path / "own.csv").write_text("a,b\n1,x\n")
    assert ludometer.Table.read_csv(tmp_path / "own.csv").to_dict() == {"a": [1], "b": ["x"]}


def test_a_real_interrupt_still_ends_a_batch():
    program = """
        import os, signal, threading
        import ludometer
        threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            ludometer.Game("pure-profit").run("mcts", games=10**6)
        except KeyboardInterrupt:
            print("interrupted")
        """
    assert python(program).stdout == "interrupted\n"
