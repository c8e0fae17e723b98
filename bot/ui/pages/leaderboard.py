"""/leaderboard: which page of which leaderboard, for whom.

It is posted for everybody. A person who turns a page gets a copy of their own, so nobody moves what others
are reading.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.ratings.leaderboard import CHAMPIONS, Leaderboard, Page, Ranked
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, month_name, season_before, season_of
from bot.services import Services
from bot.ui.pages import ranking
from bot.ui.pages.empty import challenge_anyone
from bot.ui.pages.signs import signs_of
from bot.ui.presses.custom_id import CustomId
from bot.ui.presses.handlers import Handlers
from bot.ui.texts.buttons import choice_list, press_button
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES
from games.screen import listed

MY_PAGE = 0
"""Stands for the page on which the person who presses is listed."""
GAME = "game"
"""The word of the list of games; what is chosen there counts instead of the game in the custom id."""

on = Handlers()


@dataclass(frozen=True, slots=True)
class LeaderboardPage(CustomId):
    """A page of a leaderboard; the word at the end only tells apart controls that lead to the same page."""

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
    game = press.values[0] if press.values and wanted.label == GAME else wanted.game
    leaderboard = Leaderboard(press.guild or 0, game, wanted.season)
    await press.reply.privately(await page_for(press, services, leaderboard, wanted.page, private=True))


async def page_for(
    press: Press, services: Services, leaderboard: Leaderboard, number: int, *, private: bool
) -> Sheet:
    """This page of a leaderboard, for the person who asks."""
    title, season, viewer = ranking.title_of(leaderboard.game), season_of(services.clock.now()), press.person
    async with services.queues.pages.place(viewer, press.guild):
        if number == MY_PAGE:
            page = await services.leaderboards.page_of(leaderboard, viewer)
        else:
            page = await services.leaderboards.page(leaderboard, number, viewer)
        month = _crowned(leaderboard, season)
        champions = await services.leaderboards.champions(replace(leaderboard, season=month))
    people = {viewer, *(each.person for each in (*page.ranked, *champions[:CHAMPIONS]))}
    names = await services.people.names(leaderboard.guild, people)
    rows = [_games(leaderboard), _turns(leaderboard, page), _periods(leaderboard, season)]
    if not page.ranked and leaderboard.season in (ALL_TIME, season):
        rows.insert(0, [challenge_anyone(leaderboard.game)])
    you = "You" if private else names[viewer]
    words = ranking.Words(title, you, names, services.commands, signs_of(services))
    crown = _crown(champions, names, month)
    return ranking.render(leaderboard, page, season, words, crown, [row for row in rows if row])


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


def _games(leaderboard: Leaderboard) -> list[Wire]:
    keys = (ALL_GAMES, *(room.game.key for room in GAMES))
    offers = [(key, ranking.title_of(key), "") for key in keys]
    wanted = LeaderboardPage(leaderboard.game, leaderboard.season, 1, GAME)
    return [choice_list(wanted, offers, "Choose a game", leaderboard.game)]


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
