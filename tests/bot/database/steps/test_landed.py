"""Steps that have landed never change: they have run somewhere, and will not run there again."""

import hashlib

import pytest

from tests.support.project import ROOT

HASHES = {
    "0014_base.py": "5b59bdabd968d1c23eda6f33f28de520473e3c08e964c8c3212148fb13f6b07e",
    "0015_plain_ranks.py": "4a0e302a5c17a5fd6b1023a7b1cc2fdf64fced2fad67ebca25ac932a59e981cf",
}
"""The SHA-256 of every step. 0015 may grow until version 0.2.0 is released; from then on no step changes."""
STEPS = sorted(path.name for path in (ROOT / "migrations" / "versions").glob("*.py"))


@pytest.mark.parametrize("name", sorted({*STEPS, *HASHES}))
def test_a_step_that_has_landed_never_changes(name: str) -> None:
    path = ROOT / "migrations" / "versions" / name
    assert path.exists(), f"{name} has landed, and databases ask for it: put it back, and write a new step."
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    assert name in HASHES, f'{name} is new: add "{name}": "{found}" to HASHES once it is as it shall stay.'
    assert found == HASHES[name], f"{name} has landed and was changed: put it back, and write a new step."
