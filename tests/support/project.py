"""Where the project is, and how long the tests that leave things to chance go on."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOAK = bool(os.environ.get("SOAK"))
"""Set by `make soak`: many more random runs, kills and presses."""
