"""Ludometer: self-play simulation and balance analysis of tabletop games.

>>> import ludometer
>>> game = ludometer.Game("pure-profit", players=3)
>>> run = game.run(["greedy", "random", "random"], games=2000)
>>> run["strategies"]["win_rate"][0] > 0.5
True

Batches (:meth:`Game.run`) play in this process, with bots in Python if you like. What comes with a page of its own
(:meth:`Game.compare`, :meth:`Game.sweep`, :meth:`Game.study` ...) runs the command line beside it, and leaves the same
files.
``ludometer.pettingzoo`` and ``ludometer.vector`` make a learning environment of every game.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

from ludometer._bots import BatchChooser, Bot, Chooser, named
from ludometer._bounds import MAX_ENVIRONMENTS, MAX_GAMES, MAX_SEED, MAX_THREADS, whole
from ludometer._command import CommandError, Results, run_command, watch
from ludometer._ludometer import Environments, Outcome, Run, Table, __version__, builtin_games, frame
from ludometer._ludometer import Game as _Game
from ludometer._ludometer import execute as _execute

__all__ = [
    "BatchChooser",
    "Bot",
    "Chooser",
    "CommandError",
    "Environments",
    "Game",
    "Outcome",
    "Results",
    "Run",
    "Table",
    "__version__",
    "execute",
    "frame",
    "games",
]


#: A rule set: settings of keys, or the path of a rule file.
Rules = Mapping[str, Any] | str | PathLike[str] | None


def games() -> dict[str, str]:
    """Returns the built-in games: their ids with their titles. A game script is named by its path."""
    return dict(builtin_games())


def _setting(key: str, value: Any) -> str:
    if isinstance(value, bool):
        value = str(value).lower()
    elif isinstance(value, (list, tuple)):
        value = "[" + ", ".join(repr(item).replace("'", '"') for item in value) + "]"
    return f"{key}={value}"


def _settings(settings: Mapping[str, Any]) -> list[str]:
    return [_setting(key, value) for key, value in settings.items()]


def execute(
    command: str,
    spec: Mapping[str, Any],
    threads: int | None = None,
    minutes: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Outcome:
    """Does what a specification asks for, in this process and without files, and returns its results as values.

    ``command`` is ``"run"``, ``"study"``, ``"compare"``, ``"check"``, ``"sweep"``, ``"tune"``, ``"tournament"``,
    ``"train"``, ``"exploit"`` or ``"review"``;
    ``spec`` has the keys that the command's JSON Schema lists, such as ``{"game": "pure-profit", "games": 2000}``.
    ``progress`` is called with how many games are done and how many are expected. Ctrl-C ends the work early.
    """
    return _execute(command, json.dumps(spec), threads, minutes, progress)


class Game:
    """A game design with a rule set, for a number of players.

    ``name`` is an id (see :func:`games`) or the path of a game script. ``rules`` are settings such as
    ``{"deck.steal_one": 6}``, or the path of a rule file; ``players`` is the usual number if none is given.

    What is wrong with any of them is a :class:`ValueError` in the words of the command line.
    """

    def __init__(self, name: str | PathLike[str], players: int | None = None, rules: Rules = None) -> None:
        self.name = fspath(name)
        settings = _settings(rules) if isinstance(rules, Mapping) else []
        rule_file = None if rules is None or isinstance(rules, Mapping) else fspath(rules)
        self._settings, self._rule_file = settings, rule_file
        if players is not None:
            players = whole("players", players, 1, 255)
        self._game = _Game(self.name, players, settings, rule_file)

    @property
    def title(self) -> str:
        """What people call the game."""
        return self._game.title

    @property
    def players(self) -> int:
        """The number of players."""
        return self._game.players

    @property
    def players_allowed(self) -> tuple[int, int]:
        """The fewest and the most players that these rules allow."""
        return self._game.players_allowed

    @property
    def rules(self) -> dict[str, Any]:
        """The whole rule set."""
        return self._game.rules()

    @property
    def rules_hash(self) -> str:
        """A hash of the rule set, as records have it."""
        return self._game.rules_hash

    @property
    def warnings(self) -> list[str]:
        """What is odd about the rule set, though it can be played."""
        return self._game.warnings

    @property
    def bots(self) -> dict[str, str]:
        """The bots of the program, each with a line about it."""
        return self._game.bots()

    def run(
        self,
        bots: Bot | Sequence[Bot] = "random",
        games: int = 1000,
        seed: int = 0,
        *,
        analyze: bool = False,
        per_game: bool = False,
        threads: int | None = None,
        seats: str = "rotate",
        progress: bool | Callable[[int, int], None] | None = None,
    ) -> Run:
        """Plays a batch in this process and returns its tables, which ``run`` of the command line writes as CSV.

        ``bots`` is one for all seats or one for each. Game *i* depends on the version, the rules, the bots, the seed and
        *i* alone. ``analyze`` adds what cards, leads and actions did; ``per_game`` the table ``games``, a row for each. Bots
        rotate through the seats unless ``seats="fixed"``. ``progress`` shows how far it is (by default where a person
        looks on), or is called with the games done and all games. While it plays, other Python threads go on, and Ctrl-C
        stops it. ``threads`` is by default the number of cores, or 64 where a bot chooses for many games at once: so many
        games wait for it.
        """
        if seats not in ("rotate", "fixed"):
            raise ValueError(f'seats is {seats!r}, but must be "rotate" or "fixed"')
        games, seed = whole("games", games, 1, MAX_GAMES), whole("seed", seed, 0, MAX_SEED)
        if threads is not None:
            threads = whole("threads", threads, 1, MAX_THREADS)
        show = _progress(progress)
        names, own = _line_up(bots)
        try:
            return self._game.run(names, own, games, seed, analyze, threads, seats == "fixed", per_game, show)
        finally:
            if isinstance(show, _Bar):
                show.clear()

    def audit(self, bots: Bot | Sequence[Bot], positions: int = 1000, seed: int = 0) -> dict[str, Any]:
        """Looks whether bots ever choose by what they can't see.

        Wherever one has a choice, all that it can't see is dealt anew, its random numbers are put back, and it is asked
        again: its choice must be the same. ``honest`` says whether it always was, and ``what`` what was found if not. A
        bot in Python that remembers more than the game in hand may fail too: then its games can't be repeated.
        """
        positions, seed = whole("positions", positions, 1, MAX_GAMES), whole("seed", seed, 0, MAX_SEED)
        names, own = _line_up(bots)
        return self._game.audit(names, own, positions, seed)

    def tree(self) -> dict[str, Any]:
        """Returns all that can happen in a small game, chance enumerated: see ``ludometer.openspiel``.

        The first node is the beginning, and children stand behind their parents. ``kind`` is 0 where something is left to
        chance, 1 where a seat chooses and 2 at an end; edges are ``next`` and ``chance`` from ``first`` on, ``count`` of
        them; the rewards of an end are ``reward`` from ``first`` on, one for each seat.
        """
        return self._game.tree()

    def environments(self, games: int = 1) -> Environments:
        """Returns so many games side by side, a million at most, for learning.

        See ``ludometer.vector`` and ``ludometer.pettingzoo``.
        """
        return self._game.environments(whole("games", games, 1, MAX_ENVIRONMENTS))

    def command(self, name: str, **options: Any) -> Results:
        """Runs a command of the command line on this game and returns what it wrote.

        Options are named as there, with ``_`` for ``-``: ``True`` is an option without a value, a list has several
        values, a dict several ``key=value``, and a bot may be one in Python. Without ``out`` the files are in a folder that
        goes with the results.
        """
        return run_command(name, self.name, self._before(name, options), options)

    def _before(self, name: str, options: Mapping[str, Any]) -> list[str]:
        before = ["--rules", self._rule_file] if self._rule_file else []
        before += [word for setting in self._settings for word in ("--set", setting)]
        if name != "study" or self._game.players != self._default_players():
            before += [] if _sets(options, "players") else ["--players", str(self.players)]
        return before

    def _default_players(self) -> int:
        return _Game(self.name, None, self._settings, self._rule_file).players

    def compare(self, set_b: Mapping[str, Any] | None = None, **options: Any) -> Results:
        """Compares this rule set (side A) with a changed one (side B), in the same shuffles.

        >>> change = Game("pure-profit").compare({"deck.steal_one": 6}, games=4000)
        >>> change.record["command"].startswith("ludometer compare pure-profit")
        True
        """
        return self.command("compare", set_b=set_b, **options)

    def sweep(self, vary: Mapping[str, str], **options: Any) -> Results:
        """Plays all values of some keys: ``{"deck.steal_one": "2..8"}``."""
        return self.command("sweep", vary=vary, **options)

    def tune(
        self,
        target: Mapping[str, str] | str | PathLike[str],
        move: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Results:
        """Looks for small changes of the rules that meet targets.

        ``target`` is ``{"turns": "35..45"}`` or so, and ``move`` says what may change: ``{"deck.steal_one": "2..8"}``; or
        ``target`` is a file that says both.
        """
        return self.command("tune", target=target, move=move, **options)

    def study(self, **options: Any) -> Results:
        """Answers a designer's questions about the game in one page."""
        return self.command("study", **options)

    def check(self, gates: str | PathLike[str], **options: Any) -> Results:
        """Holds the game against gates; ``passed`` of the results says whether it passed them."""
        return self.command("check", gates=gates, **options)

    def tournament(self, bots: Sequence[Bot], **options: Any) -> Results:
        """Lets bots meet in all seats and rates them."""
        return self.command("tournament", bots=list(bots), **options)

    def train(self, out: str | PathLike[str], method: str = "value", **options: Any) -> Results:
        """Learns a strategy by self-play and writes it as a strategy file, which is a bot by its path."""
        return self.command("train", out=fspath(out), method=method, **options)

    def review(self, game: int = 0, bots: Sequence[Bot] | Bot = "greedy", **options: Any) -> Results:
        """Values every choice of a game and finds the mistakes."""
        return self.command("review", game=game, bots=bots, **options)

    def trace(self, game: int = 0, bots: Sequence[Bot] | Bot = "greedy", **options: Any) -> str:
        """Tells a game in sentences."""
        return self.command("trace", game=game, bots=bots, **options).text

    def watch(self, game: int = 0, bots: Sequence[Bot] | Bot = "greedy", **options: Any) -> str:
        """Returns the page on which a game is followed step by step: see :func:`frame`."""
        options = {"game": game, "bots": bots, **options}
        return watch(self.name, self._before("watch", options), options)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, players={self.players})"


def _line_up(bots: Bot | Sequence[Bot]) -> tuple[list[str], dict[str, Any]]:
    own: dict[str, Any] = {}
    line_up = [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else bots
    return named(line_up, own), own


def _sets(options: Mapping[str, Any], name: str) -> bool:
    return options.get(name) is not None


class _Bar:
    """A line that says how far a batch is."""

    def __init__(self) -> None:
        self._begun, self._shown = time.monotonic(), 0

    def __call__(self, done: int, games: int) -> None:
        elapsed = time.monotonic() - self._begun
        if elapsed < 0.5:
            return
        left = f", {elapsed / done * (games - done):.0f} s left" if done else ""
        text = f"{done:,} of {games:,} games, {done / elapsed:,.0f} games/s{left}"
        sys.stderr.write("\r" + text.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(text)

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()


def _progress(wanted: bool | Callable[[int, int], None] | None) -> Callable[[int, int], None] | None:
    if callable(wanted):
        return wanted
    if wanted is None:
        wanted = sys.stderr.isatty() or "ipykernel" in sys.modules
    return _Bar() if wanted else None
