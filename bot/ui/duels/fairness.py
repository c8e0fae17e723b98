"""*Fair play*: the file of a finished duel, checked, with what the check found and what that means."""

import logging
from collections.abc import Sequence
from io import BytesIO

import discord

from bot.duels.duel import Duel, Reason, name_in_files
from bot.links import Links
from bot.services import Services
from bot.ui.buttons import link_button
from bot.ui.duels.endings import NOT_BY_RULES
from bot.ui.handlers import Handlers, finished
from bot.ui.ids import DuelAction, Verb
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import PlainMessage
from games.match import AnyMatch
from games.records.record import Record
from games.records.verify import Check, Finding, examine
from games.screen import Names

log = logging.getLogger(__name__)

PAGE = "docs/fair-dice.md"
TITLES = {Check.SEAL: "Seal", Check.SHUFFLES: "Shuffles", Check.RESULT: "Result"}
RIGHT = {
    Check.SEAL: "the secret behind the dice is the one that was sealed.",
    Check.SHUFFLES: "every lot, shuffle and draw comes from that secret.",
    Check.RESULT: "every pick was allowed, and the rules give this result.",
}
PASSED, FAILED = "✅ **{title}**: {finding}", "❌ **{title}**: {finding}"
SEALED_FIRST = (
    "The seal `{seal}` stood on its message before the duel began, and another secret has another seal. The "
    "press that began the duel then added a number that Discord chose. So nobody could choose the cards: "
    "not the players, and not the people who run me."
)
ORDER_UNKNOWN = (
    "The seal `{seal}` binds the secret, and the press that began the duel added a number that Discord chose."
    " I know of no message of this duel that is older than that number, so I can't show that the seal came "
    "first."
)
OFFER = (
    "You need not take my word for it. The file holds the whole match, with the full seal and the secret. "
    "Keep it, or give it to anyone who can run `python -m games verify FILE`: that checks it all again, "
    "without me."
)
OTHER_WINNER = "the board names another winner than the rules do."

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
    """Writes the whole match as a file that anyone can check. It holds the seed, so the duel has to be
    over."""
    first, second = duel.players or (0, 0)
    names = name_in_files(first), name_in_files(second)
    record = Record(match, names, duel.challenger_seat or 0, duel.rematch_of is not None)
    return record.text().encode()


def fair_play(duel: Duel, called: Names, findings: Sequence[Finding], links: Links) -> PlainMessage:
    """Says what the check has found and what that means; `findings` are those of the duel's file."""
    ticks = "\n".join(_tick(duel, check, findings) for check in RIGHT)
    meaning = (SEALED_FIRST if is_sealed_first(duel) else ORDER_UNKNOWN).format(seal=duel.seed.short_seal)
    order = f"-# In the file {called[0]} comes first and {called[1]} second."
    page = links.page(PAGE)
    buttons = [] if page is None else [link_button("How it works", page)]
    return PlainMessage(f"### Fair play, checked\n{ticks}\n\n{meaning}\n{OFFER}\n{order}", buttons)


def _tick(duel: Duel, check: Check, findings: Sequence[Finding]) -> str:
    """Writes the result of one check. A file that could not be read fails all of them."""
    wrong = [each.text for each in findings if not each.ok and each.check in (check, Check.FILE)]
    if check is Check.RESULT and not _is_told_right(duel):
        wrong.append(OTHER_WINNER)
    if wrong:
        return FAILED.format(title=TITLES[check], finding=wrong[0])
    early = NOT_BY_RULES.get(duel.ending.reason) if check is Check.RESULT and duel.ending else None
    return PASSED.format(title=TITLES[check], finding=early or RIGHT[check])


def _is_told_right(duel: Duel) -> bool:
    """Tells whether the duel has the winner that the rules give, if they ended it."""
    if duel.match is None or duel.ending is None:
        return False
    outcome = duel.match.outcome
    if duel.ending.reason is not Reason.RULES:
        return outcome is None
    return outcome is not None and duel.ending.winner == outcome.winner


def is_sealed_first(duel: Duel) -> bool:
    """Tells whether the message that showed the seal is older than the press that began the duel. Discord's
    numbers carry their time: the larger one is younger. If the duel is played in a thread, its card showed
    the seal."""
    shown = duel.board if duel.notes.card is None else duel.channel
    accepted = duel.accepted or ""
    return shown is not None and accepted.isdecimal() and shown < int(accepted)
