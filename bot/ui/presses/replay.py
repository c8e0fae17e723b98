"""When a duel is over: the proof that it was fair."""

from io import BytesIO

import discord

from bot.duels.duel import Duel, Status, name_in_files
from bot.services import Services
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.presses.handlers import Handlers, arena_of
from bot.ui.texts.messages import fair_play as fair_play_of
from bot.ui.wire.press import Press
from games.engine import Refused
from games.match import AnyMatch
from games.records.record import Record

on = Handlers()


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
