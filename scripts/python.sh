#!/usr/bin/env bash
# The Python package: built as the tests are, of the same crates, checked and tested in an environment of its own; tables of
# games in Parquet read back by polars.
#
# usage: scripts/python.sh              the package as it stands in the work tree
#        scripts/python.sh WHEEL        this wheel
#
# Needs python3 with venv. Everything goes to target/.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD/target/python

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
    "$bin/ruff" check .
    "$bin/ruff" format --check .
    "$bin/mypy"
)
packages=$("$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
if [ $# -gt 0 ]; then
    rm -f "$packages/ludometer.pth"
    "$bin/pip" install --quiet --force-reinstall --no-deps "$1"
else
    # One of the tests with it, as cargo takes other features of the crates where no test is built: all would be compiled again.
    cargo build --quiet --locked --workspace --lib --test allocations
    rm -rf "$home/package"
    cp -r python/package "$home/package"
    cp "${CARGO_TARGET_DIR:-target}/debug/lib_ludometer.so" "$home/package/ludometer/_ludometer.abi3.so"
    "$bin/pip" uninstall --quiet --yes ludometer
    echo "$home/package" >"$packages/ludometer.pth"
fi
"$bin/python" -m pytest --quiet python/tests
"$bin/python" scripts/check_parquet.py "$bin/python" -m ludometer
