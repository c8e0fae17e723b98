"""/settings: what the people who manage a server can choose, and the resets of its leaderboards."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Annotated, TypeAlias

import discord
from discord import ButtonStyle, ChannelType
from discord import ComponentType as Kind

from bot.duels.pace import PACES
from bot.duels.settings import Challengers, Mentions, Settings
from bot.ratings.ledger import Loss
from bot.ratings.resets import UNDO_WITHIN, Reset
from bot.services import Services
from bot.ui.buttons import press_button
from bot.ui.duels.allowed import guild_of, settings_of, takes_duels
from bot.ui.handlers import Handlers
from bot.ui.ids import CustomId, Format, Word
from bot.ui.names import at_start
from bot.ui.pages.finished import title_of
from bot.ui.permissions import FOR_THREADS
from bot.ui.render import frame, in_row, lines, plural, sentence
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, offered_room
from games.engine import Refused, value
from games.screen import listed

MOST_CHANNELS = 25
PLACES = (ChannelType.text, ChannelType.voice, ChannelType.stage_voice, ChannelType.forum)
"""The kinds of channels where a duel can be started; threads count as the channel they belong to.
Announcement channels take hardly any edits."""
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
ALL = "all"
"""Stands for every leaderboard where a game's key would be."""
Change: TypeAlias = Callable[[Press, Services, list[str]], Awaitable[Sheet | None]]
"""Changes something; returns what is to be shown instead of the panel, if anything."""
ON, OFF = "on", "off"
THREADS = {ON: "Threads: on", OFF: "Threads: off"}
RATED = {ON: "Rated: on", OFF: "Rated: off"}
NO_THREADS = "⚠️ Duels stay in the channel in {places}: there I need the permission {permissions}."
NO_THREADS_AND_MORE = (
    "⚠️ Duels stay in the channel in {places} and {more} more: there I need the permission {permissions}."
)
NOBODY = "Nobody is on the leaderboard of {title} yet, so there is nothing to reset."
NOBODY_ANYWHERE = "Nobody is on any leaderboard yet, so there is nothing to reset."
QUESTION, QUESTION_ALL = "### Reset the leaderboard of {title}?", "### Reset all leaderboards?"
KEPT = (
    "The duels stay in everybody's history, and count for all games together as before. "
    "You can undo it for a day."
)
KEPT_OF_ALL = "The duels themselves stay in everybody's history. You can undo it for a day."
DONE = "{name} has reset the leaderboard of {title}. You can undo that; the offer ends {time}."
DONE_ALL = "{name} has reset all leaderboards. You can undo that; the offer ends {time}."
LOST = "- the ratings and ranks of {count:,} people, of all time and of this month"
LOST_BY_ONE = "- the ratings and ranks of one person, of all time and of this month"
LOST_DUELS, LOST_DUEL = "- {count:,} duels that counted for them", "- one duel that counted for them"
LOST_LEAD = "- the first place of {name}"
COUNTING = "The duels are being counted again. With many of them this takes a minute."
OLD = "This panel is from an older version. Open it again with /settings."

on = Handlers()


class Wish(StrEnum):
    """Says what a control asks for."""

    CHANNELS = "channels"
    PACE = "pace"
    CHALLENGERS = "challengers"
    ROLE = "role"
    MENTIONS = "mentions"
    THREADS = "threads"
    RATED = "rated"
    PANEL = "panel"
    """Leads back to the panel, without doing anything."""
    RESET = "reset"
    """Opens the list of leaderboards."""
    RESET_WHICH = "which"
    RESET_NOW = "resetnow"
    UNDO = "undo"


@value
class SettingsAction(CustomId):
    """Asks for a change: a button says its value in its custom id; a list sends what was chosen."""

    word = "settings"

    wish: Word
    value: Annotated[str, Format("[a-z0-9]{1,20}")] = ""


def button(wish: Wish, label: str, value: str = "", style: ButtonStyle = ButtonStyle.secondary) -> Wire:
    return press_button(SettingsAction(wish, value), label, style)


