"""Somebody who plays duel after duel by what their screen shows, and notes what they were promised."""

import asyncio
import re
from random import Random

from bench.chaos.checks.buttons import (
    MOVES,
    address_of,
    addresses_of,
    button_to,
    duel_of,
    is_of_duels,
    outlived_its_board,
    verbs_of,
)
from bench.chaos.observations import Notebook, Pressed
from bench.chaos.troubles.bot_process import Died, MortalBot
from sandbox.people.person import NotAsExpected, Person, Reply
from sandbox.people.screen import Control, Screen, Seen

IMPATIENCE = 1.0
GIVES_UP_AFTER = 6
"""Looks at a screen on which nothing happens."""
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
        elif panel is not None and outlived_its_board(panel, board):
            await self._move(bot, panel)
        elif board is None:
            await self._open_play(bot)
        elif verbs_of(board) & {"accept", "rematch"}:
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
        if "rematch" in verbs_of(board):
            if not self._notes.closing:
                await self._press(bot, button_to(board, "rematch"), board)
                await self._look_on(bot)
            return
        made_it = any(f"@{self.person.name} {offers}" in board.text for offers in ("challenges", "wants"))
        if made_it:
            await self._look_on(bot)
        else:
            await self._press(bot, button_to(board, "accept"), board)

    async def _take_turn(self, bot: MortalBot, board: Seen, panel: Seen | None) -> None:
        if panel is None or self._doubts or duel_of(panel) != duel_of(board):
            self._doubts = 0
            await self._press(bot, button_to(board, "hand"), board)
        else:
            await self._move(bot, panel)

    async def _move(self, bot: MortalBot, panel: Seen) -> None:
        self._doubts = 0
        moves = [button for button, address in addresses_of(panel) if address["verb"] in MOVES]
        if moves:
            await self._pick(bot, self._random.choice(moves), panel)
        else:
            await self._look_on(bot)

    async def _pick(self, bot: MortalBot, button: Control, panel: Seen) -> None:
        address = address_of(button)
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
        if message is None or not is_of_duels(message) or any(each in message.text for each in REFUSALS):
            self._doubts = 1
            return
        offered = [(a["verb"], a["turn"]) for _, a in addresses_of(message)]
        if not {("pick", str(pressed.turn)), ("confirm", str(pressed.turn))} & {*offered}:
            self._notes.acknowledged.append(pressed)

    async def _give_up(self, bot: MortalBot, board: Seen | None, panel: Seen | None) -> None:
        """Whoever sees nothing happen for long leaves the duel and starts another."""
        self._idle = 0
        self._given_up |= {duel_of(each) for each in (board, panel) if each is not None}
        reply = await bot.outlives(self.person.slash("resign"))
        if reply.message is not None and "resignnow" in verbs_of(reply.message):
            await self._press(bot, button_to(reply.message, "resignnow"), reply.message)

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
        return board is None or "rematch" in verbs_of(board)

    def _newest(self, screen: Screen, *, private: bool) -> Seen | None:
        found = [
            seen
            for seen in screen.messages
            if seen.private is private and is_of_duels(seen) and duel_of(seen) not in self._given_up
        ]
        return found[-1] if found else None
