"""Your duels as a list with a button each, and your hand wherever you are."""

import asyncio
from collections.abc import Callable, Sequence

from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.buttons import button, danger
from bot.ui.duels.calls import time_left
from bot.ui.duels.panel import open_new
from bot.ui.duels.resigning import question
from bot.ui.ids import Verb
from bot.ui.mentions import link
from bot.ui.pages.empty import no_duel
from bot.ui.render import beside, layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import Refused, other
from games.screen import Names, listed

LISTED = 11
"""Live duels in one list: each takes three of the forty parts that Discord allows a message."""
LONGEST_LIST = 3000
"""Characters of their lines; Discord takes 4,000 in all of a message's texts."""


async def show_duels(press: Press, services: Services) -> None:
    """Lists a person's duels and challenges. Challenges have no hand yet, so they have no button."""
    found = await _open(press, services)
    if not found:
        await press.reply.send(no_duel(press, services), private=True)
        return
    live = _live(found, press.person)
    challenges = [duel for duel in found if duel.status is Status.CHALLENGE]
    lines = await _lines(services, [*live, *challenges], press.person)
    page = _list("### Your duels", lines[: len(live)], _opener, lines[len(live) :])
    await press.reply.send(page, private=True)


async def show_hand(press: Press, services: Services) -> None:
    """Opens the panel of the only live duel, or lists several, or one that another process keeps, with
    buttons."""
    live = _live(await _open(press, services), press.person)
    if not live:
        await press.reply.send(no_duel(press, services), private=True)
        return
    if len(live) > 1 or not services.shards.keeps(live[0].guild):
        lines = await _lines(services, live, press.person)
        await press.reply.send(_list("### Which hand?", lines, _opener), private=True)
        return
    arena, number = services.arenas.arena(live[0].guild), live[0].id
    with services.announcer.answering(press.id, press.person, number):
        await open_new(press, services, await arena.duel(number))


async def ask_resign(press: Press, services: Services) -> None:
    """Asks about the duel of this channel, or the only one; otherwise which one."""
    live = _live(await _open(press, services), press.person)
    here = [duel for duel in live if duel.channel == press.channel] or live
    if not here:
        raise Refused("You are in no duel here.")
    if len(here) > 1:
        lines = await _lines(services, here, press.person)
        page = _list("### Which duel do you give up?", lines, _resigner)
    else:
        page = await question(services, here[0], press.person, _turn(here[0]))
    await press.reply.send(page, private=True)


async def _open(press: Press, services: Services) -> list[Duel]:
    """Returns the open challenges and duels of a person in this server; in a direct message those of all
    servers."""
    if press.guild is not None:
        return await services.arenas.arena(press.guild).open_of(press.person)
    found = [
        await _read(services, guild, duel)
        for guild, duel in await services.storage.open_everywhere(press.person)
    ]
    return [duel for duel in found if duel is not None]


async def _read(services: Services, guild: int, duel: int) -> Duel | None:
    """Reads a duel. One of another process is not kept: it changes there."""
    if services.shards.keeps(guild):
        return await services.arenas.arena(guild).duel(duel)
    return await services.storage.duel(duel)


def _live(found: Sequence[Duel], person: int) -> list[Duel]:
    """Sorts live duels: those that wait for this person come first, then those whose time is up soonest."""
    live = [duel for duel in found if duel.status is Status.LIVE]
    return sorted(live, key=lambda duel: (not _waits_for(duel, person), duel.deadline))


def _waits_for(duel: Duel, person: int) -> bool:
    return duel.match is not None and duel.seat_of(person) in duel.match.waiting


async def _lines(services: Services, found: Sequence[Duel], reader: int) -> list[tuple[Duel, str]]:
    """Writes a line for each duel. All names are asked for at once, because the person waits for them."""
    called = await asyncio.gather(*map(services.people.called, found))
    return [(duel, _line(duel, names, reader)) for duel, names in zip(found, called, strict=True)]


def _line(duel: Duel, called: Names, reader: int) -> str:
    """Writes a duel for one of its players."""
    title = f"[{duel.room.game.title}]({link(duel)})"
    seat = duel.seat_of(reader)
    if duel.match is None or seat is None:
        return f"{title}: a challenge to {called[1]}. It ends <t:{int(duel.expires)}:R>."
    waiting = sorted(duel.match.waiting, key=lambda late: late != seat)
    opponent, missing = (
        called[other(seat)],
        listed(["you" if late == seat else called[late] for late in waiting]),
    )
    return f"{title} against {opponent}. Waiting for {missing}. {time_left(duel)}"


def _list(
    title: str,
    live: Sequence[tuple[Duel, str]],
    pressed: Callable[[Duel], Wire],
    challenges: Sequence[tuple[Duel, str]] = (),
) -> Sheet:
    """Puts a button beside the line of each live duel, as many as fit."""
    parts: list[Wire] = []
    room = LONGEST_LIST
    for duel, line in live[:LISTED]:
        room -= len(line)
        if room >= 0:
            parts.append(beside(line, pressed(duel)))
    left_out = len(live) - len(parts)
    cut = f"-# {left_out} more are not shown. Finish some of these first." if left_out else ""
    return layout(title, *parts, cut, "\n".join(line for _, line in challenges))


def _opener(duel: Duel) -> Wire:
    return button(Verb.PANEL, duel.id, duel.room.guide.verb, main=True)


def _resigner(duel: Duel) -> Wire:
    return danger(Verb.RESIGN, duel.id, "Resign", _turn(duel))


def _turn(duel: Duel) -> int:
    return duel.match.turn if duel.match else 0
