"""Checks what is left after a chaos run, from the database and from what people were shown."""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.chaos.checks.stored import is_result_right, wrong_ratings
from bench.chaos.checks.visible import VisibleLines
from bench.chaos.experiment import Experiment
from bench.chaos.observations import Pick, Snapshot
from bench.rig.stored_duels import StoredDuel, read_duels

PICKED = re.compile(r"(?:You picked|Locked in:) (\w+)")
WINS = re.compile(r"^## (?:🏆|<:trophy_\w+:\d+>) <@(\d+)> wins", re.MULTILINE)
"""Finds the winner in the large line of a board."""
WON, LOST = "### You won", "### You lost"
"""The headings of a player's panel when the duel is over."""
APOLOGY = "Sorry, something went wrong"
OPEN = {"challenge", "live"}


@dataclass
class Findings:
    """What the checker found."""

    finished: dict[str, int] = field(default_factory=dict)
    """How many duels ended in each way."""
    acknowledged: int = 0
    apologies: int = 0
    unanswered: int = 0
    wrong: dict[str, list[str]] = field(default_factory=dict)
    """Everything that is wrong, by kind. A clean run has only empty lists."""

    @property
    def is_clean(self) -> bool:
        return not any(self.wrong.values())


async def check(experiment: Experiment) -> Findings:
    """Checks a run. The bot has to be stopped before."""
    duels = {duel.id: duel for duel in await read_duels(experiment.address)}
    observed = experiment.observed
    acknowledged = {*observed.acknowledged, *_picks_shown(observed.snapshots)}
    stored = _picks(duels)
    wrong = {
        "picks lost": [str(each) for each in acknowledged if each not in stored],
        "picks doubled": [str(each) for each in stored if each not in observed.tried],
        "wrong results": [_name(duel) for duel in duels.values() if not is_result_right(duel)],
        "wrong ratings": ["recount"] * await wrong_ratings(experiment.address),
        "wrong boards": wrong_boards(experiment, duels),
        "calls left": calls_left(experiment),
        "wrong winners shown": [
            str(each) for each in observed.snapshots if _shows_another_winner(each, duels)
        ],
        "secrets seen": [*_leaks(experiment, duels)],
        "unclear refusals to start": experiment.wrong_refusals,
        "crashes of the bot": ["it ended by itself"] * experiment.bot.crashes,
    }
    return Findings(
        _endings(duels), len(acknowledged), _apologies(observed.snapshots), observed.unanswered, wrong
    )


def _picks(duels: dict[int, StoredDuel]) -> set[Pick]:
    return {
        Pick(duel.players[seat], duel.id, turn, token)
        for duel in duels.values()
        for turn, seat, token in duel.picks
    }


def _picks_shown(snapshots: list[Snapshot]) -> Iterator[Pick]:
    """Every pick that a panel has shown to its owner."""
    for snapshot in snapshots:
        found = PICKED.search(snapshot.text)
        if found and snapshot.reader and snapshot.duel is not None and snapshot.turn is not None:
            yield Pick(snapshot.reader, snapshot.duel, snapshot.turn, found[1])


def wrong_boards(experiment: Experiment, duels: dict[int, StoredDuel]) -> list[str]:
    """Boards that don't show how their duel ended, or that nobody deleted but that are gone."""
    found = ((duel, _board(experiment, duel)) for duel in duels.values() if duel.accepted)
    wrong = [(duel, text) for duel, text in found if not _shows_its_end(duel, text)]
    return [f"{_name(duel)}: {text!r} {_history(experiment, duel)}" for duel, text in wrong]


def calls_left(experiment: Experiment) -> list[str]:
    """Messages that still call players. No duel is live any more."""
    messages = experiment.sandbox.platform.messages
    called = {each.message: each for each in experiment.observed.snapshots if each.is_call}
    standing = [(message, call) for key, call in called.items() if (message := messages.get(key))]
    return [str(call) for message, call in standing if message.channel_id not in experiment.deleted]


def _history(experiment: Experiment, duel: StoredDuel) -> list[tuple[int, int, str]]:
    """The last public messages of a duel: when, which message, and its first line."""
    public = [each for each in experiment.observed.snapshots if each.duel == duel.id and each.reader is None]
    return [(each.moment, each.message, each.text.splitlines()[0]) for each in public[-4:]]


def _board(experiment: Experiment, duel: StoredDuel) -> str | None:
    """The text on a duel's board; None when the run has deleted it, or has put it out of the bot's reach."""
    if experiment.deleted & {duel.board, duel.channel}:
        return None
    message = None if duel.board is None else experiment.sandbox.platform.messages.get(duel.board)
    if message is None:
        return ""
    return next(each.text for each in reversed(experiment.observed.snapshots) if each.message == message.id)


def _shows_its_end(duel: StoredDuel, text: str | None) -> bool:
    if text is None:
        return True
    if duel.winner is None:
        return "No result" in text or "Called off" in text
    return {int(who) for who in WINS.findall(text)} == {duel.players[duel.winner]}


def _shows_another_winner(snapshot: Snapshot, duels: dict[int, StoredDuel]) -> bool:
    duel = duels.get(snapshot.duel or 0)
    if duel is None or duel.status in OPEN:
        return False
    named = _winners(snapshot, duel)
    return bool(named) and (duel.winner is None or named != {duel.players[duel.winner]})


def _winners(snapshot: Snapshot, duel: StoredDuel) -> set[int]:
    """The people whom a board or a panel shows as winners."""
    if WON in snapshot.text:
        return {snapshot.reader or 0}
    if LOST in snapshot.text:
        return {person for person in duel.players if person != snapshot.reader}
    return {int(who) for who in WINS.findall(snapshot.text)}


def _leaks(experiment: Experiment, duels: dict[int, StoredDuel]) -> Iterator[str]:
    visible: dict[int, VisibleLines] = {}
    for snapshot in experiment.observed.snapshots:
        duel = duels.get(snapshot.duel or 0)
        if duel is None:
            continue
        if duel.id not in visible:
            visible[duel.id] = VisibleLines(duel, experiment.observed)
        if snapshot.reader not in {None, *duel.players} or visible[duel.id].unexpected(snapshot):
            yield f"{_name(duel)}, {snapshot}: {visible[duel.id].unexpected(snapshot)}"
    yield from _seeds_in("\n".join(experiment.bot.lines), duels)


def _seeds_in(log: str, duels: dict[int, StoredDuel]) -> Iterator[str]:
    """Seeds that are in the log, in any common notation for bytes."""
    for duel in duels.values():
        secret = bytes(duel.secret)
        if any(seed in log for seed in (secret.hex(), repr(secret)[2:-1], b64encode(secret).decode())):
            yield f"the seed of {_name(duel)} is in the log"


def _apologies(snapshots: list[Snapshot]) -> int:
    return sum(snapshot.text.startswith(APOLOGY) for snapshot in snapshots)


def _endings(duels: dict[int, StoredDuel]) -> dict[str, int]:
    endings: dict[str, int] = {}
    for duel in duels.values():
        if duel.accepted:
            how = duel.reason or duel.status
            endings[how] = endings.get(how, 0) + 1
    return endings


def _name(duel: StoredDuel) -> str:
    return f"duel {duel.id:x} ({duel.game}, {duel.status}, {duel.reason}, {duel.winner}, {duel.board})"