def options(wish: Wish, offers: Iterable[tuple[str, str]], chosen: str = "", hint: str = "") -> Wire:
    """Makes a list with one of these (value, label) pairs to choose."""
    choices = [{"label": label, "value": value, "default": value == chosen} for value, label in offers]
    return _list(Kind.string_select, wish, hint) | {"options": choices}


def channels(wish: Wish, chosen: Collection[int], hint: str) -> Wire:
    return _list(Kind.channel_select, wish, hint, chosen, "channel") | {
        "channel_types": [place.value for place in PLACES],
        "min_values": 0,
        "max_values": MOST_CHANNELS,
    }


def role(wish: Wish, chosen: int | None, hint: str) -> Wire:
    return _list(Kind.role_select, wish, hint, [chosen] if chosen else [], "role")


def page(*parts: str | Sequence[Wire]) -> Sheet:
    """Puts texts and rows of controls one below the other."""
    return frame(*(part if isinstance(part, str) else in_row(part) for part in parts if part))


def _list(kind: Kind, wish: Wish, hint: str, chosen: Collection[int] = (), chosen_kind: str = "") -> Wire:
    """Makes a list of which one is chosen. Discord takes no empty list of defaults where one must be
    chosen."""
    custom_id = str(SettingsAction(wish))
    plain: Wire = {"type": kind.value, "custom_id": custom_id, "min_values": 1, "max_values": 1}
    if hint:
        plain["placeholder"] = hint
    if chosen:
        plain["default_values"] = [{"id": str(each), "type": chosen_kind} for each in sorted(chosen)]
    return plain


def panel(
    settings: Settings,
    guild: discord.Guild | None,
    last_reset: Reset | None,
    names: Mapping[int, str],
    note: str = "",
) -> Sheet:
    """Shows the settings; `names` tell who has reset a leaderboard."""
    undoable, undo = undoing(last_reset, names)
    paces = [(str(pace.seconds), pace.title) for pace in PACES]
    reset = button(Wish.RESET, "Reset a leaderboard…")
    return page(
        "### Settings of this server\nA change counts at once, for challenges made from then on.",
        "**Channels** for duels, with their threads",
        [channels(Wish.CHANNELS, settings.channels, "All channels")],
        "**Time** for a pick, unless the challenge says otherwise",
        [options(Wish.PACE, paces, str(settings.pace.seconds), "How long a pick may take")],
        "**Who** may duel",
        [options(Wish.CHALLENGERS, CHALLENGERS, settings.challengers, "Who may duel")],
        *_role(settings),
        "**Pings**",
        [options(Wish.MENTIONS, MENTIONS, settings.mentions, "Who is pinged")],
        "A **thread** for each duel; **rated** unless the challenge says otherwise",
        [
            _toggle(Wish.THREADS, THREADS, on=settings.threads),
            _toggle(Wish.RATED, RATED, on=settings.rated),
        ],
        _thread_trouble(settings, guild),
        undoable,
        [reset, *undo],
        f"**{note}**" if note else "",
    )


def _role(settings: Settings) -> list[str | Sequence[Wire]]:
    if settings.challengers is not Challengers.ROLE:
        return []
    picker = [role(Wish.ROLE, settings.role, "Choose the role")]
    return [picker] if settings.role else [picker, "⚠️ Until a role is chosen, anyone may duel."]


def _toggle(wish: Wish, labels: Mapping[str, str], *, on: bool) -> Wire:
    """Makes a switch. Its custom id says what it will be, so pressing twice does no harm."""
    if on:
        return button(wish, labels[ON], OFF, ButtonStyle.success)
    return button(wish, labels[OFF], ON)


