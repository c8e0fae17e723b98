"""The settings of a server: where, how and between whom its duels are played."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
from typing import Any

from cachetools import TTLCache
from sqlalchemy import bindparam, delete, insert, select

from bot.database import Database
from bot.database.schema import channels, guilds
from bot.database.upsert import upsert
from bot.duels.pace import DEFAULT_PACE, Pace, pace_of
from bot.process.clock import Time
from games.engine import Refused
from games.screen import listed

PLAYED_IN = "Duels are played in {channels}. Challenge people there."
AND_ONE_MORE = "Duels are played in {channels} and one more channel. Challenge people there."
AND_MORE = "Duels are played in {channels} and {more} more channels. Challenge people there."
KEPT, MOST_KEPT = 10.0, 10_000
"""Settings that were read are kept for so many seconds, and for so many servers."""
NAMED_AT_MOST = 5
"""A refusal names so many channels; a longer list would help nobody."""


class Challengers(StrEnum):
    ANYONE = "anyone"
    NAMED = "named"
    """Every challenge names its opponent; open challenges are refused."""
    ROLE = "role"
    """Only people with the chosen role can challenge and be challenged."""


class Mentions(StrEnum):
    CHALLENGED = "challenged"
    """People are pinged when they are challenged, and when they are late."""
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Settings:
    channels: frozenset[int] = frozenset()
    """The channels for duels; empty: all channels."""
    threads: bool = False
    pace: Pace = DEFAULT_PACE
    rated: bool = True
    challengers: Challengers = Challengers.ANYONE
    role: int | None = None
    mentions: Mentions = Mentions.CHALLENGED

    def check_place(self, channel: int, parent: int | None) -> None:
        """Refuses a channel without duels. A thread counts as its parent channel."""
        if self.channels and not self.channels & {channel, parent}:
            raise Refused(_played_in(self.channels))

    def check_named(self, *, named: bool) -> None:
        if self.challengers is Challengers.NAMED and not named:
            raise Refused("Here every challenge is to somebody. Name an opponent.")

    def check_roles(self, roles: Collection[int], person: int | None = None) -> None:
        """Checks the asker's roles, or `person`'s. If no role is chosen, everybody passes."""
        if self.challengers is not Challengers.ROLE or self.role is None or self.role in roles:
            return
        if person is None:
            raise Refused(f"Only people with the role <@&{self.role}> duel here. Ask for it first.")
        raise Refused(f"<@{person}> lacks the role <@&{self.role}>, which duels need here.")


OF_GUILD = (
    select(guilds, channels.c.channel)
    .select_from(guilds.outerjoin(channels, channels.c.guild == guilds.c.id))
    .where(guilds.c.id == bindparam("of_guild"))
)
"""Finds a server's settings, once for each of its channels for duels."""


class SettingsStore:
    """Reads and saves settings. They are kept for a moment, because a duel asks several times; not for
    longer, because another process may change them."""

    def __init__(self, database: Database, now: Time = monotonic) -> None:
        self._database = database
        self._now = now
        self._kept = self._nothing()

    async def settings(self, guild: int) -> Settings:
        kept = self._kept
        found: Settings | None = kept.get(guild)
        if found is None:
            found = kept[guild] = await self._read(guild)
        return found

    def _nothing(self) -> TTLCache[int, Settings]:
        return TTLCache(MOST_KEPT, KEPT, self._now)

    def _changed(self) -> None:
        """Settings that are being read may be those from before the change, so they are kept nowhere."""
        self._kept = self._nothing()

    async def _read(self, guild: int) -> Settings:
        async with self._database.reading() as connection:
            rows = await connection.execute(OF_GUILD, {"of_guild": guild})
        if not rows:
            return Settings()
        row = rows[0]
        return Settings(
            channels=frozenset(each.channel for each in rows if each.channel is not None),
            threads=row.threads,
            pace=DEFAULT_PACE if row.pace is None else pace_of(row.pace),
            rated=row.rated,
            challengers=Challengers(row.challengers),
            role=row.role,
            mentions=Mentions(row.mentions),
        )

    async def change(self, guild: int, **values: Any) -> None:
        """Saves these columns of `guilds`; the others stay as they are."""
        statement = upsert(guilds).values(id=guild, **values)
        async with self._database.writing() as connection:
            await connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))
        self._changed()

    async def set_channels(self, guild: int, chosen: Collection[int]) -> None:
        rows = [{"guild": guild, "channel": channel} for channel in chosen]
        async with self._database.writing() as connection:
            await connection.execute(upsert(guilds).values(id=guild).on_conflict_do_nothing())
            await connection.execute(delete(channels).where(channels.c.guild == guild))
            if rows:
                await connection.execute(insert(channels), rows)
        self._changed()

    async def drop_channel(self, guild: int, channel: int) -> None:
        """Removes a channel that was deleted in Discord."""
        gone = delete(channels).where(channels.c.guild == guild, channels.c.channel == channel)
        async with self._database.writing() as connection:
            await connection.execute(gone)
        self._changed()


def _played_in(chosen: Collection[int]) -> str:
    shown = [f"<#{channel}>" for channel in sorted(chosen)[:NAMED_AT_MOST]]
    more = len(chosen) - len(shown)
    if not more:
        return PLAYED_IN.format(channels=listed(shown))
    return (AND_ONE_MORE if more == 1 else AND_MORE).format(channels=", ".join(shown), more=more)
