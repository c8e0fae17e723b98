"""Runs the load test (python -m bench.load). The exit code is 0 when nothing went wrong."""

import sys

from bench.load.run import main

if __name__ == "__main__":
    sys.exit(main())
