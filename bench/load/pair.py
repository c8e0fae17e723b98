"""Two people who play each other again and again, and what each of them sees."""

from collections.abc import Iterator

from bench.load.buttons import PICKS, Button, buttons_of, is_asked, shows_end
from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.user import User

OVER = 10_000
"""Stands for a turn when the panel shows the end of the duel; no match has so many turns."""


class Member:
    """One person of a pair."""

    __slots__ = ("_parts", "_read", "busy", "pair", "panel", "picked", "seen", "uncertain_turn", "user")

    def __init__(self, pair: "Pair", user: User) -> None:
        self.pair = pair
        self.user = user
        self.panel: Message | None = None
        self.begin_duel(None)

    def begin_duel(self, panel: Message | None) -> None:
        """Forgets the last duel; `panel` belongs to the new one."""
        self.panel = panel
        self._parts: list[Wire] = []
        self._read: list[Button] = []
        self.busy = False
        """The person thinks or has pressed something."""
        self.picked = self.seen = 0
        self.uncertain_turn = -1
        """The last turn at which the person tapped twice or got no answer in time."""

    @property
    def buttons(self) -> list[Button]:
        """The buttons on the panel. They are read again when an edit has given it new components."""
        if self.panel is not None and self._parts is not (parts := self.panel.wire["components"]):
            self._parts, self._read = parts, buttons_of(self.panel)
        return self._read

    @property
    def turn(self) -> int:
        """The turn for which the panel wants a pick, 0 if it wants none, or `OVER`."""
        if self.panel is None:
            return 0
        if self._is_over:
            return OVER
        return max((each.turn for each in self._picks), default=0)

    def offers(self) -> list[Button]:
        """The picks that this person can make now."""
        return [each for each in self._picks if each.turn > self.picked]

    @property
    def _picks(self) -> list[Button]:
        """Everybody sees the picks on a board; they are for the player whom it waits for."""
        if self.panel is None or not (self.panel.only_for or is_asked(self.panel, self.user)):
            return []
        return [each for each in self.buttons if each.verb in PICKS]

    @property
    def _is_over(self) -> bool:
        return self.panel is not None and shows_end(self.panel)


class Pair:
    """Two people in a channel who play all games in turn."""

    __slots__ = ("channel", "duel", "game", "games", "members", "pressed", "presser")

    def __init__(self, channel: Channel, users: tuple[User, User], games: Iterator[str]) -> None:
        self.channel = channel
        self.members = [Member(self, user) for user in users]
        self.games = games
        self.game = ""
        self.duel = 0
        """The duel they play; 0 between two duels."""
        self.pressed = 0.0
        """When one of them last pressed a button that may end a turn."""
        self.presser: Member | None = None
