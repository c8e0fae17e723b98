"""People in pairs who play duel after duel by what their panels show, each pick when its time has come."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from bench.load.actions import Errands, Fingers
from bench.load.buttons import Control, controls, field_of, winner_on, words
from bench.load.observations import Key, Notebook
from bench.load.pair import OVER, Pair, Seat
from games import GAMES
from sandbox import Sandbox
from sandbox.interactions.interactions import Answer
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from sandbox.world.user import User

AT_ONCE = 24
"""So many duels are begun at a time before the first pick."""
BETWEEN = (1.5, 3.0)
"""Seconds between the end of a duel and the next challenge."""
TWICE = 0.02
"""The share of presses that are double taps."""
RECKLESS = 0.1
"""The share of picks that are made without a look at warnings."""
DOUBT = 0.5
"""The share of questions that are answered with "No, go back"."""

Thought: TypeAlias = tuple[Seat, Message]
"""Who thinks about what: a thought about the panel of an earlier duel comes to nothing."""
REFUSALS = (
    "You have already picked",
    "That pick is for another turn",
    "There is nothing for you to pick",
    "This duel is over",
    "This match is over",
)


class Crowd(Listener):
    def __init__(self, sandbox: Sandbox, notes: Notebook, think: float, seed: int) -> None:
        self.pairs: list[Pair] = []
        self._messages = sandbox.platform.messages
        self._notes = notes
        self._think = think
        self._random = Random(seed)
        self._errands = Errands()
        self._fingers = Fingers(sandbox.platform, notes, self._errands)
        self._closing = False
        self._panels: dict[int, Seat] = {}
        self._thinking: list[tuple[float, int, Thought]] = []
        self._order = itertools.count()
        self._ready: list[Thought] = []
        sandbox.world.feed.join(self)

    def seat(self, channel: Channel, users: tuple[User, User]) -> None:
        """Each pair plays all games in turn, and not all pairs begin with the same one."""
        keys = [room.game.key for room in GAMES]
        first = len(self.pairs) % len(keys)
        self.pairs.append(Pair(channel, users, itertools.cycle(keys[first:] + keys[:first])))

    async def open(self) -> None:
        """Everybody's first duel, a few at a time."""
        waiting = iter(self.pairs)
        await asyncio.gather(*(self._begin_each(waiting) for _ in range(AT_ONCE)))

    def pick(self) -> None:
        """Somebody who has had time to think picks."""
        while self._thinking and self._thinking[0][0] <= time.perf_counter():
            self._ready.append(heapq.heappop(self._thinking)[2])
        while self._ready:
            seat, panel = self._draw()
            if seat.panel is not panel:
                continue
            if offers := seat.offers():
                self._errands.run(self._take_turn(seat, panel, self._choice(offers)))
                return
            seat.busy = False
        self._notes.idle += 1

    async def finish(self) -> None:
        """No new duels; whatever was begun is brought to its end."""
        self._closing = True
        await self._errands.finish()

    def shown(self, message: Message) -> None:
        seat = self._panels.get(message.id)
        if seat is not None:
            self._look(seat)

    def _choice(self, offers: list[Control]) -> Control:
        """Like people, who know no strategy but see a warning."""
        safe = [each for each in offers if not each.red]
        return self._random.choice(offers if self._random.random() < RECKLESS else safe or offers)

    def _draw(self) -> Thought:
        number = self._random.randrange(len(self._ready))
        self._ready[number], self._ready[-1] = self._ready[-1], self._ready[number]
        return self._ready.pop()

    def _look(self, seat: Seat) -> None:
        """Is it the end, or this person's turn?"""
        pair, turn = seat.pair, seat.turn
        if turn > seat.seen:
            seat.seen = turn
            if pair.presser is not None and pair.presser is not seat:
                self._notes.reveals.append(time.perf_counter() - pair.pressed)
        if turn == OVER:
            self._end(pair, seat)
        elif turn > seat.picked and not seat.busy and seat.panel is not None:
            seat.busy = True
            when = time.perf_counter() + self._random.uniform(0.5, 1.5) * self._think
            heapq.heappush(self._thinking, (when, next(self._order), (seat, seat.panel)))

    def _end(self, pair: Pair, seat: Seat) -> None:
        if not pair.duel or seat.panel is None:
            return
        winner = winner_on(seat.panel)
        if winner is not None:
            self._notes.shown[pair.duel] = winner
        pair.duel = 0
        self._notes.finished[pair.game] += 1
        self._notes.live -= 1
        self._errands.run(self._begin_again(pair))

    async def _begin_each(self, waiting: Iterator[Pair]) -> None:
        for pair in waiting:
            await self._begin(pair)

    async def _begin_again(self, pair: Pair) -> None:
        """The old panels are dismissed; the old board is left to its channel."""
        await asyncio.sleep(self._random.uniform(*BETWEEN))
        if self._closing:
            return
        for seat in pair.seats:
            if seat.panel is not None:
                del self._panels[seat.panel.id]
                self._messages.delete(seat.panel)
            seat.sit_down(None)
        pair.seats.reverse()
        await self._begin(pair)

    async def _begin(self, pair: Pair) -> None:
        """A challenge, its acceptance, and both hands opened."""
        pair.game, pair.presser = next(pair.games), None
        card = await self._fingers.challenge(pair)
        board = card and await self._fingers.ask_for(pair.seats[1], card, "accept")
        if board is None:
            return
        self._notes.live += 1
        pair.duel = controls(board)[0].duel
        for seat in pair.seats:
            panel = await self._fingers.ask_for(seat, board, "hand")
            if panel is not None:
                seat.sit_down(panel)
                self._panels[panel.id] = seat
                self._look(seat)

    async def _take_turn(self, seat: Seat, panel: Message, control: Control) -> None:
        key: Key = control.duel, control.turn, seat.user.id
        if control.verb == "number":
            token, answer = await self._enter_number(seat, panel, control, key)
        else:
            token = control.token
            self._notes.tried[key].add(token)
            self._note_press(seat)
            twice = self._random.random() < TWICE
            seat.doubt = control.turn if twice else seat.doubt
            answer = await self._fingers.press(seat, panel, control, twice=twice)
        if seat.panel is not panel:
            return  # the duel came to its end meanwhile, and they have got up from it
        if answer is None:
            seat.doubt = control.turn
        elif not await self._thinks_better_of_it(seat, panel, control.turn):
            self._settle(seat, key, token, answer)
        if seat.panel is panel:
            seat.busy = False
            self._look(seat)

    async def _thinks_better_of_it(self, seat: Seat, panel: Message, turn: int) -> bool:
        """Whoever is asked whether they mean it sometimes says no, and picks again later."""
        asked = {each.verb: each for each in seat.controls}
        if "confirm" not in asked:
            return False
        verb = "back" if self._random.random() < DOUBT else "confirm"
        self._note_press(seat)
        answer = await self._fingers.press(seat, panel, asked[verb])
        if answer is None and seat.panel is panel:
            seat.doubt = turn
        return verb == "back" or answer is None or seat.panel is not panel

    async def _enter_number(
        self, seat: Seat, panel: Message, control: Control, key: Key
    ) -> tuple[str, Answer | None]:
        opened = await self._fingers.press(seat, panel, control)
        if opened is None or opened.modal is None:
            return "", opened
        field, low, high = field_of(opened.modal)
        number = str(self._random.randint(low, max(low, high // 3)))
        self._notes.tried[key].add(number)
        self._note_press(seat)
        return number, await self._fingers.send(seat, opened.modal, field, number)

    def _note_press(self, seat: Seat) -> None:
        seat.pair.pressed, seat.pair.presser = time.perf_counter(), seat

    def _settle(self, seat: Seat, key: Key, token: str, answer: Answer) -> None:
        """A pick is acknowledged when the panel no longer offers its turn, and refuses nothing. After a
        double tap the answer to the second may be the last to be seen; without an answer nobody knows: then
        whoever has tried several can't tell which of them was taken."""
        said = words(answer.message) if answer.message else "nothing"
        offered = any(each.turn == key[1] for each in seat.offers())
        if answer.message is seat.panel and not offered and not any(each in said for each in REFUSALS):
            if seat.doubt < key[1] or self._notes.tried[key] == {token}:
                self._notes.acknowledged[key] = token
            seat.picked = key[1]
        elif key[1] > seat.doubt + 1:
            self._notes.wrong[f"picks answered with: {said}"] += 1
