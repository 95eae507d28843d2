#!/usr/bin/env bash
# The Python package: its wheel built, installed into a fresh environment, checked and tested there.
#
# usage: scripts/python.sh
#
# Needs python3 with venv. Everything goes to target/.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD/target/python
target=${CARGO_TARGET_DIR:-$PWD/target}

mkdir -p "$home"
if ! cmp -s python/requirements-test.txt "$home/installed.txt"; then
    python3 -m venv --clear "$home/venv" >/dev/null 2>&1 ||
        { apt-get update -qq && apt-get install -y -qq python3-venv && python3 -m venv --clear "$home/venv"; }
    "$home/venv/bin/pip" install --quiet --requirement python/requirements-test.txt
    cp python/requirements-test.txt "$home/installed.txt"
fi
bin=$home/venv/bin
(
    cd python
    cargo fmt --check
    CARGO_TARGET_DIR=$target cargo clippy --quiet --release --locked -- -D warnings
    "$bin/ruff" check .
    "$bin/ruff" format --check .
    "$bin/mypy"
)
rm -rf "$home/wheel"
CARGO_TARGET_DIR=$target "$bin/maturin" build --quiet --release --locked --manifest-path python/Cargo.toml --out "$home/wheel"
"$bin/pip" install --quiet --force-reinstall --no-deps "$home"/wheel/ludometer-*.whl
"$bin/python" -m pytest --quiet python/tests
