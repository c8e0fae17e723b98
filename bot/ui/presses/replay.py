"""When a duel is over: its replay, step by step, and the proof that it was fair."""

from io import BytesIO

import discord

from bot.duels.duel import Duel, Status, name_in_files
from bot.services import Services
from bot.ui.deck.deck import Deck
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.presses.handlers import Handlers, arena_of
from bot.ui.texts.buttons import button
from bot.ui.texts.duels.board import colours, position
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused
from games.match import AnyMatch
from games.records.record import Record
from games.screen import Names

on = Handlers()


@on(Verb.REPLAY)
async def replay(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    await press.reply.send(replay_of(duel, match, action.turn, called, services.deck), private=True)


@on(Verb.STEP)
async def step(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    await press.reply.privately(replay_of(duel, match, action.turn, called, services.deck))


@on(Verb.FAIR)
async def fair_play(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    players = duel.players or (0, 0)
    record = Record(
        match,
        (name_in_files(players[0]), name_in_files(players[1])),
        duel.challenger_seat or 0,
        duel.rematch_of is not None,
    )
    file = discord.File(BytesIO(record.text().encode()), f"duel-{duel.key}.json")
    text = fair_play_of(duel, await services.people.called(duel))
    await press.reply.send(text, private=True, files=[file])


async def finished(press: Press, services: Services, number: int) -> tuple[Duel, AnyMatch]:
    """Nothing of a duel is opened before its end."""
    duel = await arena_of(press, services).duel(number)
    if duel.match is None or duel.status not in (Status.WON, Status.VOID):
        raise Refused("This duel is not over yet. Wait for its end.")
    return duel, duel.match


def replay_of(duel: Duel, match: AnyMatch, turn: int, called: Names, deck: Deck) -> Sheet:
    """One step of a finished match, as everybody saw it."""
    last = match.turn
    turn = min(max(turn, 1), last)
    screen = duel.room.show(match.at(turn), None, colours(deck))
    steps = []
    if turn > 1:
        steps.append(button(Verb.STEP, duel.id, "Back", turn - 1))
    if turn < last:
        steps.append(button(Verb.STEP, duel.id, "Next", turn + 1, main=True))
    return layout(
        f"-# Replay, step {turn} of {last}",
        position(duel.room, screen, called, deck),
        rows=[steps] if steps else [],
    )


FAIR_PLAY = (
    "### Fair play\n"
    "Before the duel I posted its seal: a fingerprint of the secret seed behind every shuffle and draw. "
    "The number that Discord gave to the acceptance was mixed in, so nobody could choose the dice. "
    "Now the seed is open.\n"
    "This file holds the whole match. Anyone can check it with `python -m games verify FILE`: "
    "the seal, every shuffle, every move and the result."
)


def fair_play_of(duel: Duel, called: Names) -> str:
    """What goes with the file of a duel that is over: nothing of it is secret any more."""
    opened = f"-# Seal `{duel.seed.seal}`\n-# Seed `{duel.secret.hex()}`"
    return f"{FAIR_PLAY}\nSeat 0 was {called[0]}, seat 1 {called[1]}.\n{opened}"
