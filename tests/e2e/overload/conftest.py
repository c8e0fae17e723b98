"""What stories that are told twice need."""

from pathlib import Path

import pytest

from sandbox.server.openapi import Contract
from tests.support.late.twice import Twice


@pytest.fixture
def twice(tmp_path: Path, contract: Contract, monkeypatch: pytest.MonkeyPatch) -> Twice:
    return Twice(tmp_path, contract, monkeypatch)
