"""/profile: what somebody has achieved here, with a picture of how their ratings went.

Everybody may see it, so nobody in it is called "you". The text is the answer; the picture follows, and when
it can't be drawn or sent, the text is still there.
"""

import logging
from io import BytesIO

import discord
from discord.ui import LayoutView, MediaGallery

from bot.history.history import History, Page, Played
from bot.history.profile import Balance, Profile, ProfileStore
from bot.pictures.drawing import DrawingProcess
from bot.pictures.picture import Line, RatingPicture, colour
from bot.ratings.model import ALL_GAMES, signed
from bot.ui.pages.history import HistoryButton, Side
from bot.ui.presses.press import Press
from bot.ui.texts.finished import computer, in_short, nothing_yet, title_of
from bot.ui.texts.messages import mention
from bot.ui.texts.render import layout
from games import GAMES, RETIRED

log = logging.getLogger(__name__)

FILE = "ratings.png"
SILENT = discord.AllowedMentions.none()


class Profiles:
    def __init__(self, careers: ProfileStore, past: History, studio: DrawingProcess) -> None:
        self._careers = careers
        self._past = past
        self._studio = studio

    async def show(self, interaction: Press, person: int) -> None:
        guild = interaction.guild_id or 0
        latest = await self._past.latest(person, guild)
        if not latest.duels:
            raise nothing_yet(interaction, person)
        career = await self._careers.profile(person, guild, computer(interaction))
        blocks = [_heading(person, career), _games(career), _facts(career)]
        if person != interaction.user.id:
            met = await self._careers.between(person, interaction.user.id, guild)
            blocks.append(_head_to_head(person, interaction.user.id, met))
        blocks.append(_last(latest))
        await interaction.response.send_message(view=_view(person, blocks), allowed_mentions=SILENT)
        if career.course:
            await self._illustrate(interaction, person, blocks, picture_of(career))

    async def _illustrate(
        self, interaction: Press, person: int, blocks: list[str], picture: RatingPicture
    ) -> None:
        png = await self._studio.draw(picture)
        if png is None:
            return
        view = _view(person, blocks, picture.words())
        file = discord.File(BytesIO(png), FILE)
        try:
            await interaction.edit_original_response(view=view, attachments=[file], allowed_mentions=SILENT)
        except (discord.HTTPException, OSError) as error:
            log.warning("a profile stays without its picture (%s)", getattr(error, "code", error))


def picture_of(career: Profile) -> RatingPicture:
    """One line per game, from what the rating was before its first duel."""
    lines = []
    for number, game in enumerate(_known_games()):
        points = [point for point in career.course if point.game == game]
        if points:
            start = (points[0].number - 1, points[0].before)
            course = (start, *((point.number, point.rating) for point in points))
            lines.append(Line(title_of(game), number, course))
    return RatingPicture(tuple(lines))


def _view(person: int, blocks: list[str], words: str = "") -> LayoutView:
    """With the picture's words comes the picture."""
    item = discord.MediaGalleryItem(f"attachment://{FILE}", description=words)
    pictures = [MediaGallery[LayoutView](item)] if words else []
    button = HistoryButton("All duels", person, None, Side.LATEST)
    return layout(*blocks, *pictures, rows=[[button]])


def _heading(person: int, career: Profile) -> str:
    """The one number first, where there is one."""
    total = career.total
    record = f"{total.wins} won, {total.losses} lost" if total.played else "No duel against a person yet"
    overall = career.ratings.get(ALL_GAMES)
    return f"### {mention(person)}\n" + (f"Rating **{overall}** · {record}" if overall else record)


def _games(career: Profile) -> str:
    lines = []
    for number, game in enumerate(_known_games()):
        balance, standing = career.against_people.get(game), career.ratings.get(game)
        if balance is None and standing is None:
            continue
        rating = f"**{standing}**" if standing else "not rated"
        lines.append(f"{colour(number).square} {title_of(game)} {rating} · {_score(balance or Balance())}")
    if any(standing.provisional for standing in career.ratings.values()):
        lines.append("-# ? marks a rating that is still uncertain.")
    return "\n".join(lines)


def _facts(career: Profile) -> str:
    lines = []
    if career.total.played:
        lines.append(f"Wins in a row: {career.streak} now, {career.longest} at best")
    if career.favourite:
        lines.append(f"Favourite game: {title_of(career.favourite)}")
    if career.against_computer.played:
        lines.append(f"Against the computer: {_score(career.against_computer)}")
    return "\n".join(lines)


def _head_to_head(person: int, viewer: int, met: Balance) -> str:
    if not met.played:
        return f"{mention(person)} and {mention(viewer)} have not met in a duel yet."
    return f"Head to head: {mention(person)} **{_score(met)}** {mention(viewer)}"


def _last(latest: Page) -> str:
    return "\n".join(["**Last duels**", *map(_line, latest.duels)])


def _line(played: Played) -> str:
    """The name comes last, for it may be long."""
    change = f" {signed(played.change.by)}" if played.change else ""
    return f"-# {title_of(played.game)}{change}: {in_short(played)}"


def _score(balance: Balance) -> str:
    return f"{balance.wins}–{balance.losses}"


def _known_games() -> list[str]:
    """In menu order, each with a colour of its own."""
    return list(dict.fromkeys(room.game.key for room in (*GAMES, *RETIRED)))
