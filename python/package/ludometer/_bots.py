"""Bots in Python: what they are, what they are called, and how commands get them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

import cloudpickle
from numpy.typing import NDArray

#: What the player knows: a dict as ``trace --check-view`` prints it, or an array of numbers for an object whose ``numbers``
#: is true.
View: TypeAlias = Any


@runtime_checkable
class Chooser(Protocol):
    """An object that chooses in one seat. ``begin``, if it has one, is called at the start of each game."""

    def choose(self, view: View, legal: list[str], info: dict[str, Any]) -> int | str:
        """Returns the place of the chosen action in ``legal``, or its text."""


@runtime_checkable
class BatchChooser(Protocol):
    """An object that chooses for many games at once, in all seats that have it.

    What it chooses for a decision must not hang on which other decisions it is asked with: how many there are is chance.
    """

    def choose_batch(
        self, views: list[dict[str, Any]] | NDArray[Any], legal: list[list[str]], infos: list[dict[str, Any]]
    ) -> Iterable[int | str]:
        """Returns the place of the chosen action, or its text, for each decision.

        ``views`` is an array with a row for each decision if ``numbers`` of the object is true.
        """


#: A bot: its name, the path of a strategy file, a function ``choose(view, legal, info)``, an object with a method ``choose``
#: or ``choose_batch``, or its class.
Bot: TypeAlias = str | PathLike[str] | Callable[[View, list[str], dict[str, Any]], int | str] | Chooser | BatchChooser | type

#: Bots in Python by the names that they have in results.
Own: TypeAlias = dict[str, Any]


def is_bot(value: Any) -> bool:
    """Returns true for what can choose."""
    return callable(value) or isinstance(value, (Chooser, BatchChooser))


def named(bots: Iterable[Bot], own: Own) -> list[str]:
    """Returns the names of bots, and puts those in Python into ``own``.

    A bot is called as its function or class is, with a number where another one is called so.
    """
    return [fspath(bot) if isinstance(bot, (str, PathLike)) else _name(bot, own) for bot in bots]


def _name(bot: Bot, own: Own) -> str:
    for name, known in own.items():
        if known is bot:
            return name
    if not is_bot(bot):
        raise ValueError(
            f"{bot!r} is no bot: name one, or give a function choose(view, legal, info) or an object with such a method"
        )
    called = getattr(bot, "__name__", type(bot).__name__)
    called = "".join(sign for sign in called if sign.isalnum() or sign == "_") or "python"
    name, number = called, 2
    while name in own:
        name, number = f"{called}_{number}", number + 1
    own[name] = bot
    return name


def save(own: Own, path: Path) -> None:
    """Writes bots for a process beside this one, functions and classes of a notebook too, and where modules are found."""
    with path.open("wb") as file:
        cloudpickle.dump(sys.path, file)
        cloudpickle.dump(own, file)


def load(path: Path) -> Own:
    """Reads what :func:`save` wrote; modules are found from now on where they were found there."""
    with path.open("rb") as file:
        sys.path[:] = cloudpickle.load(file)
        own: Own = cloudpickle.load(file)
    return own
