"""Steps that have landed never change: they have run somewhere, and will not run there again."""

import hashlib

import pytest

from tests.support.project import ROOT

HASHES = {
    "0001_duels.py": "",
}
STEPS = sorted(path.name for path in (ROOT / "migrations" / "versions").glob("*.py"))


@pytest.mark.parametrize("name", sorted({*STEPS, *HASHES}))
def test_a_step_that_has_landed_never_changes(name: str) -> None:
    path = ROOT / "migrations" / "versions" / name
    assert path.exists(), f"{name} has landed, and databases ask for it: put it back, and write a new step."
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    assert name in HASHES, f'{name} is new: add "{name}": "{found}" to HASHES once it is as it shall stay.'
    assert found == HASHES[name], f"{name} has landed and was changed: put it back, and write a new step."
