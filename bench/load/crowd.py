"""Pairs of people who play duel after duel, guided by what their panels show."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Coroutine, Iterator
from random import Random
from typing import Any, TypeAlias

from bench.load.actions import Actions
from bench.load.buttons import Button, asks_for, buttons_of, field_of, is_done_with, text_of, winner_shown
from bench.load.observations import FORM_TOO_LATE, LoadObservations, PickKey
from bench.load.pair import OVER, Member, Pair
from bot.process.background import BackgroundTasks
from bot.ui.duels.panel import PRESS_AGAIN
from games import GAMES
from sandbox import Sandbox
from sandbox.interactions.interactions import Answer
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from sandbox.world.user import User

OPENED_AT_ONCE = 72
"""How many first duels are begun at the same time."""
BETWEEN = (1.5, 3.0)
"""Seconds between the end of a duel and the next challenge."""
DOUBLE_TAPS = 0.02
"""The share of presses that are double taps."""
WARNINGS_IGNORED = 0.1
"""The share of picks that ignore warnings."""
AGAIN_AFTER = 5.0
"""Seconds after which a confirmation is answered again, if the first press was sent away."""
LOOKS, BETWEEN_LOOKS = 20, 0.1
"""How often, and after how many seconds, somebody looks again at a panel that an older edit has come over."""
TAKEN_BACK = 0.5
"""The share of confirmations that are answered with "No, go back"."""

Thought: TypeAlias = tuple[Member, Message]
"""A person and the panel they think about. It is dropped when they have a newer panel."""
REFUSALS = (
    "You have already picked",
    "That pick is for another turn",
    "There is nothing for you to pick",
    "This duel is over",
    "This match is over",
)


class Crowd(Listener):
    """Everybody who plays in a load run."""

    def __init__(self, sandbox: Sandbox, observed: LoadObservations, think: float, seed: int) -> None:
        self.pairs: list[Pair] = []
        self._messages = sandbox.platform.messages
        self._observed = observed
        self._think = think
        self._random = Random(seed)
        self._errands = BackgroundTasks()
        self._actions = Actions(sandbox.platform, observed, self._errands)
        self._closing = False
        self._panels: dict[int, list[Member]] = {}
        """Who looks at each message: at a panel its owner, at a board that is played on both players."""
        self._opening: dict[int, asyncio.Future[Message]] = {}
        """By person: the panel that opens by itself when they accept."""
        self._thinking: list[tuple[float, int, Thought]] = []
        self._order = itertools.count()
        self._ready: list[Thought] = []
        sandbox.world.feed.join(self)

    def add_pair(self, channel: Channel, users: tuple[User, User]) -> None:
        """Adds two people. Each pair plays all games in turn, and pairs begin with different games."""
        keys = [room.game.key for room in GAMES]
        first = len(self.pairs) % len(keys)
        self.pairs.append(Pair(channel, users, itertools.cycle(keys[first:] + keys[:first])))

    async def open(self) -> None:
        """Begins the first duel of every pair, a few at a time."""
        waiting = iter(self.pairs)
        await asyncio.gather(*(self._begin_each(waiting) for _ in range(OPENED_AT_ONCE)))

    def pick(self) -> None:
        """Lets one person pick who has had time to think."""
        while self._thinking and self._thinking[0][0] <= time.perf_counter():
            self._ready.append(heapq.heappop(self._thinking)[2])
        while self._ready:
            member, panel = self._draw()
            if member.panel is not panel:
                continue
            if offers := member.offers():
                self._run(self._take_turn(member, panel, self._choice(offers)))
                return
            member.busy = False
        self._observed.idle += 1

    async def finish(self) -> None:
        """Begins no more duels and waits for all actions that are under way."""
        self._closing = True
        while self._errands.busy:
            await self._errands.finish()

    def _run(self, action: Coroutine[Any, Any, None]) -> None:
        self._errands.run(self._reported(action))

    async def _reported(self, action: Coroutine[Any, Any, None]) -> None:
        """Counts an error of the crowd itself as something wrong, because nobody awaits the action."""
        try:
            await action
        except Exception as error:
            self._observed.wrong[f"errors of the crowd: {error!r}"] += 1

    def shown(self, message: Message) -> None:
        if message.only_for is None:
            self._observed.boards.painted(message)
        elif message.only_for in self._opening and buttons_of(message):
            self._opening.pop(message.only_for).set_result(message)
        for member in self._panels.get(message.id, ()):
            self._read_panel(member)

    def _choice(self, offers: list[Button]) -> Button:
        """Chooses at random, and mostly avoids buttons that warn."""
        safe = [each for each in offers if not each.red]
        return self._random.choice(offers if self._random.random() < WARNINGS_IGNORED else safe or offers)

    def _draw(self) -> Thought:
        number = self._random.randrange(len(self._ready))
        self._ready[number], self._ready[-1] = self._ready[-1], self._ready[number]
        return self._ready.pop()

    def _read_panel(self, member: Member) -> None:
        """The duel may be over, or this person may have to pick."""
        pair, turn = member.pair, member.turn
        if turn > member.seen:
            member.seen = turn
            self._time_board(pair, member)
            if pair.presser is not None and pair.presser is not member:
                self._observed.reveals.append(time.perf_counter() - pair.pressed)
        if turn == OVER:
            self._end(pair, member)
        elif turn > member.picked and not member.busy and member.panel is not None:
            member.busy = True
            when = time.perf_counter() + self._random.uniform(0.5, 1.5) * self._think
            heapq.heappush(self._thinking, (when, next(self._order), (member, member.panel)))

    def _time_board(self, pair: Pair, member: Member) -> None:
        """The second panel that shows an end finds the pair between two duels."""
        if not pair.duel:
            return
        if member.turn == OVER:
            self._observed.boards.ended(pair.duel)
        elif member.panel is not None:
            self._observed.boards.turned(pair.duel, member.panel)

    def _end(self, pair: Pair, member: Member) -> None:
        if not pair.duel or member.panel is None:
            return
        winner = winner_shown(member.panel, [each.user for each in pair.members])
        if winner is not None:
            self._observed.shown[pair.duel] = winner
        pair.duel = 0
        self._observed.finished[pair.game] += 1
        self._observed.live -= 1
        self._run(self._begin_again(pair))

    async def _begin_each(self, waiting: Iterator[Pair]) -> None:
        for pair in waiting:
            await self._begin(pair)

    async def _begin_again(self, pair: Pair) -> None:
        """Dismisses the old panels, as far as they show the end, and begins the pair's next duel. The old
        board stays in its channel."""
        await asyncio.sleep(self._random.uniform(*BETWEEN))
        if self._closing:
            return
        for member in pair.members:
            if member.panel is not None:
                self._panels.pop(member.panel.id, None)
                if member.panel.only_for is not None and member.turn == OVER:
                    self._observed.dismissed.add(member.panel.id)
                    self._messages.delete(member.panel)
            member.begin_duel(None)
        pair.members.reverse()
        await self._begin(pair)

    async def _begin(self, pair: Pair) -> None:
        """One person challenges, the other accepts. The panel of that one opens by itself."""
        pair.game, pair.presser = next(pair.games), None
        challenge = await self._actions.challenge(pair)
        if challenge is None:
            return
        one, two = pair.members
        opening = self._opening[two.user.id] = asyncio.get_running_loop().create_future()
        board = await self._actions.ask_for(two, challenge, "accept")
        if board is None:
            return
        self._observed.live += 1
        pair.duel = buttons_of(board)[0].duel
        if not any(each.verb == "hand" for each in buttons_of(board)):
            del self._opening[two.user.id]
            self._sit_down(board, one, two)
            return
        self._sit_down(await opening, two)
        panel = await self._actions.ask_for(one, board, "hand")
        if panel is not None:
            self._sit_down(panel, one)

    def _sit_down(self, panel: Message, *members: Member) -> None:
        """They play in this panel, or on this board."""
        self._panels[panel.id] = [*members]
        for member in members:
            member.begin_duel(panel)
        for member in members:
            self._read_panel(member)

    async def _take_turn(self, member: Member, panel: Message, button: Button) -> None:
        key: PickKey = button.duel, button.turn, member.user.id
        if button.verb == "number":
            token, answer = await self._enter_number(member, panel, button, key)
        else:
            token = button.token
            self._observed.tried[key].add(token)
            self._record_press(member)
            twice = self._random.random() < DOUBLE_TAPS
            member.uncertain_turn = button.turn if twice else member.uncertain_turn
            answer = await self._actions.press(member, panel, button, twice=twice)
        if member.panel is not panel:
            return  # the duel has ended and the next one has begun
        if answer is None:
            member.uncertain_turn = button.turn
        elif not await self._takes_it_back(member, panel, answer, button.turn):
            await self._until_current(answer, button.turn)
            if member.panel is panel:
                self._settle(member, key, token, answer)
        if member.panel is panel:
            member.busy = False
            self._read_panel(member)

    async def _takes_it_back(self, member: Member, panel: Message, answer: Answer, turn: int) -> bool:
        """Answers a confirmation, if there is one: in the panel, or in a message of its own beside a board
        that is played on. True when the pick was not made after all."""
        question = answer.message
        asked = {each.verb: each for each in buttons_of(question)} if question is not None else {}
        if question is None or "confirm" not in asked:
            return False
        verb = "back" if self._random.random() < TAKEN_BACK else "confirm"
        self._record_press(member)
        while (settled := await self._actions.press(member, question, asked[verb])) is None:
            if member.panel is not panel:
                break
            member.uncertain_turn = turn
            if asked[verb] not in buttons_of(question):
                break
            await asyncio.sleep(AGAIN_AFTER)
        return verb == "back" or settled is None or member.panel is not panel

    async def _until_current(self, answer: Answer, turn: int) -> None:
        """An edit that was under way when the press came can arrive after its answer. The bot knows, and
        paints once more."""
        for _ in range(LOOKS):
            if answer.message is None or not asks_for(answer.message, turn):
                return
            await asyncio.sleep(BETWEEN_LOOKS)

    async def _enter_number(
        self, member: Member, panel: Message, button: Button, key: PickKey
    ) -> tuple[str, Answer | None]:
        opened = await self._actions.press(member, panel, button)
        if opened is None or opened.modal is None:
            return "", opened
        field, low, high = field_of(opened.modal)
        number = str(self._random.randint(low, max(low, high // 3)))
        self._observed.tried[key].add(number)
        self._record_press(member)
        return number, await self._actions.send(member, opened.modal, field, number)

    def _record_press(self, member: Member) -> None:
        member.pair.pressed, member.pair.presser = time.perf_counter(), member

    def _settle(self, member: Member, key: PickKey, token: str, answer: Answer) -> None:
        """Records a pick as acknowledged when the answer neither offers its turn any more nor refuses it.

        After a double tap or a missing answer it is uncertain which pick was taken, so the pick only counts
        if the person tried no other.
        """
        text = text_of(answer.message) if answer.message else "nothing"
        refused = any(each in text for each in REFUSALS)
        if answer.message and is_done_with(answer.message, key[1]) and not refused:
            if member.uncertain_turn < key[1] or self._observed.tried[key] == {token}:
                self._observed.acknowledged[key] = token
            member.picked = key[1]
        elif PRESS_AGAIN in text:
            self._observed.wrong[FORM_TOO_LATE] += 1
        elif key[1] > member.uncertain_turn + 1:
            self._observed.wrong[f"picks answered with: {text}"] += 1
