"""People in pairs who play duel after duel by what their panels show, each pick when its time has come."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Coroutine, Iterator
from random import Random
from typing import Any

from bench.controls import Control, controls, field_of, winner_on, words
from bench.notebook import Key, Notebook
from games import GAMES
from sandbox import Sandbox
from sandbox.channel import Channel
from sandbox.client import Client
from sandbox.entities import Message
from sandbox.feed import Onlooker
from sandbox.interactions import Answer, Interaction
from sandbox.user import User
from sandbox.wire import InteractionType

PICKS = frozenset({"pick", "number"})
OVER = 10_000
"""A turn that no match reaches: its panel shows the end."""
AT_ONCE = 8
"""So many duels are begun at a time."""
BETWEEN = (1.5, 3.0)
"""Seconds between the end of a duel and the next challenge."""
TWICE = 0.02
"""The share of presses that are double taps."""
DOUBT = 0.5
"""The share of questions that are answered with "No, go back"."""


class Seat:
    """One person of a pair."""

    __slots__ = ("busy", "pair", "panel", "picked", "seen", "user")

    def __init__(self, pair: "Pair", user: User) -> None:
        self.pair = pair
        self.user = user
        self.panel: Message | None = None
        self.sit_down(None)

    def sit_down(self, panel: Message | None) -> None:
        self.panel = panel
        self.busy = False
        self.picked = self.seen = 0

    def offers(self) -> list[Control]:
        """What this person has to pick from now."""
        found = [] if self.panel is None else controls(self.panel)
        return [each for each in found if each.verb in PICKS and each.turn > self.picked]


class Pair:
    __slots__ = ("board", "channel", "duel", "game", "games", "pressed", "presser", "seats")

    def __init__(self, channel: Channel, users: tuple[User, User], games: Iterator[str]) -> None:
        self.channel = channel
        self.seats = [Seat(self, user) for user in users]
        self.games = games
        self.game = ""
        self.duel = 0
        """The one they play; 0 between two."""
        self.board: Message | None = None
        self.pressed = 0.0
        self.presser: Seat | None = None


class Crowd(Onlooker):
    def __init__(self, sandbox: Sandbox, notes: Notebook, think: float, seed: int) -> None:
        self._platform = sandbox.platform
        self._notes = notes
        self._think = think
        self._random = Random(seed)
        self.closing = False
        """No new duels."""
        self.pairs: list[Pair] = []
        self._panels: dict[int, Seat] = {}
        self._thinking: list[tuple[float, int, Seat]] = []
        self._order = itertools.count()
        self._ready: list[Seat] = []
        self._errands: set[asyncio.Task[None]] = set()
        self._command = ""
        sandbox.world.feed.join(self)

    def seat(self, channel: Channel, users: tuple[User, User]) -> None:
        """Each pair plays all games in turn, and not all pairs begin with the same one."""
        first = len(self.pairs) % len(GAMES)
        keys = [room.game.key for room in GAMES]
        self.pairs.append(Pair(channel, users, itertools.cycle(keys[first:] + keys[:first])))

    async def open(self) -> None:
        """Everybody's first duel, a few at a time."""
        book = self._platform.commands.offered_in(self.pairs[0].channel.guild_id)
        self._command = next(command["id"] for command in book if command["name"] == "duel")
        waiting = iter(self.pairs)
        await asyncio.gather(*(self._begin_each(waiting) for _ in range(AT_ONCE)))

    async def _begin_each(self, waiting: Iterator[Pair]) -> None:
        for pair in waiting:
            await self._begin(pair)

    def pick(self) -> None:
        """Somebody who had time to think picks."""
        now = time.perf_counter()
        while self._thinking and self._thinking[0][0] <= now:
            self._ready.append(heapq.heappop(self._thinking)[2])
        while self._ready:
            number = self._random.randrange(len(self._ready))
            self._ready[number], self._ready[-1] = self._ready[-1], self._ready[number]
            seat = self._ready.pop()
            if offers := seat.offers():
                self._run(self._take_turn(seat, self._random.choice(offers)))
                return
            seat.busy = False
        self._notes.idle += 1

    async def finish(self) -> None:
        """Whatever was begun is brought to its end."""
        self.closing = True
        while self._errands:
            await asyncio.gather(*self._errands)

    def shown(self, message: Message) -> None:
        seat = self._panels.get(message.id)
        if seat is not None:
            self._look(seat)

    def _look(self, seat: Seat) -> None:
        """Is it the end, or this person's turn?"""
        pair, found = seat.pair, controls(seat.panel) if seat.panel else []
        turn = max((each.turn for each in found if each.verb in PICKS), default=0)
        if any(each.verb == "rematch" for each in found):
            turn = OVER
        if turn > seat.seen:
            seat.seen = turn
            if pair.presser is not None and pair.presser is not seat:
                self._notes.reveals.append(time.perf_counter() - pair.pressed)
        if turn == OVER:
            self._end(pair, seat)
        elif turn > seat.picked and not seat.busy:
            seat.busy = True
            when = time.perf_counter() + self._random.uniform(0.5, 1.5) * self._think
            heapq.heappush(self._thinking, (when, next(self._order), seat))

    def _end(self, pair: Pair, seat: Seat) -> None:
        if not pair.duel or seat.panel is None:
            return
        winner = winner_on(seat.panel)
        if winner is not None:
            self._notes.shown[pair.duel] = winner
        pair.duel = 0
        self._notes.finished[pair.game] += 1
        self._notes.live -= 1
        self._run(self._begin_again(pair))

    async def _begin_again(self, pair: Pair) -> None:
        """What they look at when the next duel begins is left to its message; panels are dismissed."""
        await asyncio.sleep(self._random.uniform(*BETWEEN))
        if self.closing:
            return
        for seat in pair.seats:
            if seat.panel is not None:
                del self._panels[seat.panel.id]
                self._platform.messages.delete(seat.panel)
            seat.sit_down(None)
        pair.seats.reverse()
        await self._begin(pair)

    async def _begin(self, pair: Pair) -> None:
        """A challenge, its acceptance, and both hands opened."""
        one, two = pair.seats
        pair.game, pair.presser = next(pair.games), None
        card = await self._message(self._slash(pair), "challenge")
        pair.board = card and await self._message(self._press_verb(two, card, "accept"), "acceptance")
        if pair.board is None:
            return
        self._notes.live += 1
        pair.duel = controls(pair.board)[0].duel
        for seat in (one, two):
            panel = await self._message(self._press_verb(seat, pair.board, "hand"), "hand")
            if panel is not None:
                seat.sit_down(panel)
                self._panels[panel.id] = seat
                self._look(seat)

    async def _message(self, asking: Coroutine[Any, Any, Answer | None], what: str) -> Message | None:
        """The message that was asked for; a refusal is none."""
        answer = await asking
        message = answer.message if answer else None
        if message is not None and not controls(message):
            self._notes.wrong[f"no {what}: {words(message)}"] += 1
            return None
        return message

    async def _take_turn(self, seat: Seat, control: Control) -> None:
        pair, panel = seat.pair, seat.panel
        if panel is None:
            return
        pair.pressed, pair.presser = time.perf_counter(), seat
        key: Key = control.duel, control.turn, seat.user.id
        if control.verb == "number":
            token, answer = await self._enter_number(seat, panel, control)
        else:
            token = control.token
            self._notes.tried[key] = token
            answer = await self._press(seat, panel, control, twice=self._random.random() < TWICE)
        answer = await self._answer_question(seat, panel, answer)
        if answer is not None:
            self._settle(seat, key, token, answer)
        seat.busy = False
        self._look(seat)

    async def _answer_question(self, seat: Seat, panel: Message, answer: Answer | None) -> Answer | None:
        """None when they thought better of it, or had no answer."""
        asked = {each.verb: each for each in controls(panel)} if answer else {}
        if "confirm" not in asked:
            return answer
        if self._random.random() < DOUBT:
            await self._press(seat, panel, asked["back"])
            return None
        seat.pair.pressed = time.perf_counter()
        return await self._press(seat, panel, asked["confirm"])

    async def _enter_number(self, seat: Seat, panel: Message, control: Control) -> tuple[str, Answer | None]:
        answer = await self._press(seat, panel, control)
        if answer is None or answer.modal is None:
            return "", answer
        field, low, high = field_of(answer.modal)
        number = str(self._random.randint(low, max(low, high // 3)))
        self._notes.tried[control.duel, control.turn, seat.user.id] = number
        client = Client(self._platform, seat.user)
        sending = client.submit(answer.modal["custom_id"], [{"custom_id": field, "value": number}])
        seat.pair.pressed = time.perf_counter()
        return number, await self._answered(sending)

    def _settle(self, seat: Seat, key: Key, token: str, answer: Answer) -> None:
        """A pick is acknowledged when the panel no longer offers its turn."""
        if answer.message is not seat.panel or any(each.turn == key[1] for each in seat.offers()):
            said = words(answer.message) if answer.message else "nothing"
            self._notes.wrong[f"no acknowledgement: {said}"] += 1
            return
        self._notes.acknowledged[key] = token
        seat.picked = key[1]

    async def _slash(self, pair: Pair) -> Answer | None:
        one, two = pair.seats
        opponent = [{"name": "opponent", "value": str(two.user.id)}]
        options = [{"name": pair.game, "options": opponent}]
        return await self._answered(
            Client(self._platform, one.user).slash(pair.channel, self._command, options)
        )

    async def _press_verb(self, seat: Seat, message: Message, verb: str) -> Answer | None:
        control = next(each for each in controls(message) if each.verb == verb)
        return await self._press(seat, message, control)

    async def _press(
        self, seat: Seat, message: Message, control: Control, *, twice: bool = False
    ) -> Answer | None:
        pressing = self._tap(seat, message, control)
        if twice:
            self._run(self._tap_again(self._tap(seat, message, control)))
        return await self._answered(pressing)

    def _tap(self, seat: Seat, message: Message, control: Control) -> Interaction:
        data = {"custom_id": control.custom_id, "component_type": 2, "id": control.component}
        return self._platform.interactions.create(
            InteractionType.COMPONENT, seat.user, seat.pair.channel, data, message
        )

    async def _tap_again(self, pressing: Interaction) -> None:
        await self._answered(pressing)

    async def _answered(self, interaction: Interaction) -> Answer | None:
        began = time.perf_counter()
        answer = await interaction.answer if interaction.answer is not None else None
        self._notes.answers.append(time.perf_counter() - began)
        if answer is None:
            self._notes.wrong["deadline of three seconds missed"] += 1
        return answer

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
