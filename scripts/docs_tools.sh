#!/usr/bin/env bash
# Installs the tools of book.sh and hygiene.sh (mdBook, typos, actionlint) into target/docs-tools, unless they are there.
# usage: source scripts/docs_tools.sh      PATH then begins with them
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target/docs-tools
wanted=$(dirname "${BASH_SOURCE[0]}")/requirements-docs.txt
if ! cmp -s "$wanted" "$tools/installed.txt"; then
    python3 -m venv --clear "$tools" >/dev/null 2>&1 ||
        { apt-get update -qq && apt-get install -y -qq python3-venv && python3 -m venv --clear "$tools"; }
    "$tools/bin/pip" install -q -r "$wanted"
    cp "$wanted" "$tools/installed.txt"
fi
PATH=$tools/bin:$PATH
