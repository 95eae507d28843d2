#!/usr/bin/env bash
# Checks the crates with the oldest compiler that Cargo.toml promises (`rust-version`), which rustup installs.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
rustup toolchain install "$version" --profile minimal
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/msrv cargo "+$version" check --quiet --locked --workspace --bins --lib
echo "compiles with Rust $version"
