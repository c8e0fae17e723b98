"""/history: finished duels, a line each, and a list that opens one of them.

It is private: a long list is for the person who asked, and everybody can ask.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from bot.history.history import Played, PlayedPage
from bot.ratings.model import signed
from bot.services import Services
from bot.ui.buttons import choice_list, press_button
from bot.ui.deck.deck import Sign, plain
from bot.ui.duels.endings import in_history
from bot.ui.handlers import Handlers, finished
from bot.ui.ids import CustomId, Format, PersonId
from bot.ui.names import unescaped
from bot.ui.pages.empty import nothing_yet
from bot.ui.pages.finished import board_of, opponent, opponents, title_of
from bot.ui.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import Refused, value

on = Handlers()


class Side(StrEnum):
    LATEST = "latest"
    OLDER = "older"
    NEWER = "newer"


@value
class HistoryPage(CustomId):
    """Asks for a page of somebody's history: the latest, or the one next to a duel."""

    word = "past"

    person: PersonId
    game: Annotated[str | None, Format("[a-z]{0,20}", lambda said: said or None, lambda game: game or "")]
    side: Side
    counted: Annotated[int, Format("[0-9]{1,9}", int)]
    """The number that the duel got when it was rated; 0 for the latest page."""


@value
class OpenDuel(CustomId):
    """Asks for a duel in a list; what is chosen is its key."""

    word = "open"


@on.component(HistoryPage)
async def show(press: Press, services: Services, wanted: HistoryPage) -> None:
    async with services.queues.pages.place(press.person, press.guild):
        page = await _page(services, press.guild or 0, wanted)
    asked = [] if wanted.person == press.person else [wanted.person]
    names = await services.people.names(press.guild or 0, {*opponents(page.duels), *asked})
    if page.duels:
        sheet = _sheet(wanted, page, names, services.deck.mark)
    else:
        sheet = nothing_yet(services, wanted.person, names.get(wanted.person), wanted.game)
    await press.reply.privately(sheet)


@on.component(OpenDuel, Late.NEW)
async def open_duel(press: Press, services: Services, _wanted: OpenDuel) -> None:
    """Shows the end of a duel in a message of its own, as its board does, with the same ways on."""
    key = press.values[0] if press.values else ""
    if not re.fullmatch("[0-9a-f]{1,13}", key):
        raise Refused("That is no duel of this list. Open it again with /history.")
    duel, _ = await finished(press, services, int(key, 16))
    await services.announcer.boards.copy(press, duel)


async def _page(services: Services, guild: int, wanted: HistoryPage) -> PlayedPage:
    if wanted.side is Side.OLDER:
        return await services.history.before(wanted.counted, wanted.person, guild, wanted.game)
    if wanted.side is Side.NEWER:
        return await services.history.after(wanted.counted, wanted.person, guild, wanted.game)
    return await services.history.latest(wanted.person, guild, wanted.game)


def _sheet(wanted: HistoryPage, page: PlayedPage, names: Mapping[int, str], sign: Sign) -> Sheet:
    """Shows a page of a history. One's own page names oneself nowhere."""
    person, game = wanted.person, wanted.game
    whose = f"Duels of {names[person]}" if person in names else "Your duels"
    title = f"### {whose} · {title_of(game)}" if game else f"### {whose}"
    lines = "\n".join(entry(played, names, sign) for played in page.duels)
    steps = _steps(person, game, page)
    return layout(title, lines, rows=[[_opener(page, names)], *([steps] if steps else [])])


def entry(played: Played, names: Mapping[int, str], sign: Sign) -> str:
    """Writes one line, small enough for a phone: how a duel ended, where its board is, what it changed,
    when."""
    title, address = title_of(played.game), board_of(played)
    game = f"[{title}]({address})" if address else title
    change = f" {signed(played.change.by)}" if played.change else ""
    ended = in_history(played.won, f"**{opponent(played, names, sign)}**")
    return f"-# {ended} · {game}{change} · <t:{int(played.ended)}:R>"


def _opener(page: PlayedPage, names: Mapping[int, str]) -> Wire:
    offers = [
        (
            f"{played.duel:x}",
            in_history(played.won, unescaped(opponent(played, names, plain))),
            f"{title_of(played.game)} {signed(played.change.by) if played.change else ''}".strip(),
        )
        for played in page.duels
    ]
    return choice_list(OpenDuel(), offers, "Open a duel")


def _steps(person: int, game: str | None, page: PlayedPage) -> list[Wire]:
    steps = []
    if page.newer:
        newer = HistoryPage(person, game, Side.NEWER, page.duels[0].counted)
        steps.append(press_button(newer, "Newer"))
    if page.older:
        older = HistoryPage(person, game, Side.OLDER, page.duels[-1].counted)
        steps.append(press_button(older, "Older"))
    return steps
