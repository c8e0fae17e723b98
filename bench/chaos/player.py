"""A person who plays duel after duel, guided by their screen, and records what the bot acknowledged."""

import asyncio
import re
from dataclasses import replace
from random import Random

from bench.chaos.checks.buttons import (
    belongs_to_duel,
    button_to,
    duel_buttons,
    duel_of,
    fields_of,
    is_asked,
    is_call,
    is_end,
    moves_on,
    outlived_its_board,
    verbs_of,
)
from bench.chaos.observations import ChaosObservations, Pick
from bench.rig.bot_process import BotDied, KillableBot
from sandbox.people.person import NotAsExpected, Person, Reply
from sandbox.people.screen import Control, Screen, Seen
from sandbox.wire import CallbackType

WAITS = 1.0
"""Seconds that a player waits for something to happen."""
GIVES_UP_AFTER = 6
"""How many times a player waits in vain before they leave the duel."""
DEFERRED = (CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE)
"""Answers that say nothing yet."""
LOCKED = "Locked in"
REFUSALS = (
    "You have already picked",
    "That pick is for another turn",
    "There is nothing for you to pick",
    "That is not one of your picks",
    "This duel is over",
    "This match is over",
)


class Player:
    """Plays until the run is closing. `double_taps` is how likely a pick is pressed twice."""

    def __init__(
        self,
        person: Person,
        opponent: Person,
        opening: str | None,
        seed: int,
        observed: ChaosObservations,
        *,
        double_taps: float = 0.0,
        paces: tuple[str, ...] = (),
    ) -> None:
        self.person = person
        self._opponent = opponent
        self._opening = opening
        self._random = Random(seed)
        self._observed = observed
        self._double_taps = double_taps
        self._paces = paces
        self._reopen_panel = False
        self._idle = 0
        self._given_up: set[str] = set()

    async def play(self, bot: KillableBot) -> None:
        """Plays until the run is closing and the last duel is over."""
        while not (self._observed.closing and self._is_over()):
            await bot.wait_until_up()
            try:
                await self._act(bot)
            except BotDied:
                self._reopen_panel = self._random.choice((False, True))
            except NotAsExpected as surprise:
                self._observed.unanswered += "did not answer" in str(surprise)
                self._reopen_panel = True
                await asyncio.sleep(0)

    async def _act(self, bot: KillableBot) -> None:
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

    async def _open_play(self, bot: KillableBot) -> None:
        if self._opening is None or self._observed.closing:
            await self._wait(bot)
            return
        self._count_press()
        pace = {"pace": self._random.choice(self._paces)} if self._paces else {}
        await bot.unless_it_dies(self.person.slash(f"duel {self._opening}", opponent=self._opponent, **pace))
        if self._newest(self.person.sees(), private=False) is None:
            await self._wait(bot)

    async def _agree(self, bot: KillableBot, board: Seen) -> None:
        """Offers a rematch, accepts the other's offer, or waits for the other to accept."""
        if "rematch" in verbs_of(board):
            if not self._observed.closing:
                await self._press(bot, button_to(board, "rematch"), board)
                await self._wait(bot)
            return
        is_own_offer = any(f"{self.person.name} {offers}" in board.text for offers in ("challenges", "wants"))
        if is_own_offer:
            await self._wait(bot)
        else:
            await self._press(bot, button_to(board, "accept"), board)

    async def _take_turn(self, bot: KillableBot, board: Seen, panel: Seen | None) -> None:
        """A duel that hides nothing has no way to a panel on its board: it is played there."""
        here = None if panel is None or duel_of(panel) != duel_of(board) else panel
        openers = [each for each in (board, *self._calls(board)) if "hand" in verbs_of(each)]
        if board in openers and (here is None or self._reopen_panel):
            await self._open_panel(bot, openers)
        elif board in openers or (here is not None and moves_on(here)):
            await self._move(bot, here or board)
        elif openers and self._reopen_panel:
            await self._open_panel(bot, openers)
        elif is_asked(board, self.person.name):
            await self._move(bot, board)
        else:
            await self._wait(bot)

    async def _open_panel(self, bot: KillableBot, openers: list[Seen]) -> None:
        self._reopen_panel = False
        opener = self._random.choice(openers)
        await self._press(bot, button_to(opener, "hand"), opener)

    def _calls(self, board: Seen) -> list[Seen]:
        """The messages that call the players of the duel on this board."""
        public = [seen for seen in self.person.sees().messages if not seen.private and belongs_to_duel(seen)]
        return [seen for seen in public if is_call(seen) and duel_of(seen) == duel_of(board)]

    async def _move(self, bot: KillableBot, panel: Seen) -> None:
        """Picks in a panel, or on the board of a duel that is played there."""
        self._reopen_panel = False
        moves = moves_on(panel)
        if moves:
            await self._pick(bot, self._random.choice(moves), panel)
        else:
            await self._wait(bot)

    async def _pick(self, bot: KillableBot, button: Control, panel: Seen) -> None:
        fields = fields_of(button)
        if fields["verb"] == "number":
            await self._press(bot, button, panel)
            await self._enter_number(bot, fields)
            return
        pick = self._pick_from(fields, fields["token"])
        self._observed.record_try(pick)
        for reply in await self._press_once_or_twice(bot, button, panel):
            self._record_answer(pick, reply)

    async def _press_once_or_twice(self, bot: KillableBot, button: Control, panel: Seen) -> list[Reply]:
        """Presses once, or twice without waiting for the first answer."""
        if self._random.random() >= self._double_taps:
            return [await self._press(bot, button, panel)]
        both = (self._press(bot, button, panel) for _ in range(2))
        replies = await asyncio.gather(*both, return_exceptions=True)
        failures = [each for each in replies if isinstance(each, BaseException)]
        if len(failures) == len(replies):
            raise failures[0]
        return [each for each in replies if isinstance(each, Reply)]

    async def _enter_number(self, bot: KillableBot, fields: re.Match[str]) -> None:
        number = str(self._random.randint(1, 9))
        form = self.person.sees().form
        if form is None:
            return
        (label,) = (c["label"] for c in form["components"])
        _, duel, turn, _ = form["custom_id"].split(":")
        pick = Pick(self.person.id, int(duel, 16), int(turn), number)
        self._observed.record_try(pick)
        self._count_press()
        reply = await self._completed(bot, await bot.unless_it_dies(self.person.fill({label: number})))
        if (duel, turn) == (fields["duel"], fields["turn"]):
            self._record_answer(pick, reply)

    def _pick_from(self, fields: re.Match[str], token: str) -> Pick:
        return Pick(self.person.id, int(fields["duel"], 16), int(fields["turn"]), token)

    def _record_answer(self, pick: Pick, reply: Reply) -> None:
        """Records a pick as acknowledged if the answer neither offers its turn any more nor refuses it."""
        message = reply.message
        if message is None or any(each in message.text for each in REFUSALS):
            self._reopen_panel = True
            return
        if not (belongs_to_duel(message) or is_end(message)):
            self._reopen_panel = True
            return
        if reply.kind in DEFERRED and LOCKED not in message.text:
            return  # something else may have changed it before the answer
        offered = [(a["verb"], a["turn"]) for _, a in duel_buttons(message)]
        if not {("pick", str(pick.turn)), ("confirm", str(pick.turn))} & {*offered}:
            self._observed.acknowledged.append(pick)

    async def _give_up(self, bot: KillableBot, board: Seen | None, panel: Seen | None) -> None:
        """Leaves a duel in which nothing happens any more, so that another can be begun."""
        self._idle = 0
        self._given_up |= {duel_of(each) for each in (board, panel) if each is not None}
        reply = await self._completed(bot, await bot.unless_it_dies(self.person.slash("resign")))
        if reply.message is not None and "resignnow" in verbs_of(reply.message):
            await self._press(bot, button_to(reply.message, "resignnow"), reply.message)

    async def _press(self, bot: KillableBot, button: Control, on: Seen) -> Reply:
        self._count_press()
        self._idle = 0
        return await self._completed(bot, await bot.unless_it_dies(self.person.press(button.custom_id, on)))

    async def _completed(self, bot: KillableBot, reply: Reply) -> Reply:
        """The answer that follows an acknowledgement. What has not come after a while is no answer."""
        if reply.kind not in DEFERRED:
            return reply
        before = self._shown(reply)
        try:
            await bot.unless_it_dies(self.person.wait_until(lambda _: self._shown(reply) != before, WAITS))
        except NotAsExpected:
            return replace(reply, message=None)
        return replace(reply, message=self._shown(reply))

    def _shown(self, reply: Reply) -> Seen | None:
        """The message of an answer as it is now."""
        wanted = None if reply.message is None else reply.message.id
        return next((seen for seen in self.person.sees().messages if seen.id == wanted), None)

    def _count_press(self) -> None:
        self._observed.presses += 1

    async def _wait(self, bot: KillableBot) -> None:
        """Waits for something to happen. After waiting in vain the player opens their panel again."""
        now = self.person.sees()
        try:
            await bot.unless_it_dies(self.person.wait_until(lambda screen: screen != now, WAITS))
            self._idle = 0
        except NotAsExpected:
            self._reopen_panel = True
            self._idle += 1

    def _is_over(self) -> bool:
        board = self._newest(self.person.sees(), private=False)
        return board is None or "rematch" in verbs_of(board)

    def _newest(self, screen: Screen, *, private: bool) -> Seen | None:
        found = [
            seen
            for seen in screen.messages
            if seen.private is private and belongs_to_duel(seen) and duel_of(seen) not in self._given_up
            if private or not is_call(seen)
        ]
        return found[-1] if found else None
