"""How many cores the bot may count on."""

import os
from pathlib import Path

from bot.supervisor.cores import cores, quotas


def test_there_is_a_core_and_no_more_than_the_process_may_use() -> None:
    assert 1 <= cores() <= len(os.sched_getaffinity(0))


def test_the_quotas_of_a_service_and_of_all_around_it_count(tmp_path: Path) -> None:
    service = tmp_path / "system.slice" / "gauntlet.service"
    service.mkdir(parents=True)
    (service / "cpu.max").write_text("150000 100000\n")
    (service.parent / "cpu.max").write_text("max 100000\n")
    (tmp_path / "cpu.max").write_text("400000 100000\n")
    own = tmp_path / "own"
    own.write_text("0::/system.slice/gauntlet.service\n")
    assert [*quotas(tmp_path, own)] == [1.5, 4.0]


def test_the_older_kind_of_quota_counts_too(tmp_path: Path) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("200000\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert [*quotas(tmp_path, tmp_path / "none")] == [2.0]
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("-1\n")
    assert [*quotas(tmp_path, tmp_path / "none")] == []


def test_a_system_without_quotas_has_none(tmp_path: Path) -> None:
    assert [*quotas(tmp_path, tmp_path / "none")] == []
