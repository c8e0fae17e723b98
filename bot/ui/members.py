"""Asks Discord who the members of a guild are: a few at a time, by their ids, and never often."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import aiohttp
import discord

log = logging.getLogger(__name__)

LONGEST_WAIT = 1.0
"""A person who waits for an answer waits so many seconds for names."""
GIVEN_UP = 10.0
"""A question is given up after so many seconds; what comes before that is still learned."""
PAUSE = 30.0
"""If there was no answer, the same people are asked for again after so many seconds."""
MOST_PEOPLE = 100
"""One question asks for so many people; Discord takes no more."""
MOST_QUESTIONS, MINUTE = 60, 60.0
"""One connection sends so many questions a minute: half of what Discord takes, so that enough is left for
everything else."""
FAILURES = (TimeoutError, RuntimeError, OSError, aiohttp.ClientError, discord.DiscordException)

Found: TypeAlias = Mapping[int, discord.Member | None]
"""The members by their ids; None for those who are not there."""


@dataclass(eq=False, slots=True)
class _Question:
    guild: discord.Guild
    began: float
    people: set[int] = field(default_factory=set)
    answered: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Members:
    def __init__(self, client: discord.Client, learn: Callable[[int, Found], None]) -> None:
        self._client = client
        self._learn = learn
        self._asked: dict[tuple[int, int], _Question] = {}
        """The questions under way, by guild and person; one without an answer stays for a while."""
        self._next: dict[int, _Question] = {}
        """Questions of this moment, by guild: others may join until they are sent."""
        self._sent: dict[int, deque[float]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def fetch(self, guild: int, people: Collection[int]) -> None:
        """Waits until these people are learned, but not long; what comes later is learned too."""
        now = asyncio.get_running_loop().time()
        questions = {self._question(guild, person, now) for person in people} - {None}
        young = [each.answered for each in questions if each and now < each.began + LONGEST_WAIT]
        if young:
            await asyncio.wait(young, timeout=LONGEST_WAIT)

    def _question(self, guild: int, person: int, now: float) -> _Question | None:
        """Returns the question that asks for this person: one under way, or the next one."""
        key = guild, person
        if key not in self._asked:
            question = self._next.get(guild) or self._new(guild, now)
            if question is None:
                return None
            question.people.add(person)
            self._asked[key] = question
            if len(question.people) == MOST_PEOPLE:
                del self._next[guild]
        return self._asked[key]

    def _new(self, guild: int, now: float) -> _Question | None:
        """Begins a question; None if the guild belongs to another process, or too many questions were
        sent."""
        found = self._client.get_guild(guild)
        if found is None or found.unavailable or not self._may_send(found.shard_id, now):
            return None
        question = self._next[guild] = _Question(found, now)
        task = asyncio.create_task(self._send(question))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return question

    def _may_send(self, shard: int, now: float) -> bool:
        sent = self._sent.setdefault(shard, deque(maxlen=MOST_QUESTIONS))
        if len(sent) == MOST_QUESTIONS and now < sent[0] + MINUTE:
            return False
        sent.append(now)
        return True

    async def _send(self, question: _Question) -> None:
        guild = question.guild
        if self._next.get(guild.id) is question:
            del self._next[guild.id]
        people = sorted(question.people)
        pause = 0.0
        try:
            async with asyncio.timeout(GIVEN_UP):
                members = await guild.query_members(user_ids=people, limit=MOST_PEOPLE, cache=False)
            there = {member.id: member for member in members}
            self._learn(guild.id, {person: there.get(person) for person in people})
        except FAILURES as error:
            pause = PAUSE
            log.info("guild %d: no answer to a question for names (%s)", guild.id, type(error).__name__)
        finally:
            question.answered.set_result(None)
            asyncio.get_running_loop().call_later(pause, self._drop, question)

    def _drop(self, question: _Question) -> None:
        for person in question.people:
            del self._asked[question.guild.id, person]
