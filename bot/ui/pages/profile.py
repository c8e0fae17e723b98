"""/profile: what somebody has achieved here, with a picture of how their ratings went.

Everybody may see it, so nobody in it is called "you". The text is the answer; the picture follows. If it
can't be drawn or sent, the text is still there.
"""

from collections.abc import Mapping

from bot.history.history import Page, Played
from bot.history.profile import Balance, Profile
from bot.pictures.picture import Line, RatingPicture, colour
from bot.ratings.model import ALL_GAMES, signed
from bot.services import Services
from bot.ui.pages.history import HistoryPage, Side
from bot.ui.pictures import drawn, illustrate
from bot.ui.texts.buttons import press_button
from bot.ui.texts.finished import in_short, nothing_yet, opponents, title_of
from bot.ui.texts.names import at_start
from bot.ui.texts.render import gallery, layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games import GAMES, RETIRED

FILE = "ratings.png"


async def show(press: Press, services: Services, person: int) -> None:
    async with services.queues.pages.place(press.person, press.guild):
        profile, blocks = await _read(press, services, person)
    await press.reply.send(_sheet(person, blocks), private=False)
    if profile.course:
        picture = picture_of(profile)
        png = await drawn(press, services, picture)
        if png is not None:
            await illustrate(press, _sheet(person, blocks, picture.words()), FILE, png)


async def _read(press: Press, services: Services, person: int) -> tuple[Profile, list[str]]:
    """The profile, and the texts of its page."""
    guild = press.guild or 0
    latest = await services.history.latest(person, guild)
    names = await services.people.names(guild, {person, press.person, *opponents(latest.duels)})
    if not latest.duels:
        raise nothing_yet(None if person == press.person else names[person])
    profile = await services.profiles.profile(person, guild, services.computer)
    blocks = [_heading(names[person], profile), _games(profile), _facts(profile)]
    if person != press.person:
        met = await services.profiles.between(person, press.person, guild)
        blocks.append(_head_to_head(names[person], names[press.person], met))
    return profile, [*blocks, _last(latest, names)]


def picture_of(profile: Profile) -> RatingPicture:
    """One line per game; it starts at the rating before the first duel."""
    lines = []
    for number, game in enumerate(_known_games()):
        points = [point for point in profile.course if point.game == game]
        if points:
            start = (points[0].number - 1, points[0].before)
            course = (start, *((point.number, point.rating) for point in points))
            lines.append(Line(title_of(game), number, course))
    return RatingPicture(tuple(lines))


def _sheet(person: int, blocks: list[str], words: str = "") -> Sheet:
    """The page; `words` describe the picture, if there is one."""
    pictures = [gallery(FILE, words)] if words else []
    button = press_button(HistoryPage(person, None, Side.LATEST), "All duels")
    return layout(*blocks, *pictures, rows=[[button]])


def _heading(name: str, profile: Profile) -> str:
    """The rating of all games comes first, if there is one."""
    total = profile.total
    record = f"{total.wins} won, {total.losses} lost" if total.played else "No duel against a person yet"
    overall = profile.ratings.get(ALL_GAMES)
    return f"### {at_start(name)}\n" + (f"Rating **{overall}** · {record}" if overall else record)


def _games(profile: Profile) -> str:
    lines = []
    for number, game in enumerate(_known_games()):
        balance, standing = profile.against_people.get(game), profile.ratings.get(game)
        if balance is None and standing is None:
            continue
        rating = f"**{standing}**" if standing else "not rated"
        lines.append(f"{colour(number).square} {title_of(game)} {rating} · {_score(balance or Balance())}")
    if any(standing.provisional for standing in profile.ratings.values()):
        lines.append("-# ? marks a rating that is still uncertain.")
    return "\n".join(lines)


def _facts(profile: Profile) -> str:
    lines = []
    if profile.total.played:
        lines.append(f"Wins in a row: {profile.streak} now, {profile.longest} at best")
    if profile.favourite:
        lines.append(f"Favourite game: {title_of(profile.favourite)}")
    if profile.against_computer.played:
        lines.append(f"Against the computer: {_score(profile.against_computer)}")
    return "\n".join(lines)


def _head_to_head(name: str, viewer: str, met: Balance) -> str:
    if not met.played:
        return f"{at_start(name)} and {viewer} have not met in a duel yet."
    return f"Head to head: {name} **{_score(met)}** {viewer}"


def _last(latest: Page, names: Mapping[int, str]) -> str:
    return "\n".join(["**Last duels**", *(_line(played, names) for played in latest.duels)])


def _line(played: Played, names: Mapping[int, str]) -> str:
    """The name comes last, because it may be long."""
    change = f" {signed(played.change.by)}" if played.change else ""
    return f"-# {title_of(played.game)}{change}: {in_short(played, names)}"


def _score(balance: Balance) -> str:
    return f"{balance.wins}–{balance.losses}"


def _known_games() -> list[str]:
    """The keys of all games in menu order; the number of each gives its colour."""
    return list(dict.fromkeys(room.game.key for room in (*GAMES, *RETIRED)))
