"""Seasons: the calendar months in UTC, as numbers that sort and that people can read (202611)."""

from datetime import UTC, datetime

ALL_TIME = 0
"""The season number that stands for the whole history."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def season_of(moment: float) -> int:
    when = datetime.fromtimestamp(moment, UTC)
    return when.year * 100 + when.month


def season_before(season: int) -> int:
    year, month = divmod(season, 100)
    return season - 1 if month > 1 else (year - 1) * 100 + 12


def season_end(season: int) -> float:
    """The first moment after this season."""
    year, month = divmod(season, 100)
    return datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp()


def month_name(season: int) -> str:
    return MONTHS[season % 100 - 1]


def season_name(season: int) -> str:
    return f"{month_name(season)} {season // 100}"
