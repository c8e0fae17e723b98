"""Somebody who plays duel after duel by what their screen shows, and notes what they were promised."""

import re
from dataclasses import dataclass, field
from random import Random

from sandbox.person import NotAsExpected, Person, Reply
from sandbox.screen import Control, Screen, Seen
from tests.e2e.mortal import Died, MortalBot

IMPATIENCE = 1.0
ADDRESS = re.compile(r"duel:(?P<verb>[a-z]+):(?P<duel>[0-9a-f]+)(?::(?P<turn>\d+))?(?::(?P<token>\w+))?")
REFUSALS = (
    "You have already picked",
    "That pick is for another turn",
    "There is nothing for you to pick",
    "This duel is over",
    "This match is over",
)


@dataclass(frozen=True, slots=True)
class Pressed:
    person: int
    duel: int
    turn: int
    token: str


@dataclass
class Notebook:
    """What all players together have tried, and what they were told is safe."""

    tried: set[Pressed] = field(default_factory=set)
    acknowledged: list[Pressed] = field(default_factory=list)
    presses: int = 0
    closing: bool = False
    """No new duels; the present ones are played to their end."""


class Player:
    def __init__(
        self, person: Person, opponent: Person, opening: str | None, seed: int, notes: Notebook
    ) -> None:
        self.person = person
        self._opponent = opponent
        self._opening = opening
        self._random = Random(seed)
        self._notes = notes
        self._doubts = 0

    async def play(self, bot: MortalBot) -> None:
        """Until the notebook is closing and the last duel is over."""
        while not (self._notes.closing and self._is_over()):
            await bot.alive()
            try:
                await self._act(bot)
            except Died:
                self._doubts = self._random.choice((0, 1))
            except NotAsExpected:
                self._doubts = 1

    async def _act(self, bot: MortalBot) -> None:
        screen = self.person.sees()
        board = _newest(screen, private=False)
        if board is None:
            await self._open_play(bot)
        elif _verbs(board) & {"accept", "rematch"}:
            await self._agree(bot, board)
        else:
            await self._take_turn(bot, screen, board)

    async def _open_play(self, bot: MortalBot) -> None:
        if self._opening is None:
            await self._look_on(bot)
        else:
            self._count()
            await bot.outlives(self.person.slash(f"duel {self._opening}", opponent=self._opponent))

    async def _agree(self, bot: MortalBot, board: Seen) -> None:
        """Whoever made an offer waits; the other takes it."""
        if "rematch" in _verbs(board):
            if not self._notes.closing:
                await self._press(bot, _button(board, "rematch"), board)
                await self._look_on(bot)
            return
        made_it = any(f"@{self.person.name} {offers}" in board.text for offers in ("challenges", "wants"))
        if made_it:
            await self._look_on(bot)
        else:
            await self._press(bot, _button(board, "accept"), board)

    async def _take_turn(self, bot: MortalBot, screen: Screen, board: Seen) -> None:
        panel = _newest(screen, private=True)
        duel = _address(board.buttons[0])["duel"]
        if panel is None or self._doubts or all(_address(b)["duel"] != duel for b in panel.buttons):
            self._doubts = 0
            await self._press(bot, _button(board, "hand"), board)
            return
        moves = [b for b in panel.buttons if _address(b)["verb"] in {"pick", "confirm", "number"}]
        if moves:
            await self._pick(bot, self._random.choice(moves), panel)
        else:
            await self._look_on(bot)

    async def _pick(self, bot: MortalBot, button: Control, panel: Seen) -> None:
        address = _address(button)
        if address["verb"] == "number":
            await self._press(bot, button, panel)
            await self._enter_number(bot, address)
            return
        pressed = self._pressed(address, address["token"])
        self._notes.tried.add(pressed)
        self._settle(pressed, await self._press(bot, button, panel))

    async def _enter_number(self, bot: MortalBot, address: re.Match[str]) -> None:
        number = str(self._random.randint(1, 9))
        form = self.person.sees().form
        if form is None:
            return
        (label,) = (c["label"] for c in form["components"])
        pressed = self._pressed(address, number)
        self._notes.tried.add(pressed)
        self._count()
        self._settle(pressed, await bot.outlives(self.person.fill({label: number})))

    def _pressed(self, address: re.Match[str], token: str) -> Pressed:
        return Pressed(self.person.id, int(address["duel"], 16), int(address["turn"]), token)

    def _settle(self, pressed: Pressed, reply: Reply) -> None:
        """A pick is acknowledged when the panel no longer offers its turn and does not refuse it."""
        if reply.message is None or any(refusal in reply.message.text for refusal in REFUSALS):
            self._doubts = 1
            return
        offered = [_address(b) for b in reply.message.buttons]
        if not any(a["turn"] == str(pressed.turn) and a["verb"] in {"pick", "confirm"} for a in offered):
            self._notes.acknowledged.append(pressed)

    async def _press(self, bot: MortalBot, button: Control, on: Seen) -> Reply:
        self._count()
        return await bot.outlives(self.person.press(button.custom_id, on))

    def _count(self) -> None:
        self._notes.presses += 1

    async def _look_on(self, bot: MortalBot) -> None:
        """Wait for something to happen; whoever waits too long looks again by opening their hand."""
        now = self.person.sees()
        try:
            await bot.outlives(self.person.wait_until(lambda screen: screen != now, IMPATIENCE))
        except NotAsExpected:
            self._doubts = 1

    def _is_over(self) -> bool:
        board = _newest(self.person.sees(), private=False)
        return board is not None and "rematch" in _verbs(board)


def _newest(screen: Screen, *, private: bool) -> Seen | None:
    found = [m for m in screen.messages if m.private is private and m.buttons]
    return found[-1] if found else None


def _address(button: Control) -> re.Match[str]:
    match = ADDRESS.fullmatch(button.custom_id)
    assert match is not None, button
    return match


def _verbs(message: Seen) -> set[str]:
    return {_address(button)["verb"] for button in message.buttons}


def _button(message: Seen, verb: str) -> Control:
    return next(button for button in message.buttons if _address(button)["verb"] == verb)
