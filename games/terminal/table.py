"""Sit down at the keyboard: one match, and rematches for as long as people want them."""

from pathlib import Path

from games import GAMES
from games.levels import LEVELS, level_called
from games.records.record import MAX_NAME, Record, is_name
from games.room import AnyRoom
from games.terminal.console import Console, agrees
from games.terminal.files import Unusable, check_writable, save
from games.terminal.lists import show_games, show_levels
from games.terminal.play import Sitting
from games.terminal.seats import Pairing, first_match, new_seed, rematch

NAMES = ("Ann", "Ben")


def choose(console: Console) -> tuple[AnyRoom, str | None]:
    """Ask which game, and against whom."""
    show_games(console, GAMES)
    room = None
    while room is None:
        room = _room_called(console.ask(f"Which game? (1 to {len(GAMES)})").lower())
        if room is None:
            console.say(console.wrap("Type the number or the short name of a game in the list."))
    level = _choose_level(console)
    console.say()
    return room, level


def _choose_level(console: Console) -> str | None:
    """The key of a level, or None for a person."""
    show_levels(console, LEVELS)
    while True:
        answer = console.ask(f"Against whom? (1 to {len(LEVELS)}, or Enter for a friend beside you)").lower()
        if not answer:
            return None
        for number, level in enumerate(LEVELS, 1):
            if answer in {str(number), level.key}:
                return level.key
        console.say(console.wrap("Type the number or the name of a computer player in the list."))


def pair(room: AnyRoom, against: str | None, names: list[str] | None) -> Pairing:
    given = [*(names or ())]
    if len(given) > 2:
        raise Unusable("A match has two players; --names takes at most two names.")
    for name in given:
        if not is_name(name):
            raise Unusable(f"A name has 1 to {MAX_NAME} visible characters.")
    first = given[0] if given else NAMES[0]
    rival = room.rivals[against] if against else None
    second = given[1] if len(given) > 1 else level_called(against).name if against else NAMES[1]
    if first == second:
        raise Unusable("The two players need different names.")
    return Pairing(first, second, rival)


def sit_down(console: Console, room: AnyRoom, pairing: Pairing, seed: str | None, path: Path | None) -> None:
    record = first_match(room, pairing, new_seed(seed, 1))
    number = 1
    while True:
        _play(console, room, pairing, record, _numbered(path, number))
        if not console.interactive:
            return
        console.say()
        if not agrees(console, "Rematch, seats swapped?"):
            return
        console.say()
        number += 1
        record = rematch(room, pairing, new_seed(seed, number), record)


def _play(console: Console, room: AnyRoom, pairing: Pairing, record: Record, path: Path | None) -> None:
    if path:
        check_writable(path)
    sitting = Sitting(console, room, record, pairing.rivals(record))
    console.say(console.bold(room.game.title))
    console.say(console.wrap(room.guide.aim))
    console.say(console.faint(f"Seal {record.match.seed.seal}"))
    try:
        sitting.play()
    finally:
        if path:
            _keep(console, path, sitting.record)


def _keep(console: Console, path: Path, record: Record) -> None:
    """Save before telling; a match without a single turn is not worth a file."""
    if record.match.turns:
        save(path, record)
        told = f"Saved to {path}."
    else:
        told = console.wrap("No turn was played, so nothing was saved.")
    console.say()
    console.say(told)


def _numbered(path: Path | None, number: int) -> Path | None:
    """A rematch gets a file of its own beside the first."""
    return path if path is None or number == 1 else path.with_stem(f"{path.stem}-{number}")


def _room_called(answer: str) -> AnyRoom | None:
    for number, room in enumerate(GAMES, 1):
        if answer in {str(number), room.game.key}:
            return room
    return None
