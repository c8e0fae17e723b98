"""Which guilds this process keeps, when several share the work."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """Discord deals guilds out by their ids; direct messages arrive on shard 0."""

    ids: tuple[int, ...]
    count: int

    def keeps(self, guild: int) -> bool:
        return (guild >> 22) % self.count in self.ids

    @property
    def first(self) -> bool:
        """Whatever has to be done once is done by the process that has shard 0."""
        return 0 in self.ids

    @property
    def alone(self) -> bool:
        return len(self.ids) == self.count

    @property
    def share(self) -> float:
        """Of all guilds, more or less."""
        return len(self.ids) / self.count


EVERYTHING = Shards((0,), 1)
