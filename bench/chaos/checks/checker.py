"""Looks what is left after a run, from the rows and from what people were shown; it knows no arena."""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.chaos.checks import ratings
from bench.chaos.checks.results import is_result_right
from bench.chaos.checks.visible import Sights
from bench.chaos.observations import Pressed, Shown
from bench.chaos.scene import Scene
from bench.rig.stored_duels import StoredDuel, read_duels

PICKED = re.compile(r"You picked \*\*(\w+)\*\*\.")
WINS = re.compile(r"(?:🏆 \*\*|: )<@(\d+)>(?=\*\* .*wins$| wins\.\*\*$)", re.MULTILINE)
"""In the line of a player, or in the last line of a duel that its rules did not end."""
APOLOGY = "Sorry, something went wrong"
OPEN = {"challenge", "live"}


@dataclass
class Findings:
    finished: dict[str, int] = field(default_factory=dict)
    """Duels by how they ended."""
    acknowledged: int = 0
    apologies: int = 0
    unanswered: int = 0
    wrong: dict[str, list[str]] = field(default_factory=dict)
    """By kind; all of them have to be empty."""

    @property
    def is_clean(self) -> bool:
        return not any(self.wrong.values())


async def check(scene: Scene) -> Findings:
    """After the bot has been stopped."""
    duels = {duel.id: duel for duel in await read_duels(scene.address)}
    notes = scene.notes
    promised = {*notes.acknowledged, *_told(notes.sights)}
    stored = _picks(duels)
    wrong = {
        "picks lost": [str(each) for each in promised if each not in stored],
        "picks doubled": [str(each) for each in stored if each not in notes.tried],
        "wrong results": [_name(duel) for duel in duels.values() if not is_result_right(duel)],
        "wrong ratings": ["recount"] * await ratings.count_wrong(scene.address),
        "wrong boards": wrong_boards(scene, duels),
        "wrong things told": [str(each) for each in notes.sights if _tells_another_winner(each, duels)],
        "secrets seen": [*_leaks(scene, duels)],
        "unclear words at a start": scene.complaints,
        "bot fell over": ["it ended by itself"] * scene.bot.falls,
    }
    return Findings(_endings(duels), len(promised), _apologies(notes.sights), notes.unanswered, wrong)


def _picks(duels: dict[int, StoredDuel]) -> set[Pressed]:
    return {
        Pressed(duel.players[seat], duel.id, turn, token)
        for duel in duels.values()
        for turn, seat, token in duel.picks
    }


def _told(sights: list[Shown]) -> Iterator[Pressed]:
    """Every pick that somebody's own panel has ever called theirs."""
    for shown in sights:
        found = PICKED.search(shown.text)
        if found and shown.reader and shown.duel is not None and shown.turn is not None:
            yield Pressed(shown.reader, shown.duel, shown.turn, found[1])


def wrong_boards(scene: Scene, duels: dict[int, StoredDuel]) -> list[str]:
    """Boards that don't say how their duel ended, or that have vanished by themselves."""
    found = ((duel, _board(scene, duel)) for duel in duels.values() if duel.accepted)
    wrong = [(duel, text) for duel, text in found if not _says_its_end(duel, text)]
    return [f"{_name(duel)}: {text!r} {_history(scene, duel)}" for duel, text in wrong]


def _history(scene: Scene, duel: StoredDuel) -> list[tuple[int, int, str]]:
    """Where everybody was last shown something of it, and when."""
    public = [each for each in scene.notes.sights if each.duel == duel.id and each.reader is None]
    return [(each.moment, each.message, each.text.splitlines()[0]) for each in public[-4:]]


def _board(scene: Scene, duel: StoredDuel) -> str | None:
    """What it shows; None when it was taken away."""
    message = None if duel.board is None else scene.sandbox.platform.messages.get(duel.board)
    if message is None:
        return None if scene.deleted & {duel.board, duel.channel} else ""
    return next(each.text for each in reversed(scene.notes.sights) if each.message == message.id)


def _says_its_end(duel: StoredDuel, text: str | None) -> bool:
    if text is None:
        return True
    if duel.winner is None:
        return "No result" in text
    return {int(who) for who in WINS.findall(text)} == {duel.players[duel.winner]}


def _tells_another_winner(shown: Shown, duels: dict[int, StoredDuel]) -> bool:
    duel = duels.get(shown.duel or 0)
    named = {int(who) for who in WINS.findall(shown.text)}
    if duel is None or not named or duel.status in OPEN:
        return False
    return duel.winner is None or named != {duel.players[duel.winner]}


def _leaks(scene: Scene, duels: dict[int, StoredDuel]) -> Iterator[str]:
    sights: dict[int, Sights] = {}
    for shown in scene.notes.sights:
        duel = duels.get(shown.duel or 0)
        if duel is None:
            continue
        if duel.id not in sights:
            sights[duel.id] = Sights(duel, scene.notes)
        if shown.reader not in {None, *duel.players} or sights[duel.id].unexpected(shown):
            yield f"{_name(duel)}, {shown}: {sights[duel.id].unexpected(shown)}"
    yield from _seeds_in("\n".join(scene.bot.lines), duels)


def _seeds_in(log: str, duels: dict[int, StoredDuel]) -> Iterator[str]:
    """In any way in which bytes are written down."""
    for duel in duels.values():
        secret = bytes(duel.secret)
        if any(seed in log for seed in (secret.hex(), repr(secret)[2:-1], b64encode(secret).decode())):
            yield f"the seed of {_name(duel)} is in the log"


def _apologies(sights: list[Shown]) -> int:
    return sum(shown.text.startswith(APOLOGY) for shown in sights)


def _endings(duels: dict[int, StoredDuel]) -> dict[str, int]:
    endings: dict[str, int] = {}
    for duel in duels.values():
        if duel.accepted:
            how = duel.reason or duel.status
            endings[how] = endings.get(how, 0) + 1
    return endings


def _name(duel: StoredDuel) -> str:
    return f"duel {duel.id:x} ({duel.game}, {duel.status}, {duel.reason}, {duel.winner}, {duel.board})"
