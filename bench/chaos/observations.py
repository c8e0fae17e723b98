"""Records what people tried, what the bot acknowledged, and everything that anybody was shown, in order."""

import re
from dataclasses import dataclass, field
from itertools import count

from sandbox.interactions.components import walk
from sandbox.messages.mentions import texts_of
from sandbox.wire import Component
from sandbox.world.entities import Message
from sandbox.world.feed import Listener

CUSTOM_ID = re.compile(
    r"duel:(?P<verb>[a-z]+):(?P<duel>[0-9a-f]+)(?::(?P<turn>\d+))?(?::(?P<token>\w+))?", re.ASCII
)

NAME = re.compile(r"\b[A-Z][a-z]+\d*\b")


@dataclass(frozen=True, slots=True)
class Pick:
    """One pick of one person."""

    person: int
    duel: int
    turn: int
    token: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One message as it looked at one moment. `reader` is None when everybody could see it."""

    moment: int
    message: int
    reader: int | None
    text: str
    duel: int | None
    turn: int | None
    verbs: frozenset[str]

    @property
    def is_call(self) -> bool:
        """Whether it calls players: its only button opens a hand and names a turn."""
        return self.reader is None and self.verbs == {"hand"} and self.turn is not None


@dataclass
class ChaosObservations(Listener):
    """What happened to all people in a run. `shown` is called for every message that is sent or edited."""

    tried: dict[Pick, int] = field(default_factory=dict)
    """Every pick that was tried, with the moment when it was first tried."""
    acknowledged: list[Pick] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    people: dict[str, int] = field(default_factory=dict)
    """The ids of people by their names. What is recorded mentions them, however they were called."""
    presses: int = 0
    unanswered: int = 0
    closing: bool = False
    """True when people should begin no new duels and only finish those they play."""
    _moments: "count[int]" = field(default_factory=count)
    _duels: dict[int, int] = field(default_factory=dict)
    """The duel that each message was about. One that has lost its buttons is still about it."""

    def record_try(self, pick: Pick) -> None:
        self.tried.setdefault(pick, next(self._moments))

    def _mention(self, name: re.Match[str]) -> str:
        return f"<@{self.people[name[0]]}>" if name[0] in self.people else name[0]

    def shown(self, message: Message) -> None:
        ids = [
            match
            for part in walk(message.wire["components"])
            if part["type"] == Component.BUTTON and (match := CUSTOM_ID.fullmatch(part.get("custom_id", "")))
        ]
        turns = [int(each["turn"]) for each in ids if each["turn"]]
        if ids:
            self._duels[message.id] = int(ids[0]["duel"], 16)
        self.snapshots.append(
            Snapshot(
                next(self._moments),
                message.id,
                message.only_for,
                NAME.sub(self._mention, "\n".join(texts_of(message.wire))),
                self._duels.get(message.id),
                turns[0] if turns else None,
                frozenset(each["verb"] for each in ids),
            )
        )
