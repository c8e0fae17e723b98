"""The computer as an opponent: the levels that a game offers, and who may play against it."""

from bot.duels.duel import Duel
from games import GAMES
from games.dice import Seed
from games.engine import Refused
from games.levels import LEVELS, Level
from games.match import AnyMatch, Match
from games.rival import token_of
from games.room import AnyRoom

BY_KEY = {level.key: level for level in LEVELS}
DEFAULT_LEVEL = LEVELS[2]
"""This level, the middle one, counts where a challenge to the computer names none."""


def levels_of(room: AnyRoom) -> list[Level]:
    """Returns the levels on offer in this game, weakest first."""
    return [level for level in LEVELS if level.key in room.rivals]


def level_of(rival: str) -> Level | None:
    """Returns the level with this key; None for the computer of the first commits, which knew no levels. No
    upgrade has changed the duels that they wrote."""
    return BY_KEY.get(rival)


def level_in(duel: Duel) -> Level | None:
    """Returns the level of the computer in a duel; None in a duel between people."""
    return None if duel.rival is None else level_of(duel.rival)


def check_level(room: AnyRoom, rival: str) -> None:
    if rival not in {level.key for level in levels_of(room)}:
        raise Refused(f"The computer plays no such level in {room.game.title}. Choose one of those on offer.")


def may_play_computer(challenge: Duel, person: int) -> None:
    """Refuses unless `person` made this challenge and nobody has accepted it."""
    if challenge.challenger != person:
        raise Refused("That is for the challenger. Play the computer yourself: /duel with a level.")
    if challenge.match is not None:
        raise Refused("That duel has already begun.")
    if not challenge.awaits_anyone:
        raise Refused("That challenge is no longer open. Play the computer with /duel and a level.")


def may_begin(challenge: Duel, person: int) -> None:
    """Refuses unless `person` asked for this duel against the computer."""
    if challenge.challenger != person:
        raise Refused("Only the person who asked for this duel begins it. Start yours: /duel with a level.")


def next_level(duel: Duel) -> Level | None:
    """Returns the level to try after a duel: the next stronger one after a win, the next weaker one after a
    loss. None if there is none, or if the duel had no result or was not against a level."""
    offered = levels_of(duel.room)
    level = level_in(duel)
    if level not in offered or duel.winner is None:
        return None
    index = offered.index(level) + (1 if beat_the_computer(duel) else -1)
    return offered[index] if 0 <= index < len(offered) else None


def beat_the_computer(duel: Duel) -> bool:
    return duel.rival is not None and duel.winner == duel.challenger


def warm_up() -> int:
    """Lets every computer player make a first pick, which may load or compute its tables, so that nobody
    waits for that later. Returns the number of players."""
    players = [(room, rival) for room in GAMES for rival in room.rivals.values()]
    for room, rival in players:
        match: AnyMatch = Match.start(room.game, Seed(bytes(32), "0", "0"))
        for seat in match.waiting:
            token_of(rival, match, seat)
    return len(players)
