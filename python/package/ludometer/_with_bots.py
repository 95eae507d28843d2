"""The command line with bots of a file that another process wrote: its path, then the arguments."""

import sys
from pathlib import Path

from ludometer._bots import load
from ludometer._ludometer import command_line

if __name__ == "__main__":
    raise SystemExit(command_line(["ludometer", *sys.argv[2:]], load(Path(sys.argv[1]))))
