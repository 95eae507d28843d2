"""Numbers that callers give: whole, and within their range."""

from __future__ import annotations

from operator import index

#: The most numbers that a run, a batch of environments and the rest can take.
MAX_GAMES = 2**62
MAX_SEED = 2**64 - 1
MAX_THREADS = 1024
MAX_ENVIRONMENTS = 1_000_000


def whole(name: str, value: int, low: int, high: int) -> int:
    """Returns a whole number of this range; another one is a :class:`ValueError`, what is none a :class:`TypeError`."""
    number = index(value)
    if not low <= number <= high:
        raise ValueError(f"{name} is {number}, but must be {low} to {high}")
    return number
