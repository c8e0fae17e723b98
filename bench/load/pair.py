"""Two people who play each other again and again: what each of them sees, and where they stand."""

from collections.abc import Iterator

from bench.load.buttons import Control, controls
from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.user import User

PICKS = frozenset({"pick", "number"})
OVER = 10_000
"""A turn that no match reaches: the panel shows the end."""


class Seat:
    """One person of a pair."""

    __slots__ = ("_parts", "_read", "busy", "doubt", "pair", "panel", "picked", "seen", "user")

    def __init__(self, pair: "Pair", user: User) -> None:
        self.pair = pair
        self.user = user
        self.panel: Message | None = None
        self.sit_down(None)

    def sit_down(self, panel: Message | None) -> None:
        """A new duel begins for them."""
        self.panel = panel
        self._parts: list[Wire] = []
        self._read: list[Control] = []
        self.busy = False
        """They think, or press."""
        self.picked = self.seen = 0
        self.doubt = -1
        """The last turn at which they tapped twice, or had no answer in time."""

    @property
    def controls(self) -> list[Control]:
        """What the panel has to press. An edit gives a message a new list of components, never the same."""
        if self.panel is not None and self._parts is not (parts := self.panel.wire["components"]):
            self._parts, self._read = parts, controls(self.panel)
        return self._read

    @property
    def turn(self) -> int:
        """The turn that the panel asks a pick for, if any."""
        turn = 0
        for each in self.controls:
            if each.verb == "rematch":
                return OVER
            if each.verb in PICKS:
                turn = max(turn, each.turn)
        return turn

    def offers(self) -> list[Control]:
        """What this person has to pick from now."""
        return [each for each in self.controls if each.verb in PICKS and each.turn > self.picked]


class Pair:
    __slots__ = ("channel", "duel", "game", "games", "pressed", "presser", "seats")

    def __init__(self, channel: Channel, users: tuple[User, User], games: Iterator[str]) -> None:
        self.channel = channel
        self.seats = [Seat(self, user) for user in users]
        self.games = games
        self.game = ""
        self.duel = 0
        """The one they play; 0 between two."""
        self.pressed = 0.0
        """When one of them last pressed something that may end a turn."""
        self.presser: Seat | None = None
