"""/profile: what somebody has achieved here, with a picture of how their ratings went.

Everybody may see it, so nobody in it is called "you". The text is the answer; the accuracy, which needs
reviews, and the picture follow. If they can't be made or sent, the text is still there.
"""

import asyncio
import logging

import discord

from bot.health.metrics import reason_of
from bot.history.accuracy import Accuracy, accuracy
from bot.history.beaten import beaten_levels
from bot.history.profile import Profile
from bot.pictures.picture import Line, RatingPicture
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME
from bot.services import Services
from bot.ui.pages import achievements
from bot.ui.pages.achievements import Achievements, known_games
from bot.ui.pages.empty import nothing_yet
from bot.ui.pages.finished import opponents, title_of
from bot.ui.pages.history import HistoryPage, Side
from bot.ui.pages.signs import signs_of
from bot.ui.pictures import drawn, illustrate
from bot.ui.texts.buttons import press_button
from bot.ui.texts.render import gallery, layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused

log = logging.getLogger(__name__)

FILE = "ratings.png"


async def show(press: Press, services: Services, person: int) -> None:
    async with services.queues.pages.place(press.person, press.guild):
        found, met = await _read(press, services, person)
    if not found.latest.duels:
        name = None if person == press.person else found.names[person]
        await press.reply.privately(nothing_yet(services, person, name))
        return
    await press.reply.send(_sheet(person, found, met), private=False)
    reviewed, drawing = _accuracy(press, services, person, found), _picture(press, services, found)
    known, png = await asyncio.gather(reviewed, drawing)
    if png is not None:
        words = picture_of(found.profile).words()
        await illustrate(press, _sheet(person, found, met, known, words), FILE, png)
    elif known is not None:
        await _add(press, _sheet(person, found, met, known))


async def _read(press: Press, services: Services, person: int) -> tuple[Achievements, str]:
    """What is known of the person, and how they stand against whoever asks."""
    guild, viewer, computer = press.guild or 0, press.person, services.computer
    latest = await services.history.latest(person, guild)
    names = await services.people.names(guild, {person, viewer, *opponents(latest.duels)})
    profile = await services.profiles.profile(person, guild, computer)
    found = Achievements(
        profile,
        await services.leaderboards.ranks(guild, [*profile.ratings], person),
        await services.leaderboards.size(Leaderboard(guild, ALL_GAMES, ALL_TIME)),
        await beaten_levels(services.database, person, guild, computer),
        await services.puzzles.streak(guild, person),
        latest,
        names,
        signs_of(services),
    )
    if person == viewer:
        return found, ""
    balance = await services.profiles.between(person, viewer, guild)
    return found, achievements.head_to_head(names[person], names[viewer], balance)


async def _accuracy(press: Press, services: Services, person: int, found: Achievements) -> Accuracy | None:
    """None also if too many ask for reviews now."""
    try:
        async with services.queues.reviews.place(press.person, press.guild):
            return await accuracy(services.storage, services.reviews, person, found.latest.duels)
    except Refused as refusal:
        services.metrics.refusals.labels(reason_of(refusal)).inc()
        return None


async def _picture(press: Press, services: Services, found: Achievements) -> bytes | None:
    return await drawn(press, services, picture_of(found.profile)) if found.profile.course else None


async def _add(press: Press, sheet: Sheet) -> None:
    try:
        await press.reply.edit(sheet)
    except (discord.HTTPException, OSError) as error:
        log.warning("a profile stays without its accuracy (%s)", getattr(error, "code", error))


def picture_of(profile: Profile) -> RatingPicture:
    """One line per game; it starts at the rating before the first duel."""
    lines = []
    for number, game in enumerate(known_games()):
        points = [point for point in profile.course if point.game == game]
        if points:
            start = (points[0].number - 1, points[0].before)
            course = (start, *((point.number, point.rating) for point in points))
            lines.append(Line(title_of(game), number, course))
    return RatingPicture(tuple(lines))


def _sheet(
    person: int, found: Achievements, met: str, known: Accuracy | None = None, words: str = ""
) -> Sheet:
    """The page; `words` describe the picture, if there is one."""
    name = found.names[person]
    texts = (
        achievements.heading(name, found),
        achievements.by_game(found),
        achievements.facts(found, known),
        achievements.beaten(found),
        met,
        achievements.last_duels(found),
    )
    pictures = [gallery(FILE, words)] if words else []
    button = press_button(HistoryPage(person, None, Side.LATEST), "All duels")
    return layout(*texts, *pictures, rows=[[button]])
