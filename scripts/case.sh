#!/usr/bin/env bash
# Plays every command of a case study (docs/cases/*.md) in full, prints what each prints, and draws the page's pictures
# again.
#
# usage: scripts/case.sh docs/cases/first-player.md [FOLDER]
#
# The results stay in FOLDER (target/cases/NAME). Pictures are plots of the page of the first run, docs/pictures/cases/.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD page=$PWD/$1 name=$(basename "$1" .md)
folder=${2:-$PWD/target/cases/$name}
[ -n "${LUDOMETER:-}" ] || { cargo build --release --quiet --package ludometer && LUDOMETER=$home/target/release/ludometer; }
rm -rf "$folder"
mkdir -p "$folder/bin" docs/pictures/cases
ln -s "$LUDOMETER" "$folder/bin/ludometer"
ln -s "$home/games" "$home/strategies" "$home/examples" "$folder"
cd "$folder"

# The files that the page shows, and its commands in order.
python3 - "$page" >commands.sh <<'PYTHON'
import pathlib, re, sys
for language, rest, body in re.findall(r"```(\S+)([^\n]*)\n(.*?)```", pathlib.Path(sys.argv[1]).read_text(), re.DOTALL):
    if file := re.search(r"file=(\S+)", rest):
        pathlib.Path(file[1]).write_text(body)
    elif language == "console":
        print("\n".join(line[2:] for line in body.splitlines() if line.startswith("$ ")))
    elif language == "sh":
        print("\n".join(line for line in body.splitlines() if line.startswith("ludometer ")))
PYTHON
while read -r command; do
    echo "\$ $command"
    PATH="$folder/bin:$PATH" COLUMNS=100 bash -c "$command"
    echo
done <commands.sh

"$LUDOMETER" report now >/dev/null
for picture in $(grep -o "pictures/cases/$name-[a-z-]*" "$page" | sed "s|.*/$name-||"); do
    cp "now/plots/$picture.svg" "$home/docs/pictures/cases/$name-$picture.svg"
done
