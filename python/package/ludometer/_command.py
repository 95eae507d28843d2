"""Commands that come with files and a page of their own: the command line, run beside this process."""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ludometer._bots import Own, is_bot, named, save
from ludometer._ludometer import Table, frame

#: Exit statuses that say how something was answered, not that it went wrong.
_ANSWERS = {"check": (0, 3, 4)}

#: Commands that print text and write nothing.
_TEXT = {"trace"}

#: Commands whose folder has a page.
_WITH_PAGE = {"check", "compare", "run", "study", "sweep", "tournament", "tune"}

#: Commands that write one file and not a folder.
_ONE_FILE = {"train"}


class CommandError(RuntimeError):
    """A command that failed, in its own words; ``status`` is its exit status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


class Results:
    """What a command came to: its record, its tables, its page."""

    def __init__(
        self, folder: Path, record: dict[str, Any], text: str, status: int, has_page: bool, kept: Any = None
    ) -> None:
        #: Where its files are.
        self.folder = folder
        #: What it prints with ``--json``.
        self.record = record
        #: What it prints otherwise, where that is no record.
        self.text = text
        #: Whether all gates were passed, or nothing was to pass.
        self.passed = status == 0
        self._has_page = has_page
        self._kept = kept  # A folder that goes when nobody needs it any more.

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return sorted(path.stem for path in self.folder.glob("*.csv"))

    def __getitem__(self, name: str) -> Table:
        """Returns a table by its name."""
        path = self.folder / f"{name}.csv"
        if not path.is_file():
            raise KeyError(f"there is no table {name!r}; there are: {', '.join(self.tables)}")
        return Table.read_csv(path)

    def page(self) -> Path:
        """Returns the page to read, which is made if it is not there yet."""
        page = self.folder / "report.html"
        if not page.is_file():
            _run(["report", str(self.folder)])
        return page

    def show(self) -> None:
        """Opens the page in the browser."""
        webbrowser.open(self.page().absolute().as_uri())

    def __repr__(self) -> str:
        return f"Results({str(self.folder)!r}, tables={self.tables})"

    def _repr_html_(self) -> str:
        if not self._has_page:
            return f"<pre>{html.escape(json.dumps(self.record, indent=2))}</pre>"
        return frame(self.page().read_text(encoding="utf-8"))


def _words(options: Mapping[str, Any], own: Own) -> list[str]:
    """The options as they are typed; bots in Python by their names, which go into ``own``."""

    def text(item: Any) -> str:
        return named([item], own)[0] if is_bot(item) else fspath(item) if isinstance(item, PathLike) else str(item)

    words: list[str] = []
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(name)
        elif isinstance(value, Mapping):
            words += [word for part, setting in value.items() for word in (name, f"{part}={setting}")]
        elif isinstance(value, (list, tuple)):
            words += [name, *map(text, value)]
        else:
            words += [name, text(value)]
    return words


def run_command(name: str, game: str, before: list[str], options: Mapping[str, Any]) -> Results:
    """Runs a command on a game and returns what it wrote."""
    kept = None
    options = dict(options)
    if name in _TEXT:
        folder = Path.cwd()
    elif name in _ONE_FILE:
        folder = Path(options["out"]).absolute().parent
    else:
        if options.get("out") is None:
            kept = tempfile.TemporaryDirectory(prefix="ludometer-")
            options["out"] = str(Path(kept.name) / name)
        folder = Path(options["out"])
    more = [] if name in _TEXT else ["--json", "--quiet"]
    own: Own = {}
    words = [name, game, *before, *_words(options, own), *more]
    done = _run(words, _ANSWERS.get(name, (0,)), own)
    record = {} if name in _TEXT else json.loads(done.stdout)
    has_page = name in _WITH_PAGE
    return Results(folder, record, done.stdout, done.returncode, has_page, kept)


def watch(game: str, before: list[str], options: Mapping[str, Any]) -> str:
    """Returns the page on which a game is followed."""
    with tempfile.TemporaryDirectory(prefix="ludometer-") as folder:
        page, own = Path(folder) / "game.html", Own()
        words = _words({**options, "out": page, "quiet": True}, own)
        _run(["watch", game, *before, *words], own=own)
        return page.read_text(encoding="utf-8")


def _run(words: list[str], answers: tuple[int, ...] = (0,), own: Own | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command line; what goes wrong is an exception with its text."""
    with tempfile.TemporaryDirectory(prefix="ludometer-") as folder:
        program = ["-m", "ludometer"]
        if own:
            save(own, Path(folder) / "bots")
            program = ["-m", "ludometer._with_bots", str(Path(folder) / "bots")]
        command = [sys.executable, *program, *words]
        # Lines are not broken: who reads them knows no width.
        wide = {**os.environ, "COLUMNS": "9999"}
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=wide)
    if done.returncode not in answers:
        text = done.stderr.strip().removeprefix("ludometer: ")
        if done.returncode == 2:
            raise ValueError(text)
        raise CommandError(text, done.returncode)
    return done
