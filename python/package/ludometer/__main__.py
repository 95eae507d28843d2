"""The command line: ``python -m ludometer``, or ``ludometer`` where scripts are on the path."""

import sys

from ludometer._ludometer import command_line


def main() -> int:
    """Runs the command line with the arguments of the process, and returns its exit status."""
    return command_line(["ludometer", *sys.argv[1:]], {})


if __name__ == "__main__":
    raise SystemExit(main())
