"""Makes ids as Discord does: milliseconds since 2015, then a counter."""

from typing import Any

from sandbox.world.clock import Clock

EPOCH_MS = 1_420_070_400_000
FIRST_GUILD_MS = 1_577_836_800_000


class Snowflakes:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._guilds = 0

    def make(self) -> int:
        """Makes an id that is larger than the last one, so that ids sort by age."""
        fresh = (int(self._clock.now() * 1000) - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last

    def make_guild(self) -> int:
        """Makes a guild's id, one millisecond after the last, so that guilds spread evenly over shards."""
        self._guilds += 1
        return (FIRST_GUILD_MS + self._guilds - EPOCH_MS) << 22


def as_id(value: Any) -> int | None:
    """Reads an id that a bot sent as a text or a number. Returns None if it is no id."""
    text = str(value)
    is_number = not isinstance(value, bool) and text.isascii() and text.isdigit() and len(text) <= 20
    return int(text) if is_number else None


def shard_of(guild_id: int | None, shards: int) -> int:
    """The shard that gets a guild's events. Direct messages have no guild and go to shard 0."""
    return 0 if guild_id is None else (guild_id >> 22) % shards
