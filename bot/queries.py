"""What is asked and written for every duel. Statements are made once: to put one together takes longer than
to run it."""

from sqlalchemy import and_, bindparam, func, insert, or_, select, update

from bot.duel import OPEN, Status
from bot.schema import blocks, channels, duels, guilds, people, picks, votes

_THIS = duels.c.id == bindparam("of_duel")

ADD = insert(duels)
PLACE = update(duels).where(_THIS)
DROP = update(duels).where(_THIS, duels.c.status == Status.CHALLENGE)
BEGIN = update(duels).where(_THIS, duels.c.status.in_([Status.CHALLENGE, bindparam("or_from")]))
REMIND = update(duels).where(_THIS, duels.c.status == Status.LIVE, duels.c.reminded < bindparam("until_turn"))
TOLD = update(duels).where(_THIS, duels.c.untold.is_not(None))

DUEL = select(duels).where(_THIS)
GUILD = select(duels.c.guild).where(_THIS)
PICKS = select(picks).where(picks.c.duel == bindparam("of_duel")).order_by(picks.c.turn, picks.c.seat)
TALLY = select(votes.c.seat, func.count()).where(votes.c.duel == bindparam("of_duel")).group_by(votes.c.seat)

_CHALLENGES = and_(duels.c.status == Status.CHALLENGE, duels.c.challenger == bindparam("by"))
_PLAYS = and_(
    duels.c.status == Status.LIVE, or_(duels.c.seat0 == bindparam("by"), duels.c.seat1 == bindparam("by"))
)
INVOLVES = and_(duels.c.status.in_(OPEN), or_(_CHALLENGES, _PLAYS))
"""Challenges that this person made, and duels that they play."""
STATUSES = select(duels.c.status).where(INVOLVES)

BLOCKED = select(blocks.c.person).where(
    blocks.c.person == bindparam("by"), blocks.c.blocked.in_([bindparam("one"), bindparam("or_other")])
)
NOTIFY = select(people.c.notify).where(people.c.id == bindparam("by"))
SETTINGS = (
    select(guilds, channels.c.channel)
    .select_from(guilds.outerjoin(channels, channels.c.guild == guilds.c.id))
    .where(guilds.c.id == bindparam("of_guild"))
)
