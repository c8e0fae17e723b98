"""Which guilds this process keeps, when several processes share the work."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """Says which guilds this process keeps. Discord assigns guilds to shards by their ids; direct messages
    arrive on shard 0."""

    ids: tuple[int, ...]
    count: int

    def keeps(self, guild: int) -> bool:
        return (guild >> 22) % self.count in self.ids

    @property
    def first(self) -> bool:
        """Says whether this process does what only one should do: it has shard 0."""
        return 0 in self.ids

    @property
    def keeps_all(self) -> bool:
        return len(self.ids) == self.count

    @property
    def share(self) -> float:
        """Returns the share of all guilds that this process keeps, approximately."""
        return len(self.ids) / self.count


EVERYTHING = Shards((0,), 1)
