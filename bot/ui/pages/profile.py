"""/profile: what somebody has achieved here, with a picture of how their ratings went.

Everybody may see it, so nobody in it is called "you". The text is the answer; the accuracy, which needs
reviews, and the picture follow. If they can't be made or sent, the text is still there.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.duels.computer import levels_of
from bot.health.metrics import reason_of
from bot.history.history import Played, PlayedPage
from bot.history.profile import Balance, Profile
from bot.history.reviews import Accuracy
from bot.pictures.picture import RatingLine, RatingPicture, colour
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.model import ALL_GAMES, signed
from bot.ratings.seasons import ALL_TIME
from bot.services import Services
from bot.ui.buttons import press_button
from bot.ui.deck.deck import Sign, face, rank_mark
from bot.ui.duels.endings import in_profile
from bot.ui.names import at_start
from bot.ui.pages.empty import nothing_yet
from bot.ui.pages.finished import opponent, opponents, title_of
from bot.ui.pages.history import HistoryPage, Side
from bot.ui.pictures import drawn, illustrate
from bot.ui.render import dotted, gallery, layout, plural
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games import GAMES, RETIRED
from games.engine import Refused

log = logging.getLogger(__name__)

FILE = "ratings.png"
LISTED = 5
"""So many of the last duels are told."""
ACCURACY = "Average accuracy: **{percent}%** over {count} recent duels"
ACCURACY_IN_ONE = "Average accuracy: **{percent}%** over {count} recent duel"
STREAK, STREAK_OF_ONE = "Puzzle streak: {count} days", "Puzzle streak: {count} day"


@dataclass(frozen=True, slots=True)
class Achievements:
    """Holds what is known of one person in one server. `names` are those of the people in it."""

    profile: Profile
    ranks: Mapping[str, int]
    people: int
    """How many people have a rating in all games together."""
    beaten: Mapping[str, frozenset[str]]
    puzzle_streak: int
    latest: PlayedPage
    names: Mapping[int, str]
    sign: Sign


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
    """Reads what is known of the person, and how they stand against the one who asks."""
    guild, viewer, computer = press.guild or 0, press.person, services.computer
    latest = await services.history.latest(person, guild)
    names = await services.people.names(guild, {person, viewer, *opponents(latest.duels)})
    profile = await services.profiles.profile(person, guild, computer)
    found = Achievements(
        profile,
        await services.leaderboards.ranks(guild, [*profile.ratings], person),
        await services.leaderboards.size(Leaderboard(guild, ALL_GAMES, ALL_TIME)),
        await services.profiles.beaten_levels(person, guild, computer),
        await services.puzzles.streak(guild, person),
        latest,
        names,
        services.deck.mark,
    )
    if person == viewer:
        return found, ""
    balance = await services.profiles.between(person, viewer, guild)
    return found, head_to_head(names[person], names[viewer], balance)


async def _accuracy(press: Press, services: Services, person: int, found: Achievements) -> Accuracy | None:
    """Returns how accurately the person has played; None also if too many people ask for reviews now."""
    try:
        async with services.queues.reviews.place(press.person, press.guild):
            return await services.reviews.accuracy(services.storage, person, found.latest.duels)
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
    """Makes one line per game, which starts at the rating before the first duel."""
    lines = []
    for number, game in enumerate(known_games()):
        points = [point for point in profile.course if point.game == game]
        if points:
            start = (points[0].number - 1, points[0].before)
            course = (start, *((point.number, point.rating) for point in points))
            lines.append(RatingLine(title_of(game), number, course))
    return RatingPicture(tuple(lines))


def _sheet(
    person: int, found: Achievements, met: str, known: Accuracy | None = None, words: str = ""
) -> Sheet:
    """Makes the page; `words` describe the picture, if there is one."""
    name = found.names[person]
    texts = (
        heading(name, found),
        by_game(found),
        facts(found, known),
        beaten(found),
        met,
        last_duels(found),
    )
    pictures = [gallery(FILE, words)] if words else []
    button = press_button(HistoryPage(person, None, Side.LATEST, 0), "All duels")
    return layout(*texts, *pictures, rows=[[button]])


def heading(name: str, found: Achievements) -> str:
    """Writes the heading; the rating of all games comes first, if there is one."""
    total = found.profile.total
    record = f"{total.wins} won, {total.losses} lost" if total.played else "No duel against a person yet"
    overall, rank = found.profile.ratings.get(ALL_GAMES), found.ranks.get(ALL_GAMES)
    rated = f"{found.sign(rank_mark(overall.shown))} Rating **{overall}**".strip() if overall else ""
    place = f"rank {rank:,} of {found.people:,}" if overall and rank else ""
    return f"### {at_start(name)}\n{dotted(rated, place, record)}"


def by_game(found: Achievements) -> str:
    lines = []
    for number, game in enumerate(known_games()):
        balance, rating = found.profile.against_people.get(game), found.profile.ratings.get(game)
        if balance is None and rating is None:
            continue
        rated = f"**{rating}**" if rating else "not rated"
        place = f"rank {found.ranks[game]:,}" if game in found.ranks else ""
        facts = dotted(rated, place, score(balance or Balance()))
        lines.append(f"{colour(number).square} {title_of(game)} {facts}")
    if any(rating.provisional for rating in found.profile.ratings.values()):
        lines.append("-# ? marks a rating that is still uncertain.")
    return "\n".join(lines)


def facts(found: Achievements, accuracy: Accuracy | None) -> str:
    profile, lines = found.profile, []
    if profile.total.played:
        lines.append(f"Wins in a row: {profile.streak} now, {profile.longest} at best")
    if profile.favourite:
        lines.append(f"Favourite game: {title_of(profile.favourite)}")
    if accuracy is not None:
        lines.append(plural(accuracy.duels, ACCURACY_IN_ONE, ACCURACY, percent=accuracy.percent))
    if found.puzzle_streak:
        lines.append(plural(found.puzzle_streak, STREAK_OF_ONE, STREAK))
    if profile.against_computer.played:
        lines.append(f"Against the computer: {score(profile.against_computer)}")
    return "\n".join(lines)


def beaten(found: Achievements) -> str:
    """Lists the levels of the computer that were beaten, weakest first."""
    lines = []
    for room in (*GAMES, *RETIRED):
        keys = found.beaten.get(room.game.key, ())
        levels = [level for level in levels_of(room) if level.key in keys]
        won = [f"{found.sign(face(level.key))} {level.name}" for level in levels]
        if won:
            lines.append(f"-# {room.game.title}: {' '.join(won)}")
    return "\n".join(["**Levels beaten**", *lines]) if lines else ""


def head_to_head(name: str, viewer: str, met: Balance) -> str:
    if not met.played:
        return f"{at_start(name)} and {viewer} have not met in a duel yet."
    return f"Head to head: {name} **{score(met)}** {viewer}"


def last_duels(found: Achievements) -> str:
    lines = [_line(played, found) for played in found.latest.duels[:LISTED]]
    return "\n".join(["**Last duels**", *lines])


def _line(played: Played, found: Achievements) -> str:
    """Writes a duel; the name comes last, because it may be long."""
    change = f" {signed(played.change.by)}" if played.change else ""
    result = in_profile(played.won, opponent(played, found.names, found.sign))
    return f"-# {title_of(played.game)}{change}: {result}"


def score(balance: Balance) -> str:
    return f"{balance.wins}–{balance.losses}"


def known_games() -> list[str]:
    """Returns the keys of all games in menu order; the number of each gives its colour."""
    return list(dict.fromkeys(room.game.key for room in (*GAMES, *RETIRED)))
