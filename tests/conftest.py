"""Hypothesis without deadlines, for machines are noisy; in CI with the same examples every time."""

import os

from hypothesis import settings

settings.register_profile("noisy", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "noisy")
