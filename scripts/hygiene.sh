#!/usr/bin/env bash
# Checks spelling (typos.toml), workflows (actionlint) and, where cargo-deny is installed, licences, sources and known
# vulnerabilities of all dependencies (deny.toml).
# usage: scripts/hygiene.sh
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/docs_tools.sh
typos
actionlint .github/workflows/*.yml examples/balance.yml
if command -v cargo-deny >/dev/null; then
    cargo deny check licenses bans sources
    # The database of advisories is fetched: without a network this part can't be done.
    cargo deny fetch db >/dev/null 2>&1 && cargo deny check advisories || echo "advisories: not checked, the database can't be reached"
else
    echo "licences: not checked, cargo-deny is not installed (cargo install cargo-deny)"
fi
echo "spelling and workflows: ok"
