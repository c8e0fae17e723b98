"""The statements that every duel needs. They are built once: to build and compile one takes 0.8 ms, to
execute it 4 µs."""

from typing import Any

from sqlalchemy import (
    Column,
    Select,
    and_,
    bindparam,
    func,
    insert,
    select,
    union_all,
    update,
)

from bot.database.schema import OPEN_ONLY, blocks, duels, people, picks, votes
from bot.duels.duel import Status

_THIS = duels.c.id == bindparam("of_duel")

ADD = insert(duels)
PLACE = update(duels).where(_THIS)
DROP = update(duels).where(_THIS, duels.c.status == Status.CHALLENGE)
BEGIN = update(duels).where(_THIS, duels.c.status.in_([Status.CHALLENGE, bindparam("or_from")]))
START_CLOCK = update(duels).where(_THIS, duels.c.started.is_(None))
REMIND = update(duels).where(_THIS, duels.c.status == Status.LIVE, duels.c.reminded < bindparam("until_turn"))
SHARE = update(duels).where(_THIS, duels.c.shared.is_not(True))
TOLD = update(duels).where(_THIS, duels.c.untold.is_not(None))

DUEL = select(duels).where(_THIS)
GUILD = select(duels.c.guild).where(_THIS)
PICKS = select(picks).where(picks.c.duel == bindparam("of_duel")).order_by(picks.c.turn, picks.c.seat)
TALLY = select(votes.c.seat, func.count()).where(votes.c.duel == bindparam("of_duel")).group_by(votes.c.seat)


def _involved(person: Column[int], status: Status) -> Select[Any, Any, Any, Any]:
    """Selects by one column: three simple queries use three indexes, where one with OR would scan every open
    duel."""
    columns = duels.c.id, duels.c.guild, duels.c.status, duels.c.created
    return select(*columns).where(OPEN_ONLY, person == bindparam("by"), duels.c.status == status)


INVOLVED = union_all(
    _involved(duels.c.challenger, Status.CHALLENGE),
    _involved(duels.c.seat0, Status.LIVE),
    _involved(duels.c.seat1, Status.LIVE),
)
"""The challenges that a person made, and the duels that they play."""


def _busy(person: Column[int], status: Status) -> Select[Any, Any]:
    """Selects as `_involved` does, for two people at once."""
    both = person.in_([bindparam("one"), bindparam("two")])
    return select(person.label("person"), duels.c.status).where(OPEN_ONLY, both, duels.c.status == status)


STANDINGS = union_all(
    _busy(duels.c.challenger, Status.CHALLENGE),
    _busy(duels.c.seat0, Status.LIVE),
    _busy(duels.c.seat1, Status.LIVE),
)
"""One row for each challenge that two people made, and for each duel that they play."""
MADE_BETWEEN = select(duels.c.id).where(
    duels.c.challenger == bindparam("by"),
    duels.c.created > bindparam("after"),
    duels.c.created < bindparam("until"),
)
"""The challenges that a person made between two moments, whatever became of them."""

_at = select(func.max(picks.c.at)).where(picks.c.duel == duels.c.id)
_turn_began = func.coalesce(_at.where(picks.c.closes).scalar_subquery(), duels.c.started, 0.0)
_touched = func.coalesce(_at.scalar_subquery(), duels.c.started, duels.c.created)
_is_voted_on = and_(
    select(votes).where(votes.c.duel == duels.c.id).exists(),
    ~select(picks).where(picks.c.duel == duels.c.id, picks.c.closes).exists(),
)
OPEN = select(
    duels.c.id.label("duel"),
    duels.c.guild,
    duels.c.status,
    duels.c.created,
    _turn_began.label("turn_began"),
    duels.c.pace,
    duels.c.board,
    _touched.label("touched"),
    _is_voted_on.label("is_voted_on"),
).where(OPEN_ONLY)
"""Open challenges and live duels; the columns are those of `Due`."""
_OPEN_IDS = select(duels.c.id).where(OPEN_ONLY).order_by(duels.c.created)
_HERE = duels.c.guild == bindparam("of_guild")
OPEN_REMATCH = _OPEN_IDS.where(duels.c.rematch_of == bindparam("of_duel"))
OPEN_IN_GUILD = _OPEN_IDS.where(_HERE)
OPEN_IN_CHANNEL = _OPEN_IDS.where(_HERE, duels.c.channel == bindparam("of_channel"))
_EARLIER = and_(
    duels.c.challenger == bindparam("by"),
    duels.c.challenged == bindparam("other"),
    duels.c.id != bindparam("this"),
)
IN_VAIN = select(duels.c.id).where(
    _EARLIER,
    duels.c.created > bindparam("after"),
    duels.c.accepted.is_(None),
)
"""The other challenges that a person made to another one since then, and that were not accepted."""
_other = duels.alias()
OFFERED_BEFORE = select(duels.c.id).where(
    _EARLIER,
    duels.c.rematch_of == bindparam("of_duel"),
    duels.c.created
    >= select(_other.c.created).where(_other.c.id == bindparam("not_before")).scalar_subquery(),
)
"""The other rematches of a duel that a person offered. None is older than the duel: an index finds them."""

BLOCKED = select(blocks.c.person).where(
    blocks.c.person == bindparam("by"), blocks.c.blocked.in_([bindparam("one"), bindparam("or_other")])
)
NOTIFY = select(people.c.notify).where(people.c.id == bindparam("by"))
BELL = select(people.c.bell).where(people.c.id == bindparam("by"))
