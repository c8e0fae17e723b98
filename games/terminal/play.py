"""A match at one keyboard: two people, or one against the computer."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine import SEATS, Refused, Seat
from games.match import AnyMatch
from games.records.record import Record
from games.rival import AnyRival, token_of
from games.room import AnyRoom
from games.screen import Choice, Screen
from games.terminal.console import Console, agrees
from games.terminal.render import hint, offer, say, show


class Sitting:
    """One match being played; `record` is up to date at every moment, so that it can be saved at any."""

    def __init__(
        self, console: Console, room: AnyRoom, record: Record, rivals: Mapping[Seat, AnyRival]
    ) -> None:
        self.record = record
        self._console = console
        self._room = room
        self._rivals = rivals
        self._at_keyboard: Seat | None = None
        self._untold = 1

    @property
    def _match(self) -> AnyMatch:
        return self.record.match

    def play(self) -> None:
        while self._match.outcome is None:
            self._play_turn()
        self._catch_up()
        show(self._console, replace(self._screen(None), news=()))

    def _play_turn(self) -> None:
        asked = self._match.waiting
        for seat in asked:
            if seat in self._rivals:
                self._submit(seat, token_of(self._rivals[seat], self._match, seat))
        people = [seat for seat in asked if seat not in self._rivals]
        if people:
            self._catch_up()
        for seat in people:
            self._ask(seat, first=seat == people[0], secret=len(people) > 1)

    def _ask(self, seat: Seat, *, first: bool, secret: bool) -> None:
        """Let this person pick: behind a cleared screen if it shows a hand, unseen if the pick is secret."""
        hand = self._screen(seat)
        apart = not self._rivals and hand.private
        if apart:
            self._pass_keyboard(seat)
        if first or hand.private:
            board = replace(self._screen(None), news=hand.news if apart else ())
            show(self._console, board, hand if hand.private else None)
            self._console.say()
        self._pick(seat, hand, hidden=secret)
        if apart:
            self._console.clear()

    def _pass_keyboard(self, seat: Seat) -> None:
        if not self._console.interactive or self._at_keyboard == seat:
            return
        name = self.record.players[seat]
        self._console.say()
        self._console.ask(f"Pass the keyboard to {name}. {name}, press Enter when nobody else is looking.")
        self._at_keyboard = seat

    def _pick(self, seat: Seat, screen: Screen, *, hidden: bool) -> None:
        unseen = " (not shown as you type)" if hidden and self._console.interactive else ""
        question = f"{self.record.players[seat]}: {screen.prompt} {offer(screen)}{unseen}"
        hint(self._console, screen)
        while True:
            token = _completed(screen, self._console.ask(question, hidden=hidden))
            if not hidden and not self._is_sure(screen.choice(token)):
                continue
            try:
                return self._submit(seat, token)
            except Refused as refusal:
                self._console.say(self._console.wrap(str(refusal)))

    def _is_sure(self, choice: Choice | None) -> bool:
        """Not to be asked of a secret pick: the question would tell it to whoever sits beside."""
        return not (choice and choice.confirm) or agrees(self._console, choice.confirm)

    def _submit(self, seat: Seat, token: str) -> None:
        self.record = replace(self.record, match=self._match.submit(seat, token, self._match.turn))

    def _catch_up(self) -> None:
        """Say what happened in the turns that were not told yet, as everybody may know it; somebody alone
        with the computer is told their own side."""
        people = [seat for seat in SEATS if seat not in self._rivals]
        reader = people[0] if len(people) == 1 else None
        say(self._console, self._room.told(self._match, self._untold, self.record.players, reader))
        self._untold = self._match.turn

    def _screen(self, seat: Seat | None) -> Screen:
        return self._room.show(self._match, seat, self.record.players)


def _completed(screen: Screen, entry: str) -> str:
    """What was typed, or the one word among the choices that starts with it."""
    if not entry.isalpha():
        return entry
    words = [choice.token for choice in screen.offered if choice.token.startswith(entry.lower())]
    return words[0] if len(words) == 1 else entry
