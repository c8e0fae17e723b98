"""/history: finished duels, each with its replay, its review and the proof that it was fair.

It is private: a long list with buttons is for the person who asked, and everybody can ask.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from bot.history.history import Page, Played
from bot.services import Services
from bot.ui.presses.custom_id import CustomId, Verb
from bot.ui.presses.handlers import Handlers
from bot.ui.texts.buttons import button, press_button
from bot.ui.texts.finished import board_of, nothing_yet, opponents, result, reviewable, title_of
from bot.ui.texts.render import Part, frame, in_row, separator
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire

on = Handlers()


class Side(StrEnum):
    LATEST = "latest"
    OLDER = "older"
    NEWER = "newer"


@dataclass(frozen=True, slots=True)
class HistoryPage(CustomId):
    """A page of somebody's history: the latest, or the one next to a duel."""

    word = "past"
    template = re.compile(
        r"past:(?P<person>[1-8]?[0-9]{1,18}):(?P<game>[a-z]{0,20})"
        r":(?P<side>latest|older|newer):(?P<counted>[0-9]{1,9})"
    )

    person: int
    game: str | None
    side: Side
    counted: int = 0
    """The number that the duel got when it was rated."""

    def __str__(self) -> str:
        return f"past:{self.person}:{self.game or ''}:{self.side}:{self.counted}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(int(match["person"]), match["game"] or None, Side(match["side"]), int(match["counted"]))


@on.component(HistoryPage)
async def show(press: Press, services: Services, wanted: HistoryPage) -> None:
    async with services.queues.pages.place(press.person, press.guild):
        page = await _page(services, press.guild or 0, wanted)
    asked = [] if wanted.person == press.person else [wanted.person]
    names = await services.people.names(press.guild or 0, {*opponents(page.duels), *asked})
    await press.reply.privately(_sheet(wanted, page, names))


async def _page(services: Services, guild: int, wanted: HistoryPage) -> Page:
    if wanted.side is Side.OLDER:
        return await services.history.before(wanted.counted, wanted.person, guild, wanted.game)
    if wanted.side is Side.NEWER:
        return await services.history.after(wanted.counted, wanted.person, guild, wanted.game)
    return await services.history.latest(wanted.person, guild, wanted.game)


def _sheet(wanted: HistoryPage, page: Page, names: Mapping[int, str]) -> Sheet:
    """One's own page names oneself nowhere."""
    person, game = wanted.person, wanted.game
    if not page.duels:
        raise nothing_yet(names.get(person), game)
    whose = f"Duels of {names[person]}" if person in names else "Your duels"
    title = f"### {whose} · {title_of(game)}" if game else f"### {whose}"
    parts: list[Part] = [title]
    for played in page.duels:
        parts += (separator(), _entry(played, names), in_row(_afterwards(played)))
    if steps := _steps(person, game, page):
        parts += (separator(wide=True), in_row(steps))
    return frame(*parts)


def _entry(played: Played, names: Mapping[int, str]) -> str:
    facts = [f"<t:{int(played.ended)}:d>"]
    if played.won is not None:
        facts.insert(0, "not rated" if played.change is None else str(played.change))
    if address := board_of(played):
        facts.append(f"[board]({address})")
    return f"**{title_of(played.game)}** · {result(played, names)}\n-# {' · '.join(facts)}"


def _afterwards(played: Played) -> list[Wire]:
    return [
        button(Verb.REPLAY, played.duel, "Replay", turn=1),
        *([button(Verb.REVIEW, played.duel, "Review")] if reviewable(played.game) else []),
        button(Verb.FAIR, played.duel, "Fair play"),
    ]


def _steps(person: int, game: str | None, page: Page) -> list[Wire]:
    steps = []
    if page.newer:
        newer = HistoryPage(person, game, Side.NEWER, page.duels[0].counted)
        steps.append(press_button(newer, "Newer"))
    if page.older:
        older = HistoryPage(person, game, Side.OLDER, page.duels[-1].counted)
        steps.append(press_button(older, "Older"))
    return steps
