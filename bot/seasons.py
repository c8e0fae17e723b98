"""Seasons: the calendar months in UTC, as numbers that sort and that people can read (202611)."""

from datetime import UTC, datetime

ALL_TIME = 0
"""Stands for a season where the whole history is meant."""


def season_of(moment: float) -> int:
    when = datetime.fromtimestamp(moment, UTC)
    return when.year * 100 + when.month


def season_before(season: int) -> int:
    year, month = divmod(season, 100)
    return season - 1 if month > 1 else (year - 1) * 100 + 12


def season_name(season: int) -> str:
    year, month = divmod(season, 100)
    return f"{datetime(year, month, 1, tzinfo=UTC):%B} {year}"
