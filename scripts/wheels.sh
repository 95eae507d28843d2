#!/usr/bin/env bash
# Builds wheels of the Python package: one for each platform serves all versions of Python from 3.10 on.
#
# usage: scripts/wheels.sh                       for this machine
#        scripts/wheels.sh all                   for Linux (x86-64, ARM) and macOS (both)
#        scripts/wheels.sh TARGET [TARGET ...]   for these, by the names that rustup has for them
#
# For other platforms zig is the C compiler and linker, and rustup adds the target. Linux needs nothing else; macOS also
# needs its SDK (SDKROOT), and Windows is built on Windows.
# Needs python3 with venv. The wheels go to target/wheels.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD/target/wheels-tools
out=$PWD/target/wheels
python=$(command -v python3 || command -v python)
[ -d "$home" ] || "$python" -m venv "$home"
# Windows has another name for it.
bin=$home/bin
[ -d "$bin" ] || bin=$home/Scripts
[ -x "$bin/maturin" ] || "$bin/pip" install --quiet "$(grep '^maturin==' python/requirements-test.txt)" ziglang
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
build=("$bin/maturin" build --release --locked --manifest-path python/Cargo.toml --out "$out")

targets=("$@")
if [ "${targets[*]-}" = all ]; then
    targets=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin)
fi
if [ ${#targets[@]} -eq 0 ]; then
    "${build[@]}"
else
    for target in "${targets[@]}"; do
        rustup target add "$target"
        PATH="$bin:$PATH" "${build[@]}" --zig --target "$target"
    done
fi
ls "$out"
