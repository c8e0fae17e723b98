"""Knows what people are called, for messages that bring no names along, and for people who have left.

Discord shows a name for a mention only where the message brings the person along, or where the client has met
them. Names are learned from interactions for free, or else asked for. They are kept in memory only.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from re import Match
from typing import Any

import discord
from cachetools import TTLCache

from bot.duels.duel import Duel, is_former
from bot.process.clock import Time
from bot.ui.levels import rival_name
from bot.ui.members import Found, Members
from bot.ui.mentions import mention
from bot.ui.names import ANYONE, LEFT, as_text, at_start
from bot.ui.wire.press import Payload
from bot.ui.wire.sheet import MENTION, mentioned
from games.screen import Names

KEPT = 10_000
"""So many people are kept, of all guilds together."""
LIFE = 24 * 60 * 60.0
"""A name is kept for so many seconds."""
FRESH = 60 * 60.0
"""A list asks again after so many seconds: people change their names, and leave."""
NOTED_EVERY = 60.0
"""After so many seconds it is noted again that somebody still has their name."""
NOTHING = 0
"""Stands for what Discord said of somebody who is not there."""


@dataclass(frozen=True, slots=True)
class Known:
    """Holds what is known of one member of a guild."""

    name: str
    account: str
    """Tells people of the same name apart; empty if it is not known."""
    given: int
    """A hash of what Discord said, to notice when it says the same again; `NOTHING` if they have left."""
    at: float


class People:
    def __init__(self, client: discord.Client, now: Time) -> None:
        self._members = Members(client, self._found)
        self._now = now
        self._known: TTLCache[tuple[int, int], Known] = TTLCache(KEPT, LIFE, now)

    def meet(self, payload: Payload) -> None:
        """Learns from an interaction who acts, and whom they named."""
        if payload.get("guild_id") is None:
            return
        guild, member = int(payload["guild_id"]), payload["member"]
        self._learn(guild, member["user"], member.get("nick"))
        resolved = payload["data"].get("resolved") or {}
        members = resolved.get("members") or {}
        for person, user in (resolved.get("users") or {}).items():
            if person in members:
                self._learn(guild, user, members[person].get("nick"))
            else:
                self._learn(guild, user, None)
                self._leave(guild, int(person))

    async def names(self, guild: int, people: Iterable[int]) -> Mapping[int, str]:
        """Returns what these people are called in a list."""
        wanted = {*people}
        await self._fetch_unknown(guild, wanted, self._now() - FRESH)
        return self._told_apart(guild, wanted)

    async def called(self, duel: Duel) -> Names:
        """Returns what both players are called, by seat, or the challenger first if it has not begun. The
        computer goes by the name of its level."""
        if duel.rival is None and duel.players is not None:
            with suppress(KeyError):
                first, second = [self._known[duel.guild, person].name for person in duel.players]
                if first != second:
                    return first, second
        return await self._called(duel)

    async def _called(self, duel: Duel) -> Names:
        seats: list[int | None] = [*(duel.players or (duel.challenger, duel.challenged))]
        if duel.rival is not None:
            seats[duel.rival_seat() or 0 if duel.players else 1] = None
        people = {person for person in seats if person is not None}
        await self._fetch_unknown(duel.guild, people, 0.0)
        nobody = ANYONE if duel.rival is None else rival_name(duel.rival)
        names = self._told_apart(duel.guild, people)
        first, second = (nobody if person is None else names[person] for person in seats)
        return first, second

    async def named(self, guild: int, text: str) -> str:
        """Returns a text for one person, with names in the place of mentions."""
        people = mentioned(text)
        if not people:
            return text
        names = await self.names(guild, people)

        def name(found: Match[str]) -> str:
            called = names[int(found[1])]
            return called if found.start() else at_start(called)

        return MENTION.sub(name, text)

    def forget(self, person: int) -> None:
        """Forgets a person in every guild."""
        for key in [key for key in self._known if key[1] == person]:
            del self._known[key]

    async def _fetch_unknown(self, guild: int, people: Iterable[int], since: float) -> None:
        """Fetches people who are not known, or were not heard of since then."""
        unknown = []
        for person in people:
            known = self._known.get((guild, person))
            if not is_former(person) and (known is None or known.at < since):
                unknown.append(person)
        if unknown:
            await self._members.fetch(guild, unknown)

    def _told_apart(self, guild: int, people: Iterable[int]) -> dict[int, str]:
        """Returns their names; those of the same name with their accounts."""
        names = {person: self._name(guild, person) for person in people}
        if len({*names.values()}) == len(names):
            return names
        seen = Counter(names.values())
        for person, name in names.items():
            known = self._known.get((guild, person))
            if known is not None and known.account and seen[name] > 1:
                names[person] = f"{name} ({known.account})"
        return names

    def _name(self, guild: int, person: int) -> str:
        known = self._known.get((guild, person))
        return mention(person) if known is None else known.name

    def _found(self, guild: int, found: Found) -> None:
        for person, member in found.items():
            if member is None:
                self._leave(guild, person)
            else:
                user = {"id": person, "global_name": member.global_name, "username": member.name}
                self._learn(guild, user, member.nick)

    def _leave(self, guild: int, person: int) -> None:
        """Notes that a person has left; they keep the name that is known."""
        known = self._known.get((guild, person))
        if known is None:
            known = Known(LEFT, "", NOTHING, 0.0)
        elif known.given:
            known = replace(known, name=f"{known.name} (left)", given=NOTHING)
        self._known[guild, person] = replace(known, at=self._now())

    def _learn(self, guild: int, user: Mapping[str, Any], nick: object) -> None:
        key = guild, int(user["id"])
        given = nick, user.get("global_name"), user.get("username")
        known = self._known.get(key)
        if known is not None and known.given == hash(given):
            if known.at < self._now() - NOTED_EVERY:
                self._known[key] = replace(known, at=self._now())
            return
        texts = [as_text(str(each or "")) for each in given]
        name, account = next(filter(None, texts), ""), texts[-1]
        if name:
            account = name if account == name else account  # one string instead of two
            self._known[key] = Known(name, account, hash(given), self._now())
