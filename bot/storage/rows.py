"""Makes a Duel of a row of `duels` and its picks."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from bot.duels.duel import NO_VOTES, Duel, Ending, Notes, Reason, Status, Tally
from bot.duels.pace import pace_of
from bot.ratings.model import RatingChange
from games import room_called
from games.dice import Seed
from games.engine import SEATS, Seat
from games.match import AnyMatch, Match
from games.room import AnyRoom


def duel_from(
    row: Row[Any],
    picks: Sequence[Row[Any]],
    changes: tuple[RatingChange, RatingChange] | None = None,
    tally: Tally = NO_VOTES,
) -> Duel:
    room = room_called(row.game, row.edition)
    if room is None:
        raise ValueError(f"no room has edition {row.edition} of {row.game}")
    return Duel(
        id=row.id,
        guild=row.guild,
        room=room,
        challenger=row.challenger,
        challenged=row.challenged,
        pace=pace_of(row.pace),
        rated=row.rated,
        secret=row.secret,
        created=row.created,
        notes=Notes(
            channel=row.channel,
            board=row.board,
            card=row.card,
            started=row.started,
            reminded=row.reminded,
            called=row.called,
            call=row.call,
            dms=(row.dm0, row.dm1),
            tally=tally,
        ),
        status=Status(row.status),
        rival=row.rival,
        rematch_of=row.rematch_of,
        challenger_seat=_seat(row.challenger_seat),
        accepted=row.accepted,
        players=None if row.seat0 is None else (row.seat0, row.seat1),
        match=None if row.accepted is None else _match(row, room, picks),
        turn_began=max((pick.at for pick in picks if pick.closes), default=row.started or 0.0),
        ending=None if row.ended is None else Ending(_seat(row.winner), Reason(row.reason), row.ended),
        changes=changes,
        shared=bool(row.shared),
    )


def _match(row: Row[Any], room: AnyRoom, picks: Sequence[Row[Any]]) -> AnyMatch:
    match: AnyMatch = Match.start(room.game, Seed(row.secret, f"{row.id:x}", row.accepted))
    for pick in picks:
        match = match.submit(SEATS[pick.seat], pick.token, pick.turn)
    return match


def _seat(number: int | None) -> Seat | None:
    return None if number is None else SEATS[number]
