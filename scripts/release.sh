#!/usr/bin/env bash
# Builds the program for a platform and packs it: the binary, pages of the manual, completions, licences, the games and
# strategies to begin with. The archive and its SHA-256 go to target/dist.
#
# usage: scripts/release.sh [TARGET]      (this machine's; others by the names that rustup has for them)
#
# Linux: TARGET x86_64-unknown-linux-musl or aarch64-unknown-linux-musl gives a static binary that runs on any
# distribution; zig is the C++ compiler and linker then (python3 with venv installs it). macOS and Windows are built on
# their own machines.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
built=${CARGO_TARGET_DIR:-$PWD/target}
dist=$built/dist
name=ludometer-$version-$target

rustup target add "$target" >/dev/null 2>&1 || true
case $target in
*-linux-musl)
    tools=$built/release-tools
    if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet cargo-zigbuild ziglang
    fi
    # zig compiles the C library with many files open at once; containers begin with few.
    ulimit -Sn "$(ulimit -Hn)" 2>/dev/null || true
    PATH="$tools/bin:$PATH" cargo zigbuild --quiet --release --locked --package ludometer --features parquet --target "$target"
    ;;
*) cargo build --quiet --release --locked --package ludometer --features parquet --target "$target" ;;
esac

folder=$dist/$name
rm -rf "$folder"
mkdir -p "$folder/completions"
binary=$built/$target/release/ludometer
case $target in *windows*) binary+=.exe ;; esac
cp "$binary" LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md "$folder"
cp -r games strategies "$folder"
cargo xtask man "$folder/man" >/dev/null
# The same program writes them on every platform; it is the host's that can run here.
if [ "$target" = "$host" ] || "$binary" --version >/dev/null 2>&1; then
    for shell in bash zsh fish powershell; do
        "$binary" completions "$shell" >"$folder/completions/ludometer.$shell"
    done
fi

cd "$dist"
case $target in
*windows*)
    archive=$name.zip
    rm -f "$archive"
    if command -v 7z >/dev/null; then 7z a -bso0 "$archive" "$name"; else zip -qr "$archive" "$name"; fi
    ;;
*)
    archive=$name.tar.gz
    tar czf "$archive" "$name"
    ;;
esac
if command -v sha256sum >/dev/null; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi >"$archive.sha256"
echo "$dist/$archive"