def _thread_trouble(settings: Settings, guild: discord.Guild | None) -> str:
    """Warns of channels where threads are wanted but can't be made."""
    if not settings.threads or guild is None:
        return ""
    places = [guild.get_channel(each) for each in settings.channels] or guild.text_channels
    lacking = {place.mention: _missing(place) for place in places if place is not None and _missing(place)}
    if not lacking:
        return ""
    permissions = listed(sorted({name for names in lacking.values() for name in names}))
    shown, more = ", ".join([*lacking][:NAMED_AT_MOST]), len(lacking) - NAMED_AT_MOST
    words = NO_THREADS_AND_MORE if more > 0 else NO_THREADS
    return words.format(places=shown, more=more, permissions=permissions)


def _missing(place: discord.abc.GuildChannel) -> list[str]:
    """Returns the permissions that threads lack here, if the bot could run a duel here at all."""
    may = place.permissions_for(place.guild.me)
    if not may.view_channel:
        return []
    return [name for key, name in FOR_THREADS.items() if not getattr(may, key)]


def which() -> Sheet:
    offers = [(ALL, "All of them"), *((room.game.key, room.game.title) for room in GAMES)]
    return page(
        "### Reset a leaderboard",
        "Everybody starts there from nothing. You will be asked once more.",
        [options(Wish.RESET_WHICH, offers, hint="Which one?")],
        [button(Wish.PANEL, "No, go back")],
    )


def question(game: str | None, loss: Loss, names: Mapping[int, str]) -> Sheet:
    if not loss.people:
        return page(_about(game, NOBODY, NOBODY_ANYWHERE), [button(Wish.PANEL, "Go back")])
    return page(
        _about(game, QUESTION, QUESTION_ALL),
        f"**This would be lost:**\n{_lost(loss, names)}",
        _about(game, KEPT, KEPT_OF_ALL),
        [
            button(Wish.RESET_NOW, "Reset it", game or ALL, ButtonStyle.danger),
            button(Wish.PANEL, "No, go back"),
        ],
    )


def undoing(reset: Reset | None, names: Mapping[int, str]) -> tuple[str, list[Wire]]:
    """Says what the panel tells of the last reset, and makes the button that undoes it."""
    if reset is None:
        return "", []
    name, ends = at_start(names[reset.by]), f"<t:{int(reset.at + UNDO_WITHIN)}:R>"
    text = _about(reset.game, DONE, DONE_ALL, name=name, time=ends)
    return text, [button(Wish.UNDO, "Undo the reset", str(reset.id), ButtonStyle.primary)]


def game_of(value: str) -> str | None:
    """Returns the game that a control names; None for all of them."""
    if value != ALL and offered_room(value) is None:
        raise Refused("That game is not played here. Choose another one.")
    return None if value == ALL else value


def _about(game: str | None, one: str, all_of_them: str, **places: str) -> str:
    """Fills in the sentence about the leaderboard of a game, or the sentence about all leaderboards."""
    return (all_of_them if game is None else one).format(title=title_of(game or ""), **places)


def _lost(loss: Loss, names: Mapping[int, str]) -> str:
    return lines(
        plural(loss.people, LOST_BY_ONE, LOST),
        plural(loss.duels, LOST_DUEL, LOST_DUELS),
        "" if loss.leader is None else LOST_LEAD.format(name=names[loss.leader]),
    )


async def show(press: Press, services: Services) -> None:
    check_manager(press)
    await press.reply.privately(await _panel(press, services))


@on.component(SettingsAction)
async def act(press: Press, services: Services, action: SettingsAction) -> None:
    check_manager(press)
    change = CHANGES.get(action.wish)
    is_list = action.wish in LISTS
    values = [*press.values] if is_list else [action.value]
    if change is None or not (values or action.wish == Wish.CHANNELS):
        raise Refused(OLD)
    instead = await change(press, services, values)
    await press.reply.privately(instead or await _panel(press, services))


async def _panel(press: Press, services: Services, note: str = "") -> Sheet:
    last = await services.ledger.last_reset(press.guild or 0, services.clock.now())
    guild = services.client.get_guild(press.guild or 0)
    names = await services.people.names(press.guild or 0, [] if last is None else [last.by])
    return panel(await settings_of(press, services), guild, last, names, note)


