"""The proof that a finished duel was fair: its file, checked, with what the check found."""

import logging
from io import BytesIO

import discord

from bot.duels.duel import Duel, name_in_files
from bot.services import Services
from bot.ui.handlers import Handlers, finished
from bot.ui.ids import DuelAction, Verb
from bot.ui.texts.more.fairness import fair_play
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from games.match import AnyMatch
from games.records.record import Record
from games.records.verify import examine

log = logging.getLogger(__name__)

on = Handlers()


@on(Verb.FAIR, holds=False, late=Late.NEW)
async def prove(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    content = file_of(duel, match)
    _, findings = examine(content)
    if not all(finding.ok for finding in findings):
        log.error("duel %s: its file does not stand up to the check", duel.key)
    text = fair_play(duel, await services.people.called(duel), findings, services.links)
    file = discord.File(BytesIO(content), f"duel-{duel.key}.json")
    await press.reply.send(text, private=True, files=[file])


def file_of(duel: Duel, match: AnyMatch) -> bytes:
    """The whole match as a file that anyone can check. It holds the seed, so the duel has to be over."""
    first, second = duel.players or (0, 0)
    names = name_in_files(first), name_in_files(second)
    record = Record(match, names, duel.challenger_seat or 0, duel.rematch_of is not None)
    return record.text().encode()
