"""Limits on challenges and duels, and blocks.

Each limit is checked in the transaction that saves the change, while no other process changes anything for
the same people. Only saved duels count. So all processes count alike, a restart forgets nothing, and an
attempt that was refused or not saved costs nothing. An acceptance is checked before that, too: a challenge
that could not be saved as accepted has to be loaded again.
"""

from functools import partial

from bot.database import Link
from bot.duels.duel import Duel
from bot.duels.pace import HOUR
from bot.storage.change import Guard
from bot.storage.standing import (
    Standing,
    has_open_rematch,
    is_offered_again,
    made_beside,
    made_in_vain,
    standing_of,
    standings_of,
)
from bot.storage.storage import EVERYONE, Storage
from games.engine import Refused

MAX_CHALLENGES = 3
MAX_LIVE = 10
PAUSE = 5.0
"""Seconds between two challenges of one person. A rematch is a challenge too."""
MAX_PINGS = 3
"""How often a person who accepts nothing is pinged by the same challenger within an hour."""


class DuelLimits:
    """Checks the limits. Each method that returns a guard refuses at once what no transaction has to be asked
    about; the guard refuses when the change is saved."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def challenging(self, challenge: Duel) -> Guard:
        """Guards a new challenge: to a person, to anyone or to the computer, or a rematch."""
        if challenge.challenger == challenge.challenged:
            raise Refused("You can't challenge yourself. Pick someone else, or leave the opponent out.")
        if challenge.challenged is not None and challenge.rival is None:
            await self._check_welcome(challenge.challenger, challenge.challenged)
        return Guard(_guarded(challenge), partial(_check_challenge, challenge))

    async def accepting(self, challenge: Duel, person: int) -> Guard:
        """Guards the acceptance of a challenge."""
        if person == challenge.challenger:
            raise Refused("That is your own challenge. Somebody else has to accept it.")
        if challenge.challenged not in (None, person):
            raise Refused("That challenge is for somebody else. Make your own with /duel.")
        if challenge.challenged is None and await self._has_block(challenge.challenger, person):
            raise Refused("You can't accept this challenge. Make your own with /duel.")
        people = frozenset({person, challenge.challenger})
        return await self._checked(Guard(people, partial(_check_both, person, challenge.challenger)))

    async def playing_computer(self, person: int) -> Guard:
        """Guards the beginning of a duel against the computer."""
        return await self._checked(Guard(frozenset({person}), partial(_check_live, person)))

    async def may_ping(self, challenge: Duel) -> bool:
        """Says whether the message of a saved challenge may ping the challenged person. The rematches of one
        duel ping once. Nobody is pinged again and again by somebody whose challenges they do not accept."""
        async with self._storage.reading() as connection:
            if challenge.rematch_of is not None and await is_offered_again(connection, challenge):
                return False
            return await made_in_vain(connection, challenge, HOUR) < MAX_PINGS

    async def _checked(self, guard: Guard) -> Guard:
        async with self._storage.reading() as connection:
            await guard.check(connection)
        return guard

    async def _check_welcome(self, challenger: int, challenged: int) -> None:
        if await self._storage.blocks(challenged, challenger, EVERYONE):
            raise Refused(f"<@{challenged}> isn't taking challenges. Challenge someone else.")

    async def _has_block(self, one: int, two: int) -> bool:
        """Says whether one of the two blocks the other. People who block everyone may still accept
        challenges."""
        return await self._storage.blocks(one, two) or await self._storage.blocks(two, one)


def _guarded(challenge: Duel) -> frozenset[int]:
    """Returns the people of whom nothing else is saved meanwhile: both players of a rematch, who may offer it
    at the same moment, or else the challenger."""
    if challenge.rematch_of is None or challenge.rival is not None or challenge.challenged is None:
        return frozenset({challenge.challenger})
    return frozenset({challenge.challenger, challenge.challenged})


async def _check_challenge(challenge: Duel, connection: Link) -> None:
    if await made_beside(connection, challenge, PAUSE):
        raise Refused("That was quick. Wait a few seconds before the next challenge.")
    standing = await standing_of(connection, challenge.challenger)
    if standing.challenges >= MAX_CHALLENGES:
        raise Refused(f"You have {MAX_CHALLENGES} open challenges. Withdraw one first; /duels lists them.")
    _refuse_one_more(standing)
    if challenge.rematch_of is not None and await has_open_rematch(connection, challenge.rematch_of):
        raise Refused("The other player has just offered a rematch. Press Rematch again to take it.")


async def _check_both(person: int, challenger: int, connection: Link) -> None:
    own, others = await standings_of(connection, person, challenger)
    _refuse_one_more(own)
    if others.live >= MAX_LIVE:
        raise Refused(
            f"<@{challenger}> is in {MAX_LIVE} duels already. Accept again when one of them is over."
        )


async def _check_live(person: int, connection: Link) -> None:
    _refuse_one_more(await standing_of(connection, person))


def _refuse_one_more(standing: Standing) -> None:
    if standing.live >= MAX_LIVE:
        raise Refused(f"You are in {MAX_LIVE} duels already. Finish one first; /duels lists them.")
