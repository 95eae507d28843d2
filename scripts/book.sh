#!/usr/bin/env bash
# Builds the book into target/book and checks every link in it, anchors included. Links to other sites are not followed.
# usage: scripts/book.sh
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/docs_tools.sh
mdbook build docs
python3 scripts/check_links.py target/book
