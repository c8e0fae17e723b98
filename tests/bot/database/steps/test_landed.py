"""Steps that have landed never change: they have run somewhere, and will not run there again."""

import hashlib

import pytest

from tests.support.project import ROOT

HASHES = {
    "0001_duels.py": "23612b0f9865ac7020ef0cce20dacbbbfcc5901dd9082fb2217dad2bdf215a52",
    "0002_ended_duels.py": "38e49ad764f73e69d39f0a4e0cf507f7e27d30ed570fab33e63beab0c60fda05",
    "0003_standings.py": "907fbc7659f52b21125ab3192a3b72ffe705980ce03cbbc9d461f433c28d14dc",
    "0004_settings.py": "0eeac178e044492b08a2f52ad91ad66d96b517fc3dc8dbfd6b4b1a10ba4aaff8",
    "0005_votes.py": "fd2ef149cad4996699fc79776e502e9a254a0e1d5a97d643d63bf8035f6609bd",
    "0006_puzzles.py": "5fcf69c842ded9e0c9f61434d8a0eb371f95b027a47595b52b06113c6b5b6078",
    "0007_letters.py": "460a3d582e509afc20fc0d37b0b78315b0de88bc8e4a4afc826b53a2070732af",
    "0008_repair.py": "7cddc6488cc7cdab2d24b19232f4dce2935d75a6c1174dab0a82b28cff39331f",
    "0009_challenges_by_time.py": "beedd7d330f4b98ea335e262b0e181110e021e6ea3133e37762a1e19f4692f9e",
    "0010_calls.py": "fd2e2664c45b635216b0044dcd7c5423d551b22ba449eeaf745cbf54d4258043",
    "0011_told_turns.py": "a1e29630355022ea250d8d331df755c296fd3b4d834a6797d3fd7b5a7d94b5c0",
    "0012_shared_duels.py": "f8f8858882c2e1ac92e3fa3fd863cb34a66cd1a84e788cab601b94b5ba248120",
    "0013_rating_counts.py": "cec07dd5e5948d052e47cce4c9cc3d001646309b2a8c3f69255a9fb85fe1563c",
}
"""The SHA-256 of every step; a new one joins when it is as it shall stay."""
STEPS = sorted(path.name for path in (ROOT / "migrations" / "versions").glob("*.py"))


@pytest.mark.parametrize("name", sorted({*STEPS, *HASHES}))
def test_a_step_that_has_landed_never_changes(name: str) -> None:
    path = ROOT / "migrations" / "versions" / name
    assert path.exists(), f"{name} has landed, and databases ask for it: put it back, and write a new step."
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    assert name in HASHES, f'{name} is new: add "{name}": "{found}" to HASHES once it is as it shall stay.'
    assert found == HASHES[name], f"{name} has landed and was changed: put it back, and write a new step."
