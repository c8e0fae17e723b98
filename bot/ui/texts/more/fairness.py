"""What *Fair play* says: what the check of a duel's file found, and what that means."""

from collections.abc import Sequence

from bot.duels.duel import Duel, Reason
from bot.links import Links
from bot.ui.buttons import link_button
from bot.ui.wire.sheet import Line
from games.records.verify import Check, Finding
from games.screen import Names

PAGE = "docs/fair-dice.md"
RIGHT = {
    Check.SEAL: "**Seal**: the secret behind the dice is the one that was sealed.",
    Check.SHUFFLES: "**Shuffles**: every lot, shuffle and draw comes from that secret.",
    Check.RESULT: "**Result**: every pick was allowed, and the rules give this result.",
}
ENDED_EARLY = "**Result**: every pick was allowed. The rules did not end this duel: {}."
HOW = {
    Reason.RESIGNED: "somebody left it",
    Reason.TIME: "time ran out",
    Reason.PLACE_GONE: "its place is gone",
}
SEALED_FIRST = (
    "The seal `{}` stood on its message before the duel began, and another secret has another seal. The "
    "press that began the duel then added a number that Discord chose. So nobody could choose the cards: "
    "not the players, and not the people who run me."
)
ORDER_UNKNOWN = (
    "The seal `{}` binds the secret, and the press that began the duel added a number that Discord chose. I "
    "know of no message of this duel that is older than that number, so I can't show that the seal came "
    "first."
)
OFFER = (
    "You need not take my word for it. The file holds the whole match, with the full seal and the secret. "
    "Keep it, or give it to anyone who can run `python -m games verify FILE`: that checks it all again, "
    "without me."
)
OTHER_WINNER = "the board names another winner than the rules do."


def fair_play(duel: Duel, called: Names, findings: Sequence[Finding], links: Links) -> Line:
    """`findings` are those of the duel's file."""
    ticks = "\n".join(_tick(duel, check, findings) for check in RIGHT)
    meaning = (SEALED_FIRST if is_sealed_first(duel) else ORDER_UNKNOWN).format(duel.seed.short_seal)
    order = f"-# In the file {called[0]} comes first and {called[1]} second."
    page = links.page(PAGE)
    buttons = [] if page is None else [link_button("How it works", page)]
    return Line(f"### Fair play, checked\n{ticks}\n\n{meaning}\n{OFFER}\n{order}", buttons)


def _tick(duel: Duel, check: Check, findings: Sequence[Finding]) -> str:
    """A file that could not be read fails every check."""
    wrong = [each.text for each in findings if not each.ok and each.check in (check, Check.FILE)]
    if check is Check.RESULT and not _is_told_right(duel):
        wrong.append(OTHER_WINNER)
    if wrong:
        return f"❌ {RIGHT[check].partition(':')[0]}: {wrong[0]}"
    if check is Check.RESULT and duel.ending is not None and duel.ending.reason in HOW:
        return f"✅ {ENDED_EARLY.format(HOW[duel.ending.reason])}"
    return f"✅ {RIGHT[check]}"


def _is_told_right(duel: Duel) -> bool:
    """Whether the duel has the winner that the rules give, if they ended it."""
    if duel.match is None or duel.ending is None:
        return False
    outcome = duel.match.outcome
    if duel.ending.reason is not Reason.RULES:
        return outcome is None
    return outcome is not None and duel.ending.winner == outcome.winner


def is_sealed_first(duel: Duel) -> bool:
    """Whether the message that showed the seal is older than the press that began the duel. Discord's numbers
    carry their time: the larger one is younger. If it is played in a thread, its card showed the seal."""
    shown = duel.board if duel.notes.card is None else duel.channel
    accepted = duel.accepted or ""
    return shown is not None and accepted.isdecimal() and shown < int(accepted)
