"""Forged interactions, a few hundred of them; `make fuzz` sends a hundred thousand."""

import pytest

from bench.fuzz.run import fuzz
from bench.fuzz.target import custom_ids_on, running_target
from bot.duels.duel import Duel
from bot.router import routes
from bot.ui.wire.press import Kind
from games.engine import Seat
from tests.support.project import SOAK

SEED = 20_261_116
FORGERIES = 5000 if SOAK else 250


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine answers come late, and that is not the question here."""
    monkeypatch.setattr("sandbox.interactions.interactions.ACKNOWLEDGE_WITHIN", 60.0)


async def test_forged_interactions_meet_nothing_but_refusals(address: str) -> None:
    report = await fuzz(SEED, FORGERIES, address)
    assert report.sent.total() == FORGERIES
    assert report.outcome["refused"] > 100
    assert report.problems == {}, report


async def test_the_fuzzer_would_notice_if_anybody_could_take_a_seat(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def anybody(_duel: Duel, _person: int) -> Seat:
        return 0

    monkeypatch.setattr(Duel, "seat_of", anybody)
    report = await fuzz(SEED, 500, postgresql)
    assert report.problems["secrets told"]
    assert report.problems["changes on disk"]


async def test_every_kind_of_button_is_on_somebodys_screen_when_forging_begins(postgresql: str) -> None:
    async with running_target(postgresql) as target:
        shown = [each for message in target.messages for each in custom_ids_on(message)]
        kinds = {route.custom_id for (kind, _), route in routes().items() if kind is Kind.COMPONENT}
        assert [kind for kind in kinds if not any(map(kind.read, shown))] == []
