"""The panel of a server's settings: everything that can be chosen, as it stands."""

from collections.abc import Mapping, Sequence

import discord
from discord import ButtonStyle

from bot.duels.pace import PACES
from bot.duels.settings import Challengers, Mentions, Settings
from bot.ratings.resets import Reset
from bot.ui.pages.settings import controls
from bot.ui.pages.settings.controls import Wish, page
from bot.ui.pages.settings.resets import undoing
from bot.ui.texts.permissions import FOR_THREADS
from bot.ui.wire.sheet import Sheet, Wire

CHALLENGERS = (
    (Challengers.ANYONE, "Anyone may challenge anyone"),
    (Challengers.NAMED, "Only challenges to a named person"),
    (Challengers.ROLE, "Only people with a role"),
)
MENTIONS = (
    (Mentions.CHALLENGED, "Those who are challenged or have to pick"),
    (Mentions.NOBODY, "Nobody"),
)
NAMED_AT_MOST = 3


def panel(
    settings: Settings,
    guild: discord.Guild | None,
    last_reset: Reset | None,
    names: Mapping[int, str],
    note: str = "",
) -> Sheet:
    """`names` tell who has reset a leaderboard."""
    undoable, undo = undoing(last_reset, names)
    paces = [(str(pace.seconds), pace.label.capitalize()) for pace in PACES]
    reset = controls.button(Wish.RESET, "Reset a leaderboard…")
    return page(
        "### Settings of this server\nA change counts at once, for challenges made from then on.",
        "**Channels** for duels, with their threads",
        [controls.channels(Wish.CHANNELS, settings.channels, "All channels")],
        "**Time** for a pick, unless the challenge says otherwise",
        [controls.options(Wish.PACE, paces, str(settings.pace.seconds), "How long a pick may take")],
        "**Who** may duel",
        [controls.options(Wish.CHALLENGERS, CHALLENGERS, settings.challengers, "Who may duel")],
        *_role(settings),
        "**Pings**",
        [controls.options(Wish.MENTIONS, MENTIONS, settings.mentions, "Who is pinged")],
        "A **thread** for each duel; **rated** unless the challenge says otherwise",
        [
            _switch(Wish.THREADS, "Threads", on=settings.threads),
            _switch(Wish.RATED, "Rated", on=settings.rated),
        ],
        _thread_trouble(settings, guild),
        undoable,
        [reset, *undo],
        f"**{note}**" if note else "",
    )


def _role(settings: Settings) -> list[str | Sequence[Wire]]:
    if settings.challengers is not Challengers.ROLE:
        return []
    picker = [controls.role(Wish.ROLE, settings.role, "Choose the role")]
    return [picker] if settings.role else [picker, "⚠️ Until a role is chosen, anyone may duel."]


def _switch(wish: Wish, name: str, *, on: bool) -> Wire:
    """Its custom id says what it will be, so pressing twice does no harm."""
    label = f"{name}: {'on' if on else 'off'}"
    return controls.button(
        wish, label, "off" if on else "on", ButtonStyle.success if on else ButtonStyle.secondary
    )


def _thread_trouble(settings: Settings, guild: discord.Guild | None) -> str:
    """Warns of channels where threads are wanted but can't be made."""
    if not settings.threads or guild is None:
        return ""
    places = [guild.get_channel(each) for each in settings.channels] or guild.text_channels
    lacking = {place.mention: _missing(place) for place in places if place is not None and _missing(place)}
    if not lacking:
        return ""
    permissions = " and ".join(sorted({name for names in lacking.values() for name in names}))
    shown = ", ".join(list(lacking)[:NAMED_AT_MOST])
    more = f" and {len(lacking) - NAMED_AT_MOST} more" if len(lacking) > NAMED_AT_MOST else ""
    return f"⚠️ Duels stay in the channel in {shown}{more}: there I need the permission {permissions}."


def _missing(place: discord.abc.GuildChannel) -> list[str]:
    """Permissions that threads need here, if the bot could run a duel here at all."""
    may = place.permissions_for(place.guild.me)
    if not may.view_channel:
        return []
    return [name for key, name in FOR_THREADS.items() if not getattr(may, key)]
