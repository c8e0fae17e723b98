"""Making a challenge, by /duel or from the menu of a person."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

import discord

from bot.duels.computer import DEFAULT_LEVEL
from bot.duels.pace import pace_of
from bot.services import Services
from bot.ui.buttons import press_button
from bot.ui.duels.allowed import (
    check_challenge,
    check_opponent,
    check_permissions,
    check_place,
    guild_of,
)
from bot.ui.duels.answers import announce
from bot.ui.handlers import Handlers
from bot.ui.ids import CustomId, Format, GameKey, PersonId
from bot.ui.levels import level_question
from bot.ui.render import in_rows, layout, sentence
from bot.ui.wire.press import Press
from games import GAMES, offered_room
from games.engine import Refused, value
from games.room import AnyRoom

POSTED = "Posted below."
DUEL_IN_SERVERS = "Duels are played in servers. Use /duel there."
ANYONE = 0
"""Stands for nobody in particular where a person's id would be."""

on = Handlers()


@value
class GameChoice(CustomId):
    """Asks for a duel with somebody in a game; without a game, it asks for one."""

    word = "ask"

    person: PersonId
    game: Annotated[str, Format("[a-z]{0,20}")]


@value
class LevelChoice(CustomId):
    """Asks for a duel with the computer at a level."""

    word = "play"

    game: GameKey
    level: Annotated[str, Format("[a-z]{1,20}")]


async def challenge(
    press: Press,
    services: Services,
    room: AnyRoom,
    opponent: discord.User | discord.Member | None,
    pace: int | None = None,
    *,
    rated: bool | None = None,
    level: str | None = None,
) -> None:
    """Makes a challenge. Pace and stakes that were left open are the server's. A level and no opponent means
    the computer."""
    with services.announcer.answering(press.id, press.person):
        rival = _rival(services, opponent, level)
        await _challenge(press, services, room, opponent, pace, rated=rated, rival=rival)


def _rival(
    services: Services, opponent: discord.User | discord.Member | None, level: str | None
) -> str | None:
    """Returns the computer's level, if it is the computer that is challenged."""
    if opponent is not None and opponent.id == services.computer:
        return level or DEFAULT_LEVEL.key
    if opponent is not None and level is not None:
        raise Refused(
            "Levels are for the computer. Leave the level out to challenge a person, "
            "or the opponent to play the computer."
        )
    return level


async def _challenge(
    press: Press,
    services: Services,
    room: AnyRoom,
    opponent: discord.User | discord.Member | None,
    pace: int | None,
    *,
    rated: bool | None,
    rival: str | None,
) -> None:
    if press.guild is None or press.channel is None:
        raise Refused(DUEL_IN_SERVERS)
    check_permissions(press)
    if opponent is not None and rival is None:
        check_opponent(opponent)
    settings = await (check_place(press, services) if rival else check_challenge(press, services, opponent))
    arena = services.arenas.arena(press.guild)
    duel = await arena.challenge(
        press.person,
        services.computer if rival else opponent.id if opponent else None,
        room,
        settings.pace if pace is None else pace_of(pace),
        rated=settings.rated if rated is None else rated,
        channel=press.channel,
        rival=rival,
    )
    await announce(press, services, duel, settings)
    await services.crowds.offer_threads(press, settings)


@on.component(GameChoice)
async def choose_game(press: Press, services: Services, choice: GameChoice) -> None:
    """Makes a challenge in the game that was chosen after "Challenge to a duel", or asks for the computer's
    level; the person may have left since."""
    if press.guild is None:
        raise Refused(DUEL_IN_SERVERS)
    if not choice.game:
        await ask_game(press, services, choice.person)
        return
    room = _room(choice.game)
    if choice.person == services.computer:
        question = level_question(
            room,
            lambda level: press_button(LevelChoice(choice.game, level.key), level.name),
            services.deck,
        )
        await press.reply.privately(question)
        return
    async with _answered(press):
        opponent = None if choice.person == ANYONE else await _member(press, services, choice.person)
        await challenge(press, services, room, opponent)


async def _member(press: Press, services: Services, person: int) -> discord.Member:
    try:
        return await guild_of(press, services).fetch_member(person)
    except discord.NotFound:
        raise Refused("That person is not in this server any more.") from None


async def ask_game(press: Press, services: Services, person: int) -> None:
    """Asks in private, if a duel could be begun here at all."""
    check_permissions(press)
    await check_place(press, services)
    if person == services.computer:
        question = "### Play the computer\nWhich game?"
    elif person == ANYONE:
        question = "### A challenge to anyone\nWhich game?"
    else:
        names = await services.people.names(press.guild or 0, [person])
        question = f"Which game, against {names[person]}?"
    buttons = [press_button(GameChoice(person, room.game.key), room.game.title) for room in GAMES]
    await press.reply.privately(layout(question, rows=in_rows(buttons, 3)))


@on.component(LevelChoice)
async def choose_level(press: Press, services: Services, choice: LevelChoice) -> None:
    room = _room(choice.game)
    async with _answered(press):
        await challenge(press, services, room, None, level=choice.level)


@asynccontextmanager
async def _answered(press: Press) -> AsyncIterator[None]:
    """Answers a private question before anything is asked of Discord, which may take a while. When the card
    is posted, the question becomes one line, so that nobody presses it again."""
    if not press.is_private:
        yield
        return
    await press.reply.wait()
    yield
    await press.reply.edit(sentence(POSTED))


def _room(game: str) -> AnyRoom:
    room = offered_room(game)
    if room is None:
        raise Refused("That game is not played here. Use /duel to see which are.")
    return room
