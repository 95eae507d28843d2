#!/usr/bin/env python3
"""Reads `games.parquet` with polars and compares it with `games.csv` of the same run, value by value.

    scripts/check_parquet.py PROGRAM [WORD ...]

PROGRAM is one built with `--features parquet`, or `python -m ludometer`. Needs polars.

Games with scores, names and ties of all kinds; whole runs, and merged shards.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import polars

RUNS = [
    ["pure-profit", "--bots", "greedy", "random", "greedy", "random", "--games", "1500"],
    ["even-odd", "--bots", "random", "--games", "400"],
    ["greed-street", "--bots", "greedy", "--games", "400", "--seed", str(2**64 - 1)],
    ["film-rummy", "--bots", "random", "greedy", "--games", "200"],
    ["im-the-boss", "--bots", "random", "--games", "200"],
]


def play(program, folder, *words):
    subprocess.run([*program, *words, "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def compare(csv, parquet):
    table = polars.read_parquet(parquet)
    texts = polars.read_csv(csv, infer_schema=False)
    assert table.columns == texts.columns, (table.columns, texts.columns)
    assert len(table) == len(texts)
    for name in table.columns:
        column, text = table[name], texts[name]
        if column.dtype == polars.String:
            assert (column == text.fill_null("")).all(), name
        elif column.dtype == polars.Boolean:
            assert (column.cast(polars.String) == text).all(), name
        else:
            # Numbers by their values: "1.5" and 1.5.
            assert (column == text.cast(column.dtype)).all(), name
    return len(table), len(table.columns)


def main():
    program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for words in RUNS:
            out = Path(folder, words[0])
            parquet = ["run", *words, "--format", "parquet"]
            play(program, folder, "run", *words, "--per-game", "--out", out / "csv")
            play(program, folder, *parquet, "--out", out / "whole")
            for i in ("1", "2", "3"):
                play(program, folder, *parquet, "--shard", f"{i}/3", "--out", out / i)
            play(program, folder, "merge", *(out / i for i in "123"), "--out", out / "merged")
            rows, columns = compare(out / "csv/games.csv", out / "whole/games.parquet")
            same = (out / "whole/games.parquet").read_bytes() == (out / "merged/games.parquet").read_bytes()
            assert same, "merged shards make another file"
            print(f"{words[0]}: {rows} rows of {columns} columns are read alike by polars {polars.__version__}")


if __name__ == "__main__":
    main()
