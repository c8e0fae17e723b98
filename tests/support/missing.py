"""What to do with a test that needs something which this machine lacks."""

import os
from typing import NoReturn

import pytest


def leave(lack: str) -> NoReturn:
    """Skips the test; where everything has to be there, fails it."""
    if os.environ.get("CI"):
        pytest.fail(lack)
    pytest.skip(lack)
