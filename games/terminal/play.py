"""A match at one keyboard: two people, or one against the computer."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine import SEATS, Refused, Seat
from games.match import AnyMatch
from games.records.record import Record
from games.rival import AnyRival, token_of
from games.room import AnyRoom
from games.screen import Screen
from games.terminal.console import Console, agrees
from games.terminal.render import INDENT, offer, show


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

    @property
    def _match(self) -> AnyMatch:
        return self.record.match

    def play(self) -> None:
        self._say_news()
        while self._match.outcome is None:
            self._play_turn()
        show(self._console, self._screen(None))

    def _play_turn(self) -> None:
        turn, asked = self._match.turn, self._match.waiting
        for seat in asked:
            if seat in self._rivals:
                self._submit(seat, token_of(self._rivals[seat], self._match, seat))
        people = [seat for seat in asked if seat not in self._rivals]
        for seat in people:
            self._ask(seat, first=seat == people[0], secret=len(people) > 1)
        if self._match.turn > turn and self._match.outcome is None:
            self._say_news()

    def _ask(self, seat: Seat, *, first: bool, secret: bool) -> None:
        """Let this person pick: behind a cleared screen if it shows a hand, unseen if the pick is secret."""
        screen = self._screen(seat)
        shared = not self._rivals
        if shared and screen.private:
            self._pass_keyboard(seat)
        if first or screen.private:
            show(self._console, replace(screen, news=()))
            self._console.say()
        self._pick(seat, screen, hidden=secret)
        if shared and screen.private:
            self._console.clear()

    def _pass_keyboard(self, seat: Seat) -> None:
        if not self._console.interactive or self._at_keyboard == seat:
            return
        name = self.record.players[seat]
        self._console.ask(f"Pass the keyboard to {name}. {name}, press Enter when nobody else is looking.")
        self._at_keyboard = seat

    def _pick(self, seat: Seat, screen: Screen, *, hidden: bool) -> None:
        unseen = " (not shown as you type)" if hidden and self._console.interactive else ""
        question = f"{self.record.players[seat]}: {screen.prompt} {offer(screen)}{unseen}"
        while True:
            token = _completed(screen, self._console.ask(question, hidden=hidden))
            choice = screen.choice(token)
            if choice and choice.confirm and not agrees(self._console, choice.confirm):
                continue
            try:
                return self._submit(seat, token)
            except Refused as refusal:
                self._console.say(self._console.wrap(str(refusal)))

    def _submit(self, seat: Seat, token: str) -> None:
        self.record = replace(self.record, match=self._match.submit(seat, token, self._match.turn))

    def _say_news(self) -> None:
        """What happened, as everybody may know it; somebody alone with the computer sees their own side."""
        people = [seat for seat in SEATS if seat not in self._rivals]
        news = self._screen(people[0] if len(people) == 1 else None).news
        if news:
            self._console.say()
        for line in news:
            self._console.say(self._console.wrap(line, INDENT))

    def _screen(self, seat: Seat | None) -> Screen:
        return self._room.show(self._match, seat, self.record.players)


def _completed(screen: Screen, entry: str) -> str:
    """What was typed, or the one word among the choices that starts with it."""
    if not isinstance(screen.choices, tuple) or not entry.isalpha():
        return entry
    words = [choice.token for choice in screen.choices if choice.token.startswith(entry.lower())]
    return words[0] if len(words) == 1 else entry
