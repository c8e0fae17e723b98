"""What people tried, what they were promised, and everything that anybody was shown, in order."""

import re
from dataclasses import dataclass, field
from itertools import count

from sandbox.interactions.components import walk
from sandbox.messages.mentions import texts_of
from sandbox.wire import Component
from sandbox.world.entities import Message
from sandbox.world.feed import Listener

ADDRESS = re.compile(
    r"duel:(?P<verb>[a-z]+):(?P<duel>[0-9a-f]+)(?::(?P<turn>\d+))?(?::(?P<token>\w+))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Pressed:
    person: int
    duel: int
    turn: int
    token: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One message as it looked at one moment; `reader` is None when everybody saw it."""

    moment: int
    message: int
    reader: int | None
    text: str
    duel: int | None
    turn: int | None
    verbs: frozenset[str]


@dataclass
class Notebook(Listener):
    tried: dict[Pressed, int] = field(default_factory=dict)
    """And the moment when each was first tried."""
    acknowledged: list[Pressed] = field(default_factory=list)
    sights: list[Shown] = field(default_factory=list)
    presses: int = 0
    unanswered: int = 0
    closing: bool = False
    """No new duels; the present ones are played to their end."""
    _moments: "count[int]" = field(default_factory=count)

    def note_try(self, pressed: Pressed) -> None:
        self.tried.setdefault(pressed, next(self._moments))

    def shown(self, message: Message) -> None:
        addresses = [
            match
            for part in walk(message.wire["components"])
            if part["type"] == Component.BUTTON and (match := ADDRESS.fullmatch(part.get("custom_id", "")))
        ]
        turns = [int(each["turn"]) for each in addresses if each["turn"]]
        self.sights.append(
            Shown(
                next(self._moments),
                message.id,
                message.only_for,
                "\n".join(texts_of(message.wire)),
                int(addresses[0]["duel"], 16) if addresses else None,
                turns[0] if turns else None,
                frozenset(each["verb"] for each in addresses),
            )
        )
