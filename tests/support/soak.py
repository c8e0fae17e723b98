"""How long the tests that leave things to chance go on: briefly, unless `make soak` asks for more."""

import os

SOAK = bool(os.environ.get("SOAK"))
