"""Has boards and panels repainted after every change, and people told that it is their turn."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from bot.duels.duel import OPEN, Duel, Status
from bot.process.background import BackgroundTasks
from bot.storage.storage import Storage
from bot.ui.painting.boards import Boards
from bot.ui.painting.calls import Calls
from bot.ui.painting.gate import Gate, Urgency, Way
from bot.ui.painting.painter import Message, Painters
from bot.ui.painting.panels import Panels
from bot.ui.painting.threads import Cards
from games.engine import SEATS

log = logging.getLogger(__name__)

BOARD_PAUSE = 1.0
"""Seconds between two edits of a board; changes in the pause go into the next edit."""
LONGEST_FINISH = 4.0
"""Seconds that answers and edits under way get when the bot is stopped."""


class Announcer:
    """Has all messages of all duels painted when the duels change."""

    def __init__(
        self,
        boards: Boards,
        panels: Panels,
        calls: Calls,
        gate: Gate,
        storage: Storage,
        *,
        cards: Cards,
    ) -> None:
        self.boards = boards
        self.panels = panels
        self.on_done: Callable[[Duel], None] = _ignore
        """Called with a duel that is over, when all its messages say so."""
        self._cards = cards
        self._calls = calls
        self._gate = gate
        self._storage = storage
        self._latest: dict[int, Duel] = {}
        self._painters = Painters()
        self._answering: dict[int, set[int]] = {}
        """The duels that each press holds back until it is answered."""
        self._held: dict[int, int] = {}
        """How many presses hold each duel back."""
        self._background = BackgroundTasks()

    def changed(self, before: Duel | None, duel: Duel, cause: int | None) -> None:
        """Has the messages of a duel painted. If a press that is not answered yet has caused the change, they
        wait for the answer."""
        self._latest[duel.id] = duel
        if _new_turn(before, duel):
            self._calls.begun(duel)
        if cause in self._answering:
            self._hold(duel.id, self._answering[cause])
        if self._held.get(duel.id):
            log.debug("duel %s: board and panels wait until a press is answered", duel.key)
        else:
            self._tell(duel)

    def late(self, duel: Duel) -> None:
        """Has players reminded, after the board is painted: one that was deleted is posted again before the
        reminder links to it."""
        self.repaint(duel)
        self._background.run(self._remind(duel))

    def outdated(self, duel: Duel) -> None:
        """Paints the board again, or posts it if it never was."""
        self._latest[duel.id] = duel
        if duel.board is None and duel.status is Status.LIVE:
            self.boards.miss(duel.id)
        self._repaint_board(duel)

    def repaint(self, duel: Duel) -> None:
        """Paints the board again, although it may look the same: what it shows is not known."""
        self.boards.forget(duel.id)
        self.outdated(duel)

    def allowed(self, guild: int) -> None:
        """Has boards painted that could not be painted there before permissions changed."""
        for duel in self.boards.allowed(guild):
            if duel in self._latest:
                self._repaint_board(self._latest[duel])

    def recall(self, duel: Duel) -> None:
        """Has players called after a start who may not have been."""
        self._calls.recall(duel)

    @contextmanager
    def answering(self, press: int, person: int, duel: int | None = None) -> Iterator[None]:
        """Holds this duel back until the press is answered, and one that the press begins: nothing of them is
        painted before the answer."""
        self._calls.pressed(person)
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
            log.debug("duel %x: untouched, so what is shown of it is forgotten until somebody presses", duel)

    def _is_at_rest(self, duel: Duel) -> bool:
        is_used = duel.id in self._held or any(map(self._painters.is_busy, _messages(duel.id)))
        is_shown = self.boards.why_not(duel) and not self.boards.is_refused(duel.id)
        return duel.status in OPEN and bool(is_shown) and not is_used and not self.panels.is_known(duel.id)

    async def finish(self) -> None:
        """Waits until presses are answered and edits under way are done."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_FINISH):
                await self.panels.finish()
                while self._is_busy:
                    await self._background.finish()
                    await self._painters.finish()
                    await self._calls.finish()
                    await asyncio.sleep(0.01)
        self.stop()

    def stop(self) -> None:
        """Gives up; what is not painted by now is painted after the next start."""
        self._painters.stop()
        self._calls.stop()

    @property
    def _is_busy(self) -> bool:
        painting = self._painters.busy or self._calls.busy
        return bool(self._answering) or self._background.busy or painting

    def _hold(self, duel: int, held: set[int]) -> None:
        if duel not in held:
            held.add(duel)
            self._held[duel] = self._held.get(duel, 0) + 1

    def _release(self, duel: int) -> None:
        self._held[duel] -= 1
        if not self._held[duel]:
            del self._held[duel]
            if (latest := self._latest.get(duel)) is not None:
                self._tell(latest)

    def _tell(self, duel: Duel) -> None:
        """Has the messages of a duel painted. Panels go first: players wait for them."""
        for seat in SEATS if duel.match is not None else ():
            panel = Message(duel.id, "panel", seat)
            if self._to_paint(panel) is not None:
                self._painters.repaint(panel, self._paint_panel)
        self._repaint_board(duel)
        self._calls.update(duel)

    def _repaint_board(self, duel: Duel) -> None:
        board = Message(duel.id)
        self._gate.promote(duel.channel, board, self._urgency(duel))
        self._painters.repaint(board, self._paint_board, BOARD_PAUSE)

    def _to_paint(self, message: Message) -> Duel | None:
        """Returns the duel as it stands now, or None if there is nothing to paint; the log says why."""
        latest = self._latest.get(message.duel)
        if latest is None:
            why_not = "is forgotten with its duel"
        elif message.seat is None:
            why_not = self.boards.why_not(latest)
        else:
            why_not = self.panels.why_not(latest, message.seat)
        if why_not:
            log.debug("%s %s", message, why_not)
        return None if why_not else latest

    async def _paint_panel(self, panel: Message) -> None:
        await self.panels.until_possible()
        self._painters.rendering(panel)
        latest = self._to_paint(panel)
        if latest is not None and panel.seat is not None:
            await self.panels.paint(latest, panel.seat)

    async def _paint_board(self, board: Message) -> None:
        """Paints the board, and the card if there is one; when both show how the duel ended, it is forgotten.
        If the duel changes meanwhile, its painter comes here again."""
        shown = await self._show_board(board)
        if shown is None or not self._is_latest(shown):
            return
        await self._cards.paint(shown, locked=self.boards.is_locked(shown.id))
        if shown.status not in OPEN and self._is_latest(shown):
            await self._storage.told(shown.id)
            self._background.run(self._forget(shown.id))

    def _is_latest(self, shown: Duel) -> bool:
        """Tells whether a duel still stands as its board shows it."""
        is_latest = self._latest.get(shown.id) is shown
        if not is_latest:
            log.debug("duel %s: board is outdated again: the duel has changed meanwhile", shown.key)
        return is_latest

    async def _show_board(self, board: Message) -> Duel | None:
        """Returns the duel as its board shows it, or as it stands if nothing has to be painted. A board that
        has moved while it waited waits again, in its new channel."""
        while (waiting := self._to_paint(board)) is not None:
            async with self._gate.turn(waiting.channel, board, self._urgency(waiting)) as way:
                self._painters.rendering(board)
                latest = self._to_paint(board)
                if latest is None:
                    break
                if latest.channel == waiting.channel:
                    await self._show(latest, way)
                    return latest
            log.debug("%s has moved, and waits in its new channel", board)
        return self._latest.get(board.duel)

    async def _show(self, latest: Duel, way: Way) -> None:
        placed = await self.boards.paint(latest, way)
        self._note_place(latest, placed)
        if way is Way.POST and latest.board is not None and placed.board != latest.board:
            self._background.run(self.boards.remove(latest))

    def _urgency(self, duel: Duel) -> Urgency:
        if duel.status is not Status.LIVE:
            return Urgency.END
        return Urgency.MARK if self.boards.shows_turn(duel) else Urgency.TURN

    def _note_place(self, painted: Duel, placed: Duel) -> None:
        """Notes where a lost board was posted again; a change that came meanwhile names the old place."""
        latest = self._latest.get(painted.id)
        if latest is not None and latest is not painted and latest.board == painted.board:
            self._latest[painted.id] = latest.noted(channel=placed.channel, board=placed.board)

    async def _forget(self, duel: int) -> None:
        """Forgets a duel that is over, once all its painters are idle: a failed edit is tried again, and
        needs to know until then how the duel ended."""
        await self._calls.done(duel)
        while any(map(self._painters.is_busy, _messages(duel))):
            await self._painters.finish(*_messages(duel))
        if duel in self._held:
            log.debug("duel %x: over, and forgotten later, as a press has to be answered first", duel)
            return
        for seat in SEATS:
            self.panels.forget(duel, seat)
        self.boards.ended(duel)
        self._cards.forget(duel)
        if (latest := self._latest.pop(duel, None)) is not None:
            log.debug("duel %s: over, and forgotten now that its messages say so", latest.key)
            self.on_done(latest)

    async def _remind(self, duel: Duel) -> None:
        board = Message(duel.id)
        if self._painters.is_busy(board):
            log.debug("duel %s: reminder waits until the board is painted", duel.key)
        await self._painters.finish(board)
        self._calls.late(duel)


def _messages(duel: int) -> list[Message]:
    """Lists the messages of a duel that the announcer paints."""
    return [Message(duel), *(Message(duel, "panel", seat) for seat in SEATS)]


def _ignore(_duel: Duel) -> None:
    pass


def _new_turn(before: Duel | None, duel: Duel) -> bool:
    if duel.match is None or duel.status is not Status.LIVE:
        return False
    return before is None or before.match is None or before.match.turn != duel.match.turn
