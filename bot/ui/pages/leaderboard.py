"""/leaderboard: a page of one of the leaderboards.

It is posted for everybody. A person who turns a page gets a copy of their own, so nobody moves what others
are reading.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from bot.ratings.leaderboard import CHAMPIONS, Leaderboard, Page, Ranked
from bot.ratings.model import ALL_GAMES, MU
from bot.ratings.seasons import ALL_TIME, month_name, season_before, season_end, season_name, season_of
from bot.services import Services
from bot.ui.buttons import choice_list, press_button
from bot.ui.deck.deck import MEDALS, Sign
from bot.ui.handlers import Handlers
from bot.ui.ids import CustomId, Format
from bot.ui.mentions import CommandMentions
from bot.ui.pages.empty import challenge_anyone, duel_command
from bot.ui.render import layout, plural, small_line
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, room_called
from games.engine import Refused, value
from games.screen import listed

MY_PAGE = 0
"""Stands for the page on which the person who presses is listed."""
GAME = "game"
"""The word of the list of games; what is chosen there counts instead of the game in the custom id."""
WAYS = {
    "first": "First",
    "back": "Back",
    "next": "Next",
    "last": "Last",
    "me": "Me",
    "alltime": "All time",
    "thismonth": "This month",
    "lastmonth": "Last month",
}
"""The labels of buttons, by the word of each."""
CHAMPION = "👑 Champion of {month} with {rating}: {names}"
SOME_CHAMPIONS = "👑 Champions of {month} with {rating}: {names}"
MANY_CHAMPIONS = "👑 Champions of {month} with {rating}: {names} and others"
PLAYER, PLAYERS = "1 player", "{count:,} players"
HEADINGS = ("#", "Rating", "W–L")
UNCERTAIN = "-# ? Too few duels to be certain yet, so listed after the others."
BLANK = "\N{NO-BREAK SPACE}"
"""Fills up columns; ordinary spaces at the ends of a code span are not always shown."""

on = Handlers()


@value
class LeaderboardPage(CustomId):
    """Asks for a page of a leaderboard; the way only tells apart controls that lead to the same page."""

    word = "best"

    game: Annotated[str, Format(r"\*|[a-z]{1,20}")]
    season: Annotated[int, Format("0|[0-9]{4}(?:0[1-9]|1[0-2])", int)]
    page: Annotated[int, Format("[0-9]{1,7}", int)]
    way: Annotated[str, Format("[a-z]{1,9}")]


@on.component(LeaderboardPage)
async def turn_page(press: Press, services: Services, wanted: LeaderboardPage) -> None:
    game = press.values[0] if press.values and wanted.way == GAME else wanted.game
    leaderboard = Leaderboard(press.guild or 0, game, wanted.season)
    await press.reply.privately(await page_for(press, services, leaderboard, wanted.page, private=True))


async def page_for(
    press: Press, services: Services, leaderboard: Leaderboard, number: int, *, private: bool
) -> Sheet:
    """Shows a page of a leaderboard to the person who asks."""
    title, season, viewer = title_of(leaderboard.game), season_of(services.clock.now()), press.person
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
    words = Words(title, you, names, services.commands, services.deck.mark)
    crown = _crown(champions, names, month)
    return render(leaderboard, page, season, words, crown, [row for row in rows if row])


def _crowned(leaderboard: Leaderboard, season: int) -> int:
    """Returns the month whose champion is named: the one that is shown, or else the last one that is over."""
    over = leaderboard.season not in (ALL_TIME, season)
    return leaderboard.season if over else season_before(season)


def _crown(champions: Sequence[Ranked], called: Mapping[int, str], month: int) -> str:
    if not champions:
        return ""
    names = [called[each.person] for each in champions[:CHAMPIONS]]
    if len(champions) > CHAMPIONS:
        words, shown = MANY_CHAMPIONS, ", ".join(names)
    else:
        words, shown = CHAMPION if len(champions) == 1 else SOME_CHAMPIONS, listed(names)
    return words.format(month=month_name(month), rating=champions[0].rating, names=shown)


def _games(leaderboard: Leaderboard) -> list[Wire]:
    keys = (ALL_GAMES, *(room.game.key for room in GAMES))
    offers = [(key, title_of(key), "") for key in keys]
    wanted = LeaderboardPage(leaderboard.game, leaderboard.season, 1, GAME)
    return [choice_list(wanted, offers, "Choose a game", leaderboard.game)]


def _turns(leaderboard: Leaderboard, page: Page) -> list[Wire]:
    """Makes buttons to other pages, and to the person's own."""
    if page.last == 1:
        return []
    back = [("first", 1), ("back", page.number - 1)] if page.number > 1 else []
    on = [("next", page.number + 1), ("last", page.last)] if page.number < page.last else []
    return [page_button(leaderboard, number, way) for way, number in (*back, *on, ("me", MY_PAGE))]


def _periods(leaderboard: Leaderboard, season: int) -> list[Wire]:
    periods = {"alltime": ALL_TIME, "thismonth": season, "lastmonth": season_before(season)}
    return [
        page_button(Leaderboard(leaderboard.guild, leaderboard.game, when), 1, way)
        for way, when in periods.items()
        if when != leaderboard.season
    ]


def page_button(leaderboard: Leaderboard, page: int, way: str) -> Wire:
    return press_button(LeaderboardPage(leaderboard.game, leaderboard.season, page, way), WAYS[way])


@dataclass(frozen=True, slots=True)
class Words:
    """Names people, commands and pictures as they are called where the page is shown."""

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
    """Makes the page; `season` is the month of today, and `crown` names the champion."""
    title = f"### 🏆 {words.title}\n{small_line(_period(leaderboard, season), *_size(page))}"
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


def _size(page: Page) -> tuple[str, ...]:
    if not page.people:
        return ()
    pages = f"page {page.number} of {page.last}" if page.last > 1 else ""
    return plural(page.people, PLAYER, PLAYERS), pages


def _nobody(leaderboard: Leaderboard, season: int, words: Words) -> str:
    if leaderboard.season not in (ALL_TIME, season):
        return "Nobody played a rated duel then."
    command = duel_command(words.commands, leaderboard.game)
    return f"Nobody is ranked yet. Play a rated duel with {command} and be the first."


def _table(ranked: tuple[Ranked, ...], words: Words) -> str:
    """Writes the numbers first, in letters of equal width, so that names don't move the columns."""
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
    """Returns the medal of the first three, if they have won something and stand above where everybody
    starts."""
    earned = entry.wins and entry.shown > MU
    return words.sign(MEDALS[entry.rank]) if earned and entry.rank in MEDALS else ""


def _own(leaderboard: Leaderboard, page: Page, words: Words) -> str:
    own = page.own
    if own is None:
        command = duel_command(words.commands, leaderboard.game)
        return f"**{words.you}**: no place yet. Play a rated duel with {command}."
    return f"**{words.you}**: rank {own.rank:,} of {page.people:,}, {own.rating}"
