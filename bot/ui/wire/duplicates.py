"""An interaction that Discord delivers twice, as it may after a lost connection, is let in once."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeAlias

Take: TypeAlias = Callable[[Any], None]
REMEMBERED = 5_000
"""Seconds of a busy bot's presses."""


class Doorman:
    def __init__(self, take: Take) -> None:
        self._take = take
        self._seen: OrderedDict[str, None] = OrderedDict()

    def __call__(self, data: Any) -> None:
        key = str(data.get("id"))
        if key in self._seen:
            return
        self._seen[key] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        self._take(data)
