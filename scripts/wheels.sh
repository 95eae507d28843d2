#!/usr/bin/env bash
# Builds wheels of the Python package: one for each platform serves all versions of Python from 3.10 on.
#
# usage: scripts/wheels.sh                       for this machine
#        scripts/wheels.sh all                   for Linux (x86-64, ARM), macOS (both) and Windows
#        scripts/wheels.sh TARGET [TARGET ...]   for these, by the names that rustup has for them
#
# For other platforms zig is the C compiler and linker, and rustup adds the target; macOS also needs its SDK (SDKROOT).
# Needs python3 with venv. The wheels go to target/wheels.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD/target/wheels-tools
out=$PWD/target/wheels
if [ ! -x "$home/bin/maturin" ]; then
    python3 -m venv "$home"
    "$home/bin/pip" install --quiet "$(grep '^maturin==' python/requirements-test.txt)" ziglang
fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
build=("$home/bin/maturin" build --release --locked --manifest-path python/Cargo.toml --out "$out")

targets=("$@")
if [ "${targets[*]-}" = all ]; then
    targets=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-msvc)
fi
if [ ${#targets[@]} -eq 0 ]; then
    "${build[@]}"
else
    for target in "${targets[@]}"; do
        rustup target add "$target"
        PATH="$home/bin:$PATH" "${build[@]}" --zig --target "$target"
    done
fi
ls "$out"
