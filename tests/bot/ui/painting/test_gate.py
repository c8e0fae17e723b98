"""Which board is painted next, under the limits of Discord and at its speed."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.ui.painting.gate import Gate, Urgency, Way
from bot.ui.painting.painter import Message, Painters
from bot.ui.painting.rates import BoardRate
from bot.ui.wire.buckets import EDITS, POSTS, Buckets
from bot.ui.wire.requests import Postponed
from tests.bot.ui.painting.virtual_loop import run

PROFILES = pytest.mark.parametrize("per", [5.0, 1.0], ids=["five in five", "five in one"])
SEEDS = pytest.mark.parametrize("seed", range(8))
LIMIT = 5
LATEST_END = 10.0
"""Seconds."""


def now() -> float:
    return asyncio.get_running_loop().time()


class Discord:
    """Counts the requests of each channel, and answers after a while."""

    def __init__(self, per: float, seed: int = 0) -> None:
        self.buckets = Buckets()
        self.gate = Gate(BoardRate(), self.buckets)
        self.too_many = 0
        self.most_in_flight = 0
        self._per = per
        self._random = Random(seed)
        self._windows: dict[tuple[str, int], tuple[int, float]] = {}
        self._in_flight: Counter[int] = Counter()

    async def take(self, way: Way, channel: int) -> None:
        self._in_flight[channel] += 1
        self.most_in_flight = max(self.most_in_flight, *self._in_flight.values())
        await asyncio.sleep(self._random.uniform(0.03, 0.125))
        headers = self._count((EDITS if way is Way.EDIT else POSTS, channel))
        await asyncio.sleep(self._random.uniform(0.03, 0.125))
        self._in_flight[channel] -= 1
        self.buckets._note((EDITS if way is Way.EDIT else POSTS, channel), headers)
        if headers["X-RateLimit-Remaining"] == "-1":
            self.too_many += 1
            raise Postponed

    def _count(self, key: tuple[str, int]) -> dict[str, str]:
        used, ends = self._windows.get(key, (0, 0.0))
        if now() >= ends:
            used, ends = 0, now() + self._per
        self._windows[key] = used + 1, ends
        left = LIMIT - used - 1
        return {
            "X-RateLimit-Limit": str(LIMIT),
            "X-RateLimit-Remaining": str(max(left, -1)),
            "X-RateLimit-Reset-After": str(ends - now()),
        }


@dataclass
class Board:
    """A board of a duel that goes on by itself."""

    discord: Discord
    channel: int
    number: int
    turn: int = 0
    marks: int = 0
    ended: float | None = None
    shown: tuple[int, int, bool] = (0, 0, False)
    end_shown: float | None = None
    turns_shown: list[float] = field(default_factory=list)
    painters: Painters = field(default_factory=Painters)

    def __post_init__(self) -> None:
        self.message = Message(self.number)

    @property
    def state(self) -> tuple[int, int, bool]:
        return self.turn, self.marks, self.ended is not None

    @property
    def urgency(self) -> Urgency:
        if self.ended is not None:
            return Urgency.END
        return Urgency.MARK if self.shown[0] == self.turn else Urgency.TURN

    def changed(self) -> None:
        self.discord.gate.promote(self.channel, self.message, self.urgency)
        self.painters.repaint(self.message, self._paint, 1.0)

    def end(self) -> None:
        self.ended = now()
        self.changed()

    async def _paint(self, message: Message) -> None:
        if self.shown == self.state:
            return
        async with self.discord.gate.turn(self.channel, message, self.urgency) as way:
            self.painters.rendering(message)
            await self._show(way)

    async def _show(self, way: Way) -> None:
        state = self.state
        await self.discord.take(way, self.channel)
        if state[0] != self.shown[0]:
            self.turns_shown.append(now())
        self.shown = state
        if state[2] and self.end_shown is None:
            self.end_shown = now()

    @property
    def lateness(self) -> float:
        assert self.ended is not None
        assert self.end_shown is not None
        return self.end_shown - self.ended


async def play(board: Board, seconds: float, random: Random) -> None:
    """Both pick within a turn, for so long; then the duel ends."""
    over = now() + seconds
    while now() < over:
        await asyncio.sleep(random.uniform(0.5, 4.0))
        board.marks += 1
        board.changed()
        await asyncio.sleep(random.uniform(0.5, 4.0))
        board.turn += 1
        board.changed()
    board.end()


async def evening(discord: Discord, lengths: list[float], seed: int) -> list[Board]:
    """As many duels in one channel, each of its own length."""
    boards = [Board(discord, 1, number) for number in range(len(lengths))]
    random = Random(seed)
    await asyncio.gather(
        *(play(board, length, random) for board, length in zip(boards, lengths, strict=True))
    )
    for board in boards:
        await board.painters.finish()
    return boards


@SEEDS
@PROFILES
def test_no_end_of_twenty_duels_in_one_channel_is_shown_late(per: float, seed: int) -> None:
    async def story() -> None:
        discord, random = Discord(per, seed), Random(seed)
        boards = await evening(discord, [random.uniform(20, 120) for _ in range(20)], seed)
        assert max(board.lateness for board in boards) <= LATEST_END
        assert discord.most_in_flight == 1
        assert discord.too_many == 0
        assert all(board.shown == board.state for board in boards)

    run(story())


@SEEDS
@PROFILES
def test_not_even_if_all_twenty_end_at_once_after_a_busy_evening(per: float, seed: int) -> None:
    async def story() -> None:
        discord = Discord(per, seed)
        boards = [Board(discord, 1, number) for number in range(20)]
        for board in boards:
            board.turn += 1
            board.changed()
        await asyncio.sleep(12)
        for board in boards:
            board.end()
        await asyncio.gather(*(board.painters.finish() for board in boards))
        assert max(board.lateness for board in boards) <= LATEST_END
        assert discord.too_many == 0

    run(story())


@SEEDS
def test_boards_of_equal_urgency_take_turns(seed: int) -> None:
    async def story() -> None:
        discord = Discord(5.0, seed)
        boards = await evening(discord, [300.0] * 20, seed)
        counts = [len(board.turns_shown) for board in boards]
        assert min(counts) >= 200 / 25
        assert max(counts) - min(counts) <= 4

    run(story())


def test_marks_give_way_to_turns_and_come_when_the_channel_is_calm() -> None:
    async def story() -> None:
        discord = Discord(5.0)
        marked, others = Board(discord, 1, 0), [Board(discord, 1, number) for number in range(1, 13)]
        marked.marks += 1
        for board in (*others, marked):
            board.turn += board is not marked
            board.changed()
        await asyncio.gather(*(board.painters.finish() for board in others))
        assert marked.shown != marked.state
        await marked.painters.finish()
        assert marked.shown == marked.state

    run(story())


def test_marks_leave_requests_for_a_turn_and_an_end_of_the_same_window() -> None:
    async def story() -> None:
        discord = Discord(5.0)
        boards = [Board(discord, 1, number) for number in range(6)]
        for board in boards[:4]:
            board.marks += 1
            board.changed()
        await asyncio.sleep(1.0)
        boards[4].turn += 1
        boards[4].changed()
        boards[5].end()
        await asyncio.gather(*(board.painters.finish() for board in boards[4:]))
        assert now() < 2.0
        assert boards[5].lateness < 0.6

    run(story())


def test_a_board_shows_what_is_true_when_it_is_sent() -> None:
    async def story() -> None:
        discord = Discord(5.0)
        boards = [Board(discord, 1, number) for number in range(12)]
        for turn in range(1, 40):
            for board in boards:
                board.turn = turn
                board.changed()
            await asyncio.sleep(0.7)
        await asyncio.gather(*(board.painters.finish() for board in boards))
        assert all(board.shown == board.state for board in boards)
        assert sum(len(board.turns_shown) for board in boards) <= 45  # what is outdated is never sent

    run(story())


def test_channels_do_not_wait_for_one_another() -> None:
    async def story() -> None:
        discord = Discord(5.0)
        busy = [Board(discord, 1, number) for number in range(20)]
        for board in busy:
            board.end()
        await asyncio.sleep(2.0)
        elsewhere = Board(discord, 2, 99)
        elsewhere.end()
        await elsewhere.painters.finish()
        assert elsewhere.lateness < 0.5
        for board in busy:
            await board.painters.finish()

    run(story())


def test_the_most_urgent_boards_of_all_channels_go_first() -> None:
    async def story() -> None:
        gate, passed = Gate(BoardRate(1 / 40), Buckets()), list[int]()
        urgencies = (Urgency.TURN, Urgency.MARK, Urgency.TURN, Urgency.END)

        async def paint(board: int) -> None:
            async with gate.turn(board, Message(board), urgencies[board]):
                passed.append(board)

        await asyncio.gather(*map(paint, range(4)))
        assert passed == [0, 3, 2, 1]

    run(story())


def test_a_board_that_gave_up_takes_nobodys_turn() -> None:
    async def story() -> None:
        gate, passed = Gate(BoardRate(), Buckets()), list[int]()

        async def paint(board: int, urgency: Urgency) -> None:
            async with gate.turn(1, Message(board), urgency):
                await asyncio.sleep(1)
                passed.append(board)

        tasks = [asyncio.create_task(paint(board, Urgency.TURN)) for board in range(3)]
        await asyncio.sleep(0.5)
        tasks[1].cancel()
        tasks[0].cancel()
        await asyncio.wait(tasks)
        assert passed == [2]
        assert len(gate) == 0

    run(story())


def test_boards_that_give_up_before_their_turn_hold_nobody_up() -> None:
    async def story() -> None:
        gate = Gate(BoardRate(), Buckets())

        async def paint(board: int) -> None:
            async with gate.turn(1, Message(board), Urgency.TURN):
                pass

        async with gate.turn(1, Message(0), Urgency.TURN):
            tasks = [asyncio.create_task(paint(board)) for board in range(1, 20)]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
        async with gate.turn(1, Message(20), Urgency.TURN):
            assert now() < 1
        assert len(gate) == 0

    run(story())


@SEEDS
def test_whatever_comes_and_goes_one_board_of_a_channel_is_painted_at_a_time(seed: int) -> None:
    """Boards arrive, are promoted and give up at random; nothing is left behind."""

    async def story() -> None:
        random, gate = Random(seed), Gate(BoardRate(), Buckets())
        painting: Counter[int] = Counter()
        painted: list[int] = []

        async def paint(channel: int, board: int) -> None:
            async with gate.turn(channel, Message(board), random.choice([*Urgency])):
                painting[channel] += 1
                assert painting[channel] == 1
                try:
                    await asyncio.sleep(random.uniform(0, 0.2))
                    painted.append(board)
                finally:
                    painting[channel] -= 1

        tasks = []
        for board in range(300):
            tasks.append(asyncio.create_task(paint(board % 7, board)))
            await asyncio.sleep(random.choice([0, 0, 0.01, 0.1]))
            other = random.randrange(board + 1)
            gate.promote(other % 7, Message(other), random.choice([*Urgency]))
            if random.random() < 0.2:
                tasks[random.randrange(board + 1)].cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        cancelled = sum(isinstance(end, asyncio.CancelledError) for end in ends)
        assert not [end for end in ends if isinstance(end, AssertionError)]
        assert len(painted) + cancelled == 300
        assert len(gate) == 0

    run(story())


def test_nothing_is_kept_of_thousands_of_channels_that_are_calm_again() -> None:
    async def story() -> None:
        discord = Discord(5.0)
        boards = [Board(discord, number, number) for number in range(3_000)]
        for board in boards:
            board.end()
        await asyncio.gather(*(board.painters.finish() for board in boards))
        await asyncio.sleep(5.0)
        last = Board(discord, 0, 0)
        last.end()
        await last.painters.finish()
        assert len(discord.gate) == 0
        assert len(discord.buckets) == 1

    run(story())


def test_during_a_ban_nothing_is_painted_and_then_everything() -> None:
    async def story() -> None:
        discord = Discord(5.0)
        discord.buckets._note_ban(30.0)
        boards = [Board(discord, number, number) for number in range(10)]
        for board in boards:
            board.end()
        await asyncio.sleep(29.9)
        assert discord.most_in_flight == 0
        await asyncio.gather(*(board.painters.finish() for board in boards))
        assert now() < 31

    run(story())
