"""The leaderboard as people see it: numbers in columns, medals, names, and your own rank below.

It is posted for everybody. A person who turns a page gets a copy of their own, so nobody moves what others
are reading.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.ratings.leaderboard import CHAMPIONS, Leaderboard, Page, Ranked
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, month_name, season_before, season_end, season_name, season_of
from bot.services import Services
from bot.ui.presses.custom_id import CustomId
from bot.ui.presses.handlers import Handlers
from bot.ui.texts.buttons import press_button
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import room_called
from games.engine import Refused
from games.screen import listed

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MY_PAGE = 0
"""Stands for the page on which the person who presses is listed."""
UNCERTAIN = "-# ? Too few duels to be certain yet, so listed after the others."
BLANK = "\N{NO-BREAK SPACE}"
"""Fills up columns; ordinary spaces at the ends of a code span are not always shown."""

on = Handlers()


@dataclass(frozen=True, slots=True)
class LeaderboardPage(CustomId):
    """A page of a leaderboard; the word at the end only tells apart buttons that lead to the same page."""

    word = "best"
    template = re.compile(
        r"best:(?P<game>\*|[a-z]{1,20}):(?P<season>0|[0-9]{4}(?:0[1-9]|1[0-2]))"
        r":(?P<page>[0-9]{1,7}):(?P<label>[a-z]{1,9})"
    )

    game: str
    season: int
    page: int
    label: str

    def __str__(self) -> str:
        return f"best:{self.game}:{self.season}:{self.page}:{self.label}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(match["game"], int(match["season"]), int(match["page"]), match["label"])


@on.component(LeaderboardPage)
async def turn_page(press: Press, services: Services, wanted: LeaderboardPage) -> None:
    leaderboard = Leaderboard(press.guild or 0, wanted.game, wanted.season)
    await press.reply.privately(await page_for(press, services, leaderboard, wanted.page, private=True))


async def page_for(
    press: Press, services: Services, leaderboard: Leaderboard, number: int, *, private: bool
) -> Sheet:
    """This page of a leaderboard, for the person who asks."""
    season, viewer = season_of(services.clock.now()), press.person
    async with services.queues.pages.place(viewer, press.guild):
        if number == MY_PAGE:
            page = await services.leaderboards.page_of(leaderboard, viewer)
        else:
            page = await services.leaderboards.page(leaderboard, number, viewer)
        month = _crowned(leaderboard, season)
        champions = await services.leaderboards.champions(replace(leaderboard, season=month))
    people = {viewer, *(each.person for each in (*page.ranked, *champions[:CHAMPIONS]))}
    names = await services.people.names(leaderboard.guild, people)
    you = "You" if private else names[viewer]
    return render(leaderboard, page, names, you, _crown(champions, names, month), season)


def _crowned(leaderboard: Leaderboard, season: int) -> int:
    """The month whose champion is named: the one that is shown, or else the last one that is over."""
    over = leaderboard.season not in (ALL_TIME, season)
    return leaderboard.season if over else season_before(season)


def _crown(champions: Sequence[Ranked], called: Mapping[int, str], month: int) -> str:
    if not champions:
        return ""
    names = [called[each.person] for each in champions[:CHAMPIONS]]
    if len(champions) > CHAMPIONS:
        names.append("others")
    title = "Champion" if len(champions) == 1 else "Champions"
    return f"👑 {title} of {month_name(month)} with {champions[0].rating}: {listed(names)}"


def render(
    leaderboard: Leaderboard, page: Page, names: Mapping[int, str], you: str, crown: str, season: int
) -> Sheet:
    title = f"### 🏆 {title_of(leaderboard.game)}\n-# {_period(leaderboard, season)}{_size(page)}"
    if not page.ranked:
        return layout(title, _nobody(leaderboard, season), crown, rows=[_periods(leaderboard, season)])
    uncertain = any(entry.provisional for entry in page.ranked)
    rows = [row for row in (_turns(leaderboard, page), _periods(leaderboard, season)) if row]
    lines = _lines(page.ranked, names)
    return layout(title, lines, _own(page, you), UNCERTAIN if uncertain else "", crown, rows=rows)


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


def _nobody(leaderboard: Leaderboard, season: int) -> str:
    if leaderboard.season not in (ALL_TIME, season):
        return "Nobody played a rated duel then."
    command = "/duel" if leaderboard.game == ALL_GAMES else f"/duel {leaderboard.game}"
    return f"Nobody is ranked yet. Play a rated duel with {command} and be the first."


def _lines(ranked: tuple[Ranked, ...], names: Mapping[int, str]) -> str:
    """Numbers come first, in letters of equal width, so that names don't move the columns."""
    table = [(str(entry.rank), _number(entry), f"{entry.wins}–{entry.losses}") for entry in ranked]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        f"{_line(entry, cells, widths)} {names[entry.person]}"
        for entry, cells in zip(ranked, table, strict=True)
    )


def _number(entry: Ranked) -> str:
    return entry.rating if entry.provisional else f"{entry.rating} "


def _line(entry: Ranked, cells: tuple[str, ...], widths: list[int]) -> str:
    columns = " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return f"`{columns.replace(' ', BLANK)}` {MEDALS.get(entry.rank, '▫️')}"


def _own(page: Page, you: str) -> str:
    own = page.own
    if own is None:
        return f"**{you}**: no place yet. Play a rated duel with /duel."
    return f"**{you}**: rank {own.rank:,} of {page.people:,}, {own.rating}"


def _turns(leaderboard: Leaderboard, page: Page) -> list[Wire]:
    """Buttons to other pages, and to the person's own."""
    if page.last == 1:
        return []
    back = [("First", 1), ("Back", page.number - 1)] if page.number > 1 else []
    on = [("Next", page.number + 1), ("Last", page.last)] if page.number < page.last else []
    return [page_button(leaderboard, number, label) for label, number in (*back, *on, ("Me", MY_PAGE))]


def _periods(leaderboard: Leaderboard, season: int) -> list[Wire]:
    periods = {"All time": ALL_TIME, "This month": season, "Last month": season_before(season)}
    return [
        page_button(Leaderboard(leaderboard.guild, leaderboard.game, when), 1, label)
        for label, when in periods.items()
        if when != leaderboard.season
    ]


def page_button(leaderboard: Leaderboard, page: int, label: str) -> Wire:
    word = re.sub("[^a-z]", "", label.lower())[:9] or "page"
    return press_button(LeaderboardPage(leaderboard.game, leaderboard.season, page, word), label)
