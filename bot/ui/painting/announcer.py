"""Has boards and panels repainted after every change, and people told that it is their turn."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

from bot.arena.arena import Arena
from bot.duels.duel import OPEN, Duel, Status
from bot.process.background import BackgroundTasks
from bot.storage.storage import Storage
from bot.ui.painting.boards import Boards
from bot.ui.painting.cards import Cards
from bot.ui.painting.gate import Begin, Gate, Turn, Urgency, Way
from bot.ui.painting.notifications import Notifications
from bot.ui.painting.painter import Paint, Painter, Painters
from bot.ui.painting.panels import Panels
from bot.ui.wire.requests import Postponed
from games.engine import SEATS, Seat

BOARD_PAUSE, PANEL_PAUSE = 1.0, 0.0
"""Seconds between two edits of one message; changes in the pause go into the next edit."""
Message: TypeAlias = tuple[int, Seat | None]
"""A duel and a seat: the panel of that player. No seat: the duel's board."""
LONGEST_FINISH = 4.0
"""Seconds that answers and edits under way get when the bot is stopped."""


class Announcer:
    def __init__(
        self,
        boards: Boards,
        panels: Panels,
        notifications: Notifications,
        gate: Gate,
        storage: Storage,
        arena_of: Callable[[int], Arena],
        *,
        cards: Cards,
    ) -> None:
        self.boards = boards
        self.panels = panels
        self.on_done: Callable[[Duel], None] = _ignore
        """Told of a duel that is over, when all its messages say so."""
        self._cards = cards
        self._notifications = notifications
        self._gate = gate
        self._storage = storage
        self._arena_of = arena_of
        self._latest: dict[int, Duel] = {}
        self._painters: Painters[Message] = Painters(self._line_up)
        self._turns: dict[int, Turn] = {}
        """By duel: the boards that may be painted now."""
        # Every use of a method's name makes a new object. These are shared by all boards that wait.
        self._paint_message: Paint[Message] = self._paint
        self._begin_board: Begin = self._begin
        self._answering: dict[int, set[int]] = {}
        """The duels that each press holds back until it is answered."""
        self._held: dict[int, int] = {}
        """How many presses hold each duel back."""
        self._background = BackgroundTasks()

    def changed(self, before: Duel | None, duel: Duel, cause: int | None) -> None:
        self._latest[duel.id] = duel
        if _new_turn(before, duel):
            self._notifications.begun(duel)
        if cause in self._answering:
            self._hold(duel.id, self._answering[cause])
        if not self._held.get(duel.id):
            self._tell(duel.id)

    def late(self, duel: Duel) -> None:
        self._latest[duel.id] = duel
        self._background.run(self._remind(duel))

    def outdated(self, duel: Duel) -> None:
        """Paints the board again, or posts it if it never was."""
        if duel.board is None and duel.status is Status.LIVE:
            self._background.run(self._post(duel))
        else:
            self._latest[duel.id] = duel
            self._repaint(duel.id, None)

    def repaint(self, duel: Duel) -> None:
        """Paints the board again, although it may look the same: what it shows is not known."""
        self.boards.forget(duel.id)
        self.outdated(duel)

    def allowed(self, guild: int) -> None:
        """Permissions have changed there: boards that could not be painted are tried again."""
        for duel in self.boards.allowed(guild):
            if duel in self._latest:
                self._repaint(duel, None)

    def recall(self, duel: Duel) -> None:
        self._notifications.recall(duel)

    @contextmanager
    def answering(self, press: int, person: int, duel: int | None = None) -> Iterator[None]:
        """Until the press is answered nothing is painted of this duel, nor of one that the press begins: the
        answer comes first."""
        self._notifications.pressed(person)
        if duel is not None:
            self.boards.pressed(duel)
        held = self._answering[press] = set()
        if duel is not None:
            self._hold(duel, held)
        try:
            yield
        finally:
            self._answering.pop(press, None)
            for each in held:
                self._release(each)

    def rest(self) -> None:
        """Forgets what is shown of duels that nobody has touched for a while: their panels can't be edited
        any more, and their boards are up to date."""
        self.panels.rest()
        for duel in [duel for duel, latest in self._latest.items() if self._is_at_rest(latest)]:
            for seat in SEATS:
                self.panels.forget(duel, seat)
            self.boards.forget(duel)
            del self._latest[duel]

    def _is_at_rest(self, duel: Duel) -> bool:
        keys = [(duel.id, seat) for seat in (None, *SEATS)]
        is_used = duel.id in self._held or any(map(self._painters.is_busy, keys))
        is_shown = self.boards.is_current(duel) and not self.boards.is_refused(duel.id)
        return duel.status in OPEN and is_shown and not is_used and not self.panels.is_known(duel.id)

    async def finish(self) -> None:
        """Waits until presses are answered and edits under way are done."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_FINISH):
                await self.panels.finish()
                while self._is_busy:
                    await self._background.finish()
                    await self._painters.finish()
                    await self._notifications.finish()
                    await asyncio.sleep(0.01)
        self.stop()

    def stop(self) -> None:
        """Gives up; what is not painted by now is painted after the next start."""
        self._painters.stop()
        self._notifications.stop()
        unused, self._turns = self._turns, {}  # their tasks have not begun
        for turn in unused.values():
            self._gate.leave(turn.channel)

    @property
    def _is_busy(self) -> bool:
        painting = self._painters.busy or self._notifications.busy
        return bool(self._answering) or self._background.busy or painting

    def _hold(self, duel: int, held: set[int]) -> None:
        if duel not in held:
            held.add(duel)
            self._held[duel] = self._held.get(duel, 0) + 1

    def _release(self, duel: int) -> None:
        self._held[duel] -= 1
        if not self._held[duel]:
            del self._held[duel]
            if duel in self._latest:
                self._tell(duel)

    def _tell(self, duel: int) -> None:
        """Panels go first: players wait for them."""
        latest = self._latest[duel]
        for seat in SEATS:
            if latest.match is not None and not self.panels.is_current(latest, seat):
                self._repaint(duel, seat)
        self._gate.promote(latest.channel, duel, self._urgency(latest))
        self._repaint(duel, None)
        self._notifications.look(latest)

    def _repaint(self, duel: int, seat: Seat | None) -> Painter[Message]:
        """Each of a duel's three messages has one painter."""
        pause = BOARD_PAUSE if seat is None else PANEL_PAUSE
        return self._painters.repaint((duel, seat), self._paint_message, pause)

    def _line_up(self, message: Message) -> None:
        """A board waits until its channel takes an edit. Panels need not wait."""
        duel, seat = message
        latest = self._latest.get(duel)
        if seat is not None or latest is None or self.boards.is_current(latest):
            self._painters.begin(message)
        else:
            self._gate.enter(latest.channel, duel, self._urgency(latest), self._begin_board)

    def _begin(self, duel: int, turn: Turn) -> bool:
        if not self._painters.begin((duel, None)):
            return False
        self._turns[duel] = turn  # its task looks at that in its first step
        return True

    async def _paint(self, message: Message) -> None:
        """Paints one message as the duel stands now; what hasn't changed isn't sent."""
        duel, seat = message
        if seat is None:
            await self._paint_board(duel)
            return
        await self.panels.until_possible()
        latest = self._latest.get(duel)
        if latest is not None and latest.match is not None:
            await self.panels.paint(latest, seat)

    async def _paint_board(self, duel: int) -> None:
        latest, turn = self._latest.get(duel), self._turns.pop(duel, None)
        if turn is not None:
            try:
                await self._show_in_turn(latest, turn)
            finally:
                self._gate.leave(turn.channel)
        elif latest is not None and not self.boards.is_current(latest):
            raise Postponed  # it has changed since it was looked at, and has to wait for a turn
        if latest is None or self._latest.get(duel) is not latest:
            return
        await self._cards.paint(latest, locked=self.boards.is_locked(duel))
        if latest.status not in OPEN and self._latest.get(duel) is latest:
            await self._storage.told(duel)
            self._background.run(self._forget(duel))

    async def _show_in_turn(self, latest: Duel | None, turn: Turn) -> None:
        """A board that has moved while it waited waits again, in its new channel."""
        if latest is None:
            return
        if latest.channel != turn.channel:
            raise Postponed
        await self._show(latest, turn.way)

    async def _show(self, latest: Duel, way: Way) -> None:
        placed = await self.boards.paint(latest, way)
        self._note_place(latest, placed)
        if way is Way.POST and latest.board is not None and placed.board != latest.board:
            self._background.run(self.boards.remove(latest.channel, latest.board))

    def _urgency(self, duel: Duel) -> Urgency:
        if duel.status is not Status.LIVE:
            return Urgency.END
        return Urgency.MARK if self.boards.shows_turn(duel) else Urgency.TURN

    def _note_place(self, painted: Duel, placed: Duel) -> None:
        """A change that came while a lost board was posted again still names the old board's place."""
        latest = self._latest.get(painted.id)
        if latest is not None and latest is not painted and latest.board == painted.board:
            self._latest[painted.id] = latest.noted(channel=placed.channel, board=placed.board)

    async def _forget(self, duel: int) -> None:
        """Forgets a duel that is over, once all its painters are idle: a failed edit is tried again, and
        needs to know until then how the duel ended."""
        await self._notifications.done(duel)
        keys = [(duel, seat) for seat in (None, *SEATS)]
        while any(map(self._painters.is_busy, keys)):
            await self._painters.finish(*keys)
        if duel in self._held:
            return  # there is more to tell, and after that it is forgotten
        for key in keys:
            self._painters.forget(key)
        for seat in SEATS:
            self.panels.forget(duel, seat)
        self.boards.ended(duel)
        self._cards.forget(duel)
        if (latest := self._latest.pop(duel, None)) is not None:
            self.on_done(latest)

    async def _post(self, duel: Duel) -> None:
        """Posts a missing board; tries again like every painting."""
        poster = Painter(duel, self._post_in_turn, BOARD_PAUSE)
        poster.repaint()
        try:
            await poster.finish()
        finally:
            poster.stop()

    async def _post_in_turn(self, duel: Duel) -> None:
        """By the time of its turn it may have been posted, or the duel may be over."""
        async with self._gate.turn(duel.channel, duel.id, self._urgency(duel)):
            duel = await self._arena_of(duel.guild).duel(duel.id)
            if duel.board is None and duel.status is Status.LIVE:
                await self.boards.post_missing(duel)

    async def _remind(self, duel: Duel) -> None:
        """Paints the board first: one that was deleted is posted again before the reminder links to it."""
        self.boards.forget(duel.id)
        self._gate.promote(duel.channel, duel.id, self._urgency(duel))
        if duel.board is None:
            await self._post(duel)
        await self._repaint(duel.id, None).finish()
        self._notifications.late(duel)


def _ignore(_duel: Duel) -> None:
    pass


def _new_turn(before: Duel | None, duel: Duel) -> bool:
    if duel.match is None or duel.status is not Status.LIVE:
        return False
    return before is None or before.match is None or before.match.turn != duel.match.turn
