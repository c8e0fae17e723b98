"""Lets an interaction in once. Discord may deliver it twice, after a lost connection."""

from collections import OrderedDict

REMEMBERED = 5_000
"""How many interactions are remembered: many seconds' worth, on a busy bot."""


class Duplicates:
    def __init__(self) -> None:
        self._seen: OrderedDict[int, None] = OrderedDict()

    def is_new(self, interaction: int) -> bool:
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True
