"""python -m bench.load: exits with 0 when nothing went wrong."""

import sys

from bench.load.run import main

if __name__ == "__main__":
    sys.exit(main())
