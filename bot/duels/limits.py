"""Limits on challenges: a pause between two, a few open ones per person, and blocks."""

from bot.duels.duel import Duel, Status
from bot.process.clock import Time
from bot.storage.storage import EVERYONE, Storage
from games.engine import Refused

MAX_CHALLENGES = 3
MAX_LIVE = 10
PAUSE = 5.0
"""Seconds between two challenges of one person."""


class Limits:
    def __init__(self, storage: Storage, now: Time) -> None:
        self._storage = storage
        self._now = now
        self._challenged_at: dict[int, float] = {}

    async def may_challenge(self, challenger: int, challenged: int | None) -> None:
        if challenger == challenged:
            raise Refused("You can't challenge yourself. Pick someone else, or leave the opponent out.")
        self._check_pause(challenger)
        await self.has_room(challenger)
        if challenged is not None:
            await self.is_welcome(challenger, challenged)
        self._challenged_at[challenger] = self._now()

    async def is_welcome(self, challenger: int, challenged: int) -> None:
        if await self._storage.blocks(challenged, challenger, EVERYONE):
            raise Refused(f"<@{challenged}> takes no challenges from you. Challenge someone else.")

    async def may_accept(self, challenge: Duel, person: int) -> None:
        if person == challenge.challenger:
            raise Refused("That is your own challenge. Somebody else has to accept it.")
        if challenge.challenged not in (None, person):
            raise Refused("That challenge is for somebody else. Make your own with /duel.")
        if challenge.challenged is None and await self._has_block(challenge.challenger, person):
            raise Refused("One of you takes no challenges from the other.")
        await self.has_room(person, challenging=False)

    async def has_room(self, person: int, *, challenging: bool = True) -> None:
        statuses = await self._storage.statuses_of(person)
        if challenging and statuses.count(Status.CHALLENGE) >= MAX_CHALLENGES:
            raise Refused(
                f"You have {MAX_CHALLENGES} open challenges. Withdraw one first; /duels lists them."
            )
        if statuses.count(Status.LIVE) >= MAX_LIVE:
            raise Refused(f"You are in {MAX_LIVE} duels already. Finish one first; /duels lists them.")

    async def _has_block(self, one: int, two: int) -> bool:
        """Whether one of the two blocks the other. People who block everyone may still accept challenges."""
        return await self._storage.blocks(one, two) or await self._storage.blocks(two, one)

    def _check_pause(self, person: int) -> None:
        recent = {each: at for each, at in self._challenged_at.items() if self._now() - at < PAUSE}
        self._challenged_at = recent
        if person in recent:
            raise Refused("That was quick. Wait a few seconds before the next challenge.")
