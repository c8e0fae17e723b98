"""The leaderboard as people see it: numbers in columns, medals, names, and your own rank below.

It is posted for everybody. A person who turns a page gets a copy of their own, so nobody moves what others
are reading.
"""

import re
from dataclasses import dataclass
from typing import Self

from bot.ratings.leaderboard import CHAMPIONS, Board, Page, Place, Standings
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, month_name, season_before, season_end, season_name, season_of
from bot.services import Services
from bot.ui.presses.custom_id import CustomId
from bot.ui.presses.handlers import Handlers
from bot.ui.texts.buttons import press_button
from bot.ui.texts.mentions import mention
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.private import privately
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, RETIRED
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
    board = Board(press.guild or 0, wanted.game, wanted.season)
    await privately(press, await page_for(press, services, board, wanted.page, private=True))


async def page_for(press: Press, services: Services, board: Board, number: int, *, private: bool) -> Sheet:
    """This page of a leaderboard, for the person who asks."""
    season, viewer = season_of(services.clock.now()), press.person
    if number == MY_PAGE:
        page = await services.leaderboards.page_of(board, viewer)
    else:
        page = await services.leaderboards.page(board, number, viewer)
    crown = await _crown(services.leaderboards, board, season)
    return render(board, page, "You" if private else mention(viewer), crown, season)


async def _crown(leaderboards: Standings, board: Board, season: int) -> str:
    """The champion of the month that is shown, or else of the last one that is over."""
    over = board.season not in (ALL_TIME, season)
    month = board.season if over else season_before(season)
    champions = await leaderboards.champions(Board(board.guild, board.game, month))
    if not champions:
        return ""
    names = [mention(each.person) for each in champions[:CHAMPIONS]]
    if len(champions) > CHAMPIONS:
        names.append("others")
    title = "Champion" if len(champions) == 1 else "Champions"
    return f"👑 {title} of {month_name(month)} with {champions[0].rating}: {listed(names)}"


def render(board: Board, page: Page, you: str, crown: str, season: int) -> Sheet:
    title = f"### 🏆 {title_of(board.game)}\n-# {_period(board, season)}{_size(page)}"
    if not page.places:
        return layout(title, _nobody(board, season), crown, rows=[_periods(board, season)])
    uncertain = any(place.provisional for place in page.places)
    rows = [row for row in (_turns(board, page), _periods(board, season)) if row]
    lines = _lines(page.places)
    return layout(title, lines, _own(page, you), UNCERTAIN if uncertain else "", crown, rows=rows)


def title_of(game: str) -> str:
    if game == ALL_GAMES:
        return "All games"
    for room in (*GAMES, *RETIRED):
        if room.game.key == game:
            return room.game.title
    raise Refused("That game is not played here. Use /leaderboard to see which are.")


def _period(board: Board, season: int) -> str:
    if board.season == ALL_TIME:
        return "All time"
    if board.season == season:
        return f"{season_name(season)}, ends <t:{int(season_end(season))}:R>"
    return season_name(board.season)


def _size(page: Page) -> str:
    if not page.people:
        return ""
    people = "1 player" if page.people == 1 else f"{page.people:,} players"
    return f" · {people}" + (f" · page {page.number} of {page.last}" if page.last > 1 else "")


def _nobody(board: Board, season: int) -> str:
    if board.season not in (ALL_TIME, season):
        return "Nobody played a rated duel then."
    command = "/duel" if board.game == ALL_GAMES else f"/duel {board.game}"
    return f"Nobody is ranked yet. Play a rated duel with {command} and be the first."


def _lines(places: tuple[Place, ...]) -> str:
    """The columns stand first, in letters of equal width, so no name can push them aside."""
    table = [(str(place.rank), _number(place), f"{place.wins}–{place.losses}") for place in places]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(_line(place, cells, widths) for place, cells in zip(places, table, strict=True))


def _number(place: Place) -> str:
    return place.rating if place.provisional else f"{place.rating} "


def _line(place: Place, cells: tuple[str, ...], widths: list[int]) -> str:
    columns = " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return f"`{columns.replace(' ', BLANK)}` {MEDALS.get(place.rank, '▫️')} {mention(place.person)}"


def _own(page: Page, you: str) -> str:
    own = page.own
    if own is None:
        return f"**{you}**: no place yet. Play a rated duel with /duel."
    return f"**{you}**: rank {own.rank:,} of {page.people:,}, {own.rating}"


def _turns(board: Board, page: Page) -> list[Wire]:
    """Where one can turn from here, and one's own page."""
    if page.last == 1:
        return []
    back = [("First", 1), ("Back", page.number - 1)] if page.number > 1 else []
    on = [("Next", page.number + 1), ("Last", page.last)] if page.number < page.last else []
    return [_button(board, number, label) for label, number in (*back, *on, ("Me", MY_PAGE))]


def _periods(board: Board, season: int) -> list[Wire]:
    periods = {"All time": ALL_TIME, "This month": season, "Last month": season_before(season)}
    return [
        _button(Board(board.guild, board.game, when), 1, label)
        for label, when in periods.items()
        if when != board.season
    ]


def _button(board: Board, page: int, label: str) -> Wire:
    word = re.sub("[^a-z]", "", label.lower())[:9] or "page"
    return press_button(LeaderboardPage(board.game, board.season, page, word), label)
