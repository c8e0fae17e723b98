"""Somebody who plays duel after duel by what their screen shows, and notes what they were promised."""

import asyncio
import re
from random import Random

from bench.chaos.mortal import Died, MortalBot
from bench.chaos.notebook import ADDRESS, Notebook, Pressed
from sandbox.person import NotAsExpected, Person, Reply
from sandbox.screen import Control, Screen, Seen

IMPATIENCE = 1.0
GIVES_UP_AFTER = 6
"""Looks at a screen on which nothing happens."""
MOVES = {"pick", "confirm", "number"}
PLAYING = MOVES | {"resign"}
REFUSALS = (
    "You have already picked",
    "That pick is for another turn",
    "There is nothing for you to pick",
    "That is not one of your picks",
    "This duel is over",
    "This match is over",
)


class Player:
    """`haste` is how likely they are to press twice where once would do."""

    def __init__(
        self,
        person: Person,
        opponent: Person,
        opening: str | None,
        seed: int,
        notes: Notebook,
        *,
        haste: float = 0.0,
        paces: tuple[str, ...] = (),
    ) -> None:
        self.person = person
        self._opponent = opponent
        self._opening = opening
        self._random = Random(seed)
        self._notes = notes
        self._haste = haste
        self._paces = paces
        self._doubts = 0
        self._idle = 0
        self._given_up: set[str] = set()

    async def play(self, bot: MortalBot) -> None:
        """Until the notebook is closing and the last duel is over."""
        while not (self._notes.closing and self._is_over()):
            await bot.alive()
            try:
                await self._act(bot)
            except Died:
                self._doubts = self._random.choice((0, 1))
            except NotAsExpected as surprise:
                self._notes.unanswered += "did not answer" in str(surprise)
                self._doubts = 1
                await asyncio.sleep(0)

    async def _act(self, bot: MortalBot) -> None:
        screen = self.person.sees()
        board, panel = self._newest(screen, private=False), self._newest(screen, private=True)
        if self._idle >= GIVES_UP_AFTER:
            await self._give_up(bot, board, panel)
        elif panel is not None and _outlived_its_board(panel, board):
            await self._move(bot, panel)
        elif board is None:
            await self._open_play(bot)
        elif _verbs(board) & {"accept", "rematch"}:
            await self._agree(bot, board)
        else:
            await self._take_turn(bot, board, panel)

    async def _open_play(self, bot: MortalBot) -> None:
        if self._opening is None or self._notes.closing:
            await self._look_on(bot)
            return
        self._count()
        pace = {"pace": self._random.choice(self._paces)} if self._paces else {}
        await bot.outlives(self.person.slash(f"duel {self._opening}", opponent=self._opponent, **pace))
        if self._newest(self.person.sees(), private=False) is None:
            await self._look_on(bot)

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

    async def _take_turn(self, bot: MortalBot, board: Seen, panel: Seen | None) -> None:
        if panel is None or self._doubts or _duel(panel) != _duel(board):
            self._doubts = 0
            await self._press(bot, _button(board, "hand"), board)
        else:
            await self._move(bot, panel)

    async def _move(self, bot: MortalBot, panel: Seen) -> None:
        self._doubts = 0
        moves = [b for b in panel.buttons if _address(b)["verb"] in MOVES]
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
        self._notes.note_try(pressed)
        for reply in await self._press_eagerly(bot, button, panel):
            self._settle(pressed, reply)

    async def _press_eagerly(self, bot: MortalBot, button: Control, panel: Seen) -> list[Reply]:
        """Once; or twice, without waiting for an answer in between."""
        if self._random.random() >= self._haste:
            return [await self._press(bot, button, panel)]
        both = (self._press(bot, button, panel) for _ in range(2))
        replies = await asyncio.gather(*both, return_exceptions=True)
        failures = [each for each in replies if isinstance(each, BaseException)]
        if len(failures) == len(replies):
            raise failures[0]
        return [each for each in replies if isinstance(each, Reply)]

    async def _enter_number(self, bot: MortalBot, address: re.Match[str]) -> None:
        number = str(self._random.randint(1, 9))
        form = self.person.sees().form
        if form is None:
            return
        (label,) = (c["label"] for c in form["components"])
        _, duel, turn, _ = form["custom_id"].split(":")
        pressed = Pressed(self.person.id, int(duel, 16), int(turn), number)
        self._notes.note_try(pressed)
        self._count()
        reply = await bot.outlives(self.person.fill({label: number}))
        if (duel, turn) == (address["duel"], address["turn"]):
            self._settle(pressed, reply)

    def _pressed(self, address: re.Match[str], token: str) -> Pressed:
        return Pressed(self.person.id, int(address["duel"], 16), int(address["turn"]), token)

    def _settle(self, pressed: Pressed, reply: Reply) -> None:
        """A pick is acknowledged when the panel no longer offers its turn and does not refuse it."""
        message = reply.message
        if message is None or not _is_of_duels(message) or any(each in message.text for each in REFUSALS):
            self._doubts = 1
            return
        offered = [_address(b) for b in message.buttons]
        if not any(a["turn"] == str(pressed.turn) and a["verb"] in {"pick", "confirm"} for a in offered):
            self._notes.acknowledged.append(pressed)

    async def _give_up(self, bot: MortalBot, board: Seen | None, panel: Seen | None) -> None:
        """Whoever sees nothing happen for long leaves the duel and starts another."""
        self._idle = 0
        self._given_up |= {_duel(each) for each in (board, panel) if each is not None}
        reply = await bot.outlives(self.person.slash("resign"))
        if reply.message is not None and "resignnow" in _verbs(reply.message):
            await self._press(bot, _button(reply.message, "resignnow"), reply.message)

    async def _press(self, bot: MortalBot, button: Control, on: Seen) -> Reply:
        self._count()
        self._idle = 0
        return await bot.outlives(self.person.press(button.custom_id, on))

    def _count(self) -> None:
        self._notes.presses += 1

    async def _look_on(self, bot: MortalBot) -> None:
        """Wait for something to happen; whoever waits too long looks again by opening their hand."""
        now = self.person.sees()
        try:
            await bot.outlives(self.person.wait_until(lambda screen: screen != now, IMPATIENCE))
            self._idle = 0
        except NotAsExpected:
            self._doubts = 1
            self._idle += 1

    def _is_over(self) -> bool:
        board = self._newest(self.person.sees(), private=False)
        return board is None or "rematch" in _verbs(board)

    def _newest(self, screen: Screen, *, private: bool) -> Seen | None:
        found = [
            seen
            for seen in screen.messages
            if seen.private is private and _is_of_duels(seen) and _duel(seen) not in self._given_up
        ]
        return found[-1] if found else None


def _outlived_its_board(panel: Seen, board: Seen | None) -> bool:
    """The board of the duel that is being played has vanished: it goes on in the panel."""
    if not _verbs(panel) & PLAYING:
        return False
    return board is None or (_duel(board) != _duel(panel) and board.id < panel.id)


def _is_of_duels(message: Seen) -> bool:
    return bool(message.buttons) and ADDRESS.fullmatch(message.buttons[0].custom_id) is not None


def _address(button: Control) -> re.Match[str]:
    match = ADDRESS.fullmatch(button.custom_id)
    if match is None:
        raise NotAsExpected(f"{button} is no button of a duel.")
    return match


def _duel(message: Seen) -> str:
    return _address(message.buttons[0])["duel"]


def _verbs(message: Seen) -> set[str]:
    return {_address(button)["verb"] for button in message.buttons}


def _button(message: Seen, verb: str) -> Control:
    for button in message.buttons:
        if _address(button)["verb"] == verb:
            return button
    raise NotAsExpected(f"There is no button to {verb} on the message.")