async def _set_channels(press: Press, services: Services, values: list[str]) -> None:
    guild = _guild(press, services)
    chosen = {int(value) for value in values if value.isdecimal()}
    await services.settings.set_channels(
        guild.id, {each for each in chosen if takes_duels(guild.get_channel(each))}
    )


async def _set_pace(press: Press, services: Services, values: list[str]) -> None:
    offered = {str(pace.seconds): pace.seconds for pace in PACES}
    await _set(press, services, pace=offered[_one_of(offered, values)])


async def _set_challengers(press: Press, services: Services, values: list[str]) -> None:
    await _set(press, services, challengers=_one_of(Challengers, values))


async def _set_role(press: Press, services: Services, values: list[str]) -> None:
    role = _guild(press, services).get_role(int(values[0])) if values[0].isdecimal() else None
    if role is None:
        raise Refused("That role is gone. Choose another one.")
    await _set(press, services, role=role.id)


async def _set_mentions(press: Press, services: Services, values: list[str]) -> None:
    await _set(press, services, mentions=_one_of(Mentions, values))


async def _switch(column: str, press: Press, services: Services, values: list[str]) -> None:
    await _set(press, services, **{column: _one_of((ON, OFF), values) == ON})


async def _nothing(_press: Press, _services: Services, _values: list[str]) -> None:
    """Changes nothing: the panel is shown as it stands."""


async def _choose_leaderboard(_press: Press, _services: Services, _values: list[str]) -> Sheet:
    return which()


async def _confirm_reset(press: Press, services: Services, values: list[str]) -> Sheet:
    game = game_of(values[0])
    loss = await services.ledger.loss_preview(_guild(press, services).id, game)
    leader = [] if loss.leader is None else [loss.leader]
    return question(game, loss, await services.people.names(press.guild or 0, leader))


async def _reset(press: Press, services: Services, values: list[str]) -> Sheet:
    guild, game = _guild(press, services).id, game_of(values[0])
    await press.reply.take_time()
    await services.ledger.reset(guild, game, press.person, services.clock.now())
    return await _panel(press, services)


async def _undo(press: Press, services: Services, values: list[str]) -> Sheet:
    guild, number = _guild(press, services).id, int(values[0]) if values[0].isdecimal() else 0
    await press.reply.privately(sentence(COUNTING))
    undone = await services.ledger.undo(guild, number, services.clock.now())
    note = "Everything is as if that reset had never been." if undone else "It is too late to undo that."
    return await _panel(press, services, note)


async def _set(press: Press, services: Services, **values: object) -> None:
    await services.settings.change(_guild(press, services).id, **values)


CHANGES: dict[str, Change] = {
    Wish.CHANNELS: _set_channels,
    Wish.PACE: _set_pace,
    Wish.CHALLENGERS: _set_challengers,
    Wish.ROLE: _set_role,
    Wish.MENTIONS: _set_mentions,
    Wish.THREADS: partial(_switch, "threads"),
    Wish.RATED: partial(_switch, "rated"),
    Wish.PANEL: _nothing,
    Wish.RESET: _choose_leaderboard,
    Wish.RESET_WHICH: _confirm_reset,
    Wish.RESET_NOW: _reset,
    Wish.UNDO: _undo,
}
LISTS = (Wish.CHANNELS, Wish.PACE, Wish.CHALLENGERS, Wish.ROLE, Wish.MENTIONS, Wish.RESET_WHICH)
"""The lists send what was chosen; buttons carry their value."""


def check_manager(press: Press) -> None:
    if not (press.permissions.manage_guild or press.permissions.administrator):
        raise Refused("The settings are for people with the permission Manage Server.")


def _guild(press: Press, services: Services) -> discord.Guild:
    if press.guild is None:
        raise Refused("Settings belong to a server. Use /settings there.")
    return guild_of(press, services)


def _one_of(offered: Iterable[str], values: list[str]) -> str:
    if len(values) != 1 or values[0] not in set(offered):
        raise Refused(OLD)
    return values[0]
