"""Prints the usual measurements (python -m bench): a pick beside a bare bot's, and 3,000 at one instant."""

import sys

from bench import flood, picks


def main() -> int:
    return picks.main([]) or flood.main([])


if __name__ == "__main__":
    sys.exit(main())
