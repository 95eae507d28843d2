#!/usr/bin/env bash
# Prints what CHANGELOG.md says of a version.
#
# usage: scripts/release_notes.sh 0.2.0
#
# Ends with status 1 if it says nothing, or if Cargo.toml has another version.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
grep -q "^version = \"$version\"" Cargo.toml || { echo "Cargo.toml is not of version $version" >&2 && exit 1; }
notes=$(awk -v head="## [$version]" 'index($0, "## [") == 1 { on = index($0, head) == 1; next } on' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || { echo "CHANGELOG.md has no section of version $version" >&2 && exit 1; }
printf '%s\n' "$notes"
