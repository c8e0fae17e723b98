"""A leaderboard in words: numbers in columns under their headings, names with medals, your own rank below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ratings.leaderboard import Leaderboard, Page, Ranked
from bot.ratings.model import ALL_GAMES, MU
from bot.ratings.seasons import ALL_TIME, season_end, season_name
from bot.ui.marks import MEDALS, Sign
from bot.ui.pages.empty import duel_command
from bot.ui.texts.mentions import CommandMentions
from bot.ui.texts.render import layout
from bot.ui.wire.sheet import Sheet, Wire
from games import room_called
from games.engine import Refused

HEADINGS = ("#", "Rating", "W–L")
UNCERTAIN = "-# ? Too few duels to be certain yet, so listed after the others."
BLANK = "\N{NO-BREAK SPACE}"
"""Fills up columns; ordinary spaces at the ends of a code span are not always shown."""


@dataclass(frozen=True, slots=True)
class Words:
    """What people, commands and pictures are called where the page is shown."""

    title: str
    you: str
    names: Mapping[int, str]
    commands: CommandMentions
    sign: Sign


def render(
    leaderboard: Leaderboard,
    page: Page,
    season: int,
    words: Words,
    crown: str,
    rows: Sequence[Sequence[Wire]],
) -> Sheet:
    """`season` is the month of today; `crown` names the champion."""
    title = f"### 🏆 {words.title}\n-# {_period(leaderboard, season)}{_size(page)}"
    if not page.ranked:
        return layout(title, _nobody(leaderboard, season, words), crown, rows=rows)
    uncertain = any(entry.provisional for entry in page.ranked)
    own = _own(leaderboard, page, words)
    return layout(title, _table(page.ranked, words), own, UNCERTAIN if uncertain else "", crown, rows=rows)


def title_of(game: str) -> str:
    if game == ALL_GAMES:
        return "All games"
    room = room_called(game)
    if room is None:
        raise Refused("That game is not played here. Use /leaderboard to see which are.")
    return room.game.title


def _period(leaderboard: Leaderboard, season: int) -> str:
    if leaderboard.season == ALL_TIME:
        return "All time"
    if leaderboard.season == season:
        return f"{season_name(season)}, ends <t:{int(season_end(season))}:R>"
    return season_name(leaderboard.season)


def _size(page: Page) -> str:
    if not page.people:
        return ""
    people = "1 player" if page.people == 1 else f"{page.people:,} players"
    return f" · {people}" + (f" · page {page.number} of {page.last}" if page.last > 1 else "")


def _nobody(leaderboard: Leaderboard, season: int, words: Words) -> str:
    if leaderboard.season not in (ALL_TIME, season):
        return "Nobody played a rated duel then."
    command = duel_command(words.commands, leaderboard.game)
    return f"Nobody is ranked yet. Play a rated duel with {command} and be the first."


def _table(ranked: tuple[Ranked, ...], words: Words) -> str:
    """Numbers come first, in letters of equal width, so that names don't move the columns."""
    cells = [(str(entry.rank), _number(entry), f"{entry.wins}–{entry.losses}") for entry in ranked]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *cells, strict=True)]
    lines = [f"{_columns(HEADINGS, widths)} Player"]
    for entry, row in zip(ranked, cells, strict=True):
        lines.append(f"{_columns(row, widths)} {words.names[entry.person]} {_medal(entry, words)}".rstrip())
    return "\n".join(lines)


def _number(entry: Ranked) -> str:
    return entry.rating if entry.provisional else f"{entry.rating} "


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    columns = " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return f"`{columns.replace(' ', BLANK)}`"


def _medal(entry: Ranked, words: Words) -> str:
    """For the first three, if they have won something and stand above where everybody starts."""
    earned = entry.wins and entry.shown > MU
    return words.sign(MEDALS[entry.rank]) if earned and entry.rank in MEDALS else ""


def _own(leaderboard: Leaderboard, page: Page, words: Words) -> str:
    own = page.own
    if own is None:
        command = duel_command(words.commands, leaderboard.game)
        return f"**{words.you}**: no place yet. Play a rated duel with {command}."
    return f"**{words.you}**: rank {own.rank:,} of {page.people:,}, {own.rating}"
