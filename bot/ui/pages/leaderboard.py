"""The leaderboard as people see it: numbers in columns, medals, names, and your own place below.

It is posted for everybody, for it is fun to look at together. Whoever turns a page gets a copy of their own,
so nobody leafs through what others are reading.
"""

import re
from typing import Any, TypeAlias

import discord
from discord.ui import LayoutView

from bot.ratings.leaderboard import CHAMPIONS, Leaderboard, Leaderboards, Page, Ranked
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, month_name, season_before, season_end, season_name, season_of
from bot.ui import errors
from bot.ui.presses.press import Press, privately
from bot.ui.texts.messages import mention
from bot.ui.texts.render import layout
from games import GAMES, RETIRED
from games.engine import Refused
from games.screen import listed

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MY_PAGE = 0
"""Stands for the page on which whoever presses is listed."""
UNCERTAIN = "-# ? Too few duels to be certain yet, so listed after the others."
BLANK = "\N{NO-BREAK SPACE}"
"""Fills up columns; ordinary spaces at the ends of a code span are not always shown."""
Row: TypeAlias = "list[PageButton]"


class PageButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=(
        r"best:(?P<game>\*|[a-z]{1,20}):(?P<season>0|[0-9]{4}(?:0[1-9]|1[0-2]))"
        r":(?P<page>[0-9]{1,7}):[a-z]{1,9}"
    ),
):
    """Another page of a board; the word at the end only tells apart buttons that lead to the same."""

    def __init__(self, board: Leaderboard, page: int, label: str) -> None:
        word = re.sub("[^a-z]", "", label.lower())[:9] or "page"
        custom_id = f"best:{board.game}:{board.season}:{page}:{word}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.board, self.page = board, page

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "PageButton":
        board = Leaderboard(interaction.guild_id or 0, match["game"], int(match["season"]))
        return cls(board, int(match["page"]), getattr(item, "label", None) or "…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await privately(interaction, await view_for(interaction, self.board, self.page, private=True))
        except Exception as error:
            await errors.explain(interaction, error)


async def view_for(interaction: Press, board: Leaderboard, number: int, *, private: bool) -> LayoutView:
    """This page of a board for whoever asks."""
    standings = interaction.client.house.storage.standings
    now, viewer = interaction.client.house.clock.now(), interaction.user.id
    if number == MY_PAGE:
        page = await standings.page_of(board, viewer)
    else:
        page = await standings.page(board, number, viewer)
    crown = await _crown(standings, board, season_of(now))
    you = "You" if private else mention(viewer)
    return render(board, page, you, crown, season_of(now))


async def _crown(standings: Leaderboards, board: Leaderboard, season: int) -> str:
    """The champion of the month that is shown, or else of the last one that is over."""
    over = board.season not in (ALL_TIME, season)
    month = board.season if over else season_before(season)
    champions = await standings.champions(Leaderboard(board.guild, board.game, month))
    if not champions:
        return ""
    names = [mention(each.person) for each in champions[:CHAMPIONS]]
    if len(champions) > CHAMPIONS:
        names.append("others")
    title = "Champion" if len(champions) == 1 else "Champions"
    return f"👑 {title} of {month_name(month)} with {champions[0].rating}: {listed(names)}"


def render(board: Leaderboard, page: Page, you: str, crown: str, season: int) -> LayoutView:
    title = f"### 🏆 {title_of(board.game)}\n-# {_period(board, season)}{_size(page)}"
    if not page.ranked:
        return layout(title, _nobody(board, season), crown, rows=[_periods(board, season)])
    uncertain = any(place.provisional for place in page.ranked)
    rows = [row for row in (_turns(board, page), _periods(board, season)) if row]
    lines = _lines(page.ranked)
    return layout(title, lines, _own(page, you), UNCERTAIN if uncertain else "", crown, rows=rows)


def title_of(game: str) -> str:
    if game == ALL_GAMES:
        return "All games"
    for room in (*GAMES, *RETIRED):
        if room.game.key == game:
            return room.game.title
    raise Refused("That game is not played here. Use /leaderboard to see which are.")


def _period(board: Leaderboard, season: int) -> str:
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


def _nobody(board: Leaderboard, season: int) -> str:
    if board.season not in (ALL_TIME, season):
        return "Nobody played a rated duel then."
    command = "/duel" if board.game == ALL_GAMES else f"/duel {board.game}"
    return f"Nobody is ranked yet. Play a rated duel with {command} and be the first."


def _lines(places: tuple[Ranked, ...]) -> str:
    """The columns stand first, in letters of equal width, so no name can push them aside."""
    table = [(str(place.rank), _number(place), f"{place.wins}–{place.losses}") for place in places]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(_line(place, cells, widths) for place, cells in zip(places, table, strict=True))


def _number(place: Ranked) -> str:
    return place.rating if place.provisional else f"{place.rating} "


def _line(place: Ranked, cells: tuple[str, ...], widths: list[int]) -> str:
    columns = " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return f"`{columns.replace(' ', BLANK)}` {MEDALS.get(place.rank, '▫️')} {mention(place.person)}"


def _own(page: Page, you: str) -> str:
    own = page.own
    if own is None:
        return f"**{you}**: no place yet. Play a rated duel with /duel."
    return f"**{you}**: rank {own.rank:,} of {page.people:,}, {own.rating}"


def _turns(board: Leaderboard, page: Page) -> Row:
    """Where one can turn from here, and one's own page."""
    if page.last == 1:
        return []
    back = [("First", 1), ("Back", page.number - 1)] if page.number > 1 else []
    on = [("Next", page.number + 1), ("Last", page.last)] if page.number < page.last else []
    return [PageButton(board, number, label) for label, number in (*back, *on, ("Me", MY_PAGE))]


def _periods(board: Leaderboard, season: int) -> Row:
    periods = {"All time": ALL_TIME, "This month": season, "Last month": season_before(season)}
    return [
        PageButton(Leaderboard(board.guild, board.game, when), 1, label)
        for label, when in periods.items()
        if when != board.season
    ]
