"""What a pick does to a duel's match: the pick itself, and the computer's picks if it plays."""

from bot.duels.duel import Duel
from bot.storage.picks import Pick
from games.engine import Seat
from games.match import AnyMatch
from games.rival import token_of


def picked(
    duel: Duel, match: AnyMatch, seat: Seat, token: str, turn: int, now: float
) -> tuple[AnyMatch, Pick]:
    after = match.submit(seat, token, turn)
    return after, Pick(duel.id, turn, seat, token, now, closes=after.turn > turn)


def answered(duel: Duel, match: AnyMatch, now: float) -> tuple[AnyMatch, tuple[Pick, ...]]:
    """Makes the computer's picks. It picks as soon as it has to, so it can't know the other's pick."""
    seat = duel.rival_seat()
    picks: list[Pick] = []
    while seat is not None and duel.rival is not None and seat in match.waiting:
        token = token_of(duel.room.rival(duel.rival), match, seat)
        match, pick = picked(duel, match, seat, token, match.turn, now)
        picks.append(pick)
    return match, tuple(picks)
