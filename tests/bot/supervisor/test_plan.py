"""How many processes there are, and which shards each runs."""

import pytest

from bot.process.shards import Shards
from bot.supervisor.plan import AUTO, MOST, Advice, parts_of, sensible


def asked(shards: int, at_once: int = 1) -> Advice:
    return Advice(shards, at_once)


def never() -> Advice:
    pytest.fail("Discord was asked")


@pytest.mark.parametrize(
    ("shards", "cores", "processes"),
    [(1, 1, 1), (1, 64, 1), (4, 8, 1), (5, 8, 2), (5, 1, 1), (16, 8, 4), (100, 8, 8), (1000, 128, MOST)],
)
def test_a_process_for_four_shards_makes_sense_and_no_more_than_there_are_cores(
    shards: int, cores: int, processes: int
) -> None:
    assert sensible(shards, cores) == processes
    assert len(parts_of(AUTO, None, lambda: asked(shards), cores)) == processes


@pytest.mark.parametrize("wanted", [AUTO, 1, 2, 3, 7, 32])
@pytest.mark.parametrize("advised", [1, 2, 5, 16, 33])
@pytest.mark.parametrize("at_once", [1, 16])
def test_every_shard_is_run_by_exactly_one_process(wanted: int, advised: int, at_once: int) -> None:
    parts = parts_of(wanted, None, lambda: asked(advised, at_once), cores=4)
    assert sorted(shard for part in parts for shard in part.ids) == list(range(parts[0].count))
    assert {part.count for part in parts} == {parts[0].count}
    assert all(part.ids for part in parts)
    assert parts[0].count >= advised


def test_processes_have_equally_many_shards_where_discord_leaves_the_choice() -> None:
    assert parts_of(2, None, lambda: asked(1), 1) == [Shards((0,), 2), Shards((1,), 2)]
    assert parts_of(2, None, lambda: asked(3), 1) == [Shards((0, 2), 4), Shards((1, 3), 4)]
    assert {part.count for part in parts_of(3, None, lambda: asked(16, 16), 1)} == {16}


def test_a_number_of_shards_that_the_host_has_set_is_kept_without_asking() -> None:
    assert parts_of(2, Shards.every(3), never, 1) == [Shards((0, 2), 3), Shards((1,), 3)]
    assert len(parts_of(AUTO, Shards.every(8), never, cores=4)) == 2


def test_shards_are_written_and_read_alike() -> None:
    shards = Shards((1, 3), 4)
    assert str(shards) == "1,3/4"
    assert Shards.read(str(shards)) == shards
