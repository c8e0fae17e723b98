"""Records everything that must not happen: faults, unanswered presses, changes, secrets that were told."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from bench.fuzz.target import Target, custom_ids_on
from bot.database.schema import metadata
from bot.duels.duel import Duel
from bot.ui.duels.messages import public
from bot.ui.duels.panel import panel
from bot.ui.ids import DuelAction, Verb
from bot.ui.mentions import names
from bot.ui.wire.sheet import Sheet
from games.engine import SEATS
from games.screen import Names
from sandbox.interactions.components import walk
from sandbox.interactions.interactions import Answer
from sandbox.wire import Wire
from sandbox.world.user import User

KEPT = 20
"""How many examples of each kind of problem are reported. All problems are counted."""
PLAYERS_ONLY = {"pick", "confirm", "number", "resign", "resignnow", "back"}
"""Verbs of buttons that only the players of a duel may see."""


class Monitor(logging.Handler):
    """Watches the log, the event loop and all answers."""

    def __init__(self, target: Target) -> None:
        super().__init__(logging.WARNING)
        self._target = target
        self.problems: Counter[str] = Counter()
        self.examples: list[str] = []
        self._readers = _readers(target)
        self._seeds = [duel.secret.hex() for duel in target.live]
        self._players = {duel.id: duel.players or () for duel in target.live}
        self._played_on_boards = {duel.id for duel in target.live if not duel.room.hides}

    def __enter__(self) -> "Monitor":
        logging.getLogger().addHandler(self)
        asyncio.get_running_loop().set_exception_handler(self._record_loop_error)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)
        asyncio.get_running_loop().set_exception_handler(None)

    def record(self, kind: str, what: str) -> None:
        self.problems[kind] += 1
        if self.problems[kind] <= KEPT:
            self.examples.append(f"{kind}: {what}")

    def emit(self, record: logging.LogRecord) -> None:
        """Records errors in the log, because forged input must not cause any, and secrets in the log."""
        text = record.getMessage()
        if record.levelno >= logging.ERROR:
            self.record("faults logged", f"{text} {record.exc_info and record.exc_info[1]!r}")
        if any(seed in text for seed in self._seeds) or self._target.sandbox.token in text:
            self.record("secrets in the log", text)

    def _record_loop_error(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.record("faults nobody caught", f"{context.get('message')} {context.get('exception')!r}")

    def check_answer(self, answer: Answer | None, reader: User, what: str) -> None:
        """Records secrets in an answer that its reader must not see."""
        if answer is None:
            return
        wire: Wire = (answer.message.wire if answer.message else None) or answer.modal or {}
        components = wire.get("components") or []
        text = "\n".join([wire.get("content") or "", *_texts(components)])
        for line in text.splitlines():
            if line in self._readers and reader.id not in self._readers[line]:
                self.record("secrets told", f"{what}: {line}")
        if any(seed in text for seed in self._seeds):
            self.record("secrets told", f"{what}: a seed")
        for each in walk(components):
            action = DuelAction.read(each.get("custom_id") or "")
            if action and not self._may_see(action, reader):
                self.record("secrets told", f"{what}: the button {each['custom_id']}")

    def _may_see(self, action: DuelAction, reader: User) -> bool:
        """Some games are played on their boards, where everybody sees the picks."""
        is_public = action.verb == Verb.PICK and action.duel in self._played_on_boards
        is_player = reader.id in self._players.get(action.duel, (reader.id,))
        return action.verb not in PLAYERS_ONLY or is_public or is_player


def _readers(target: Target) -> dict[str, set[int]]:
    """Who may read each line that is not public."""
    duels, deck = target.live, target.bot.services.deck
    told = {line for duel in duels for line in _lines(public(duel, deck, _called(target, duel)))}
    readers: dict[str, set[int]] = {}
    for duel in duels:
        for seat in SEATS:
            for line in _lines(panel(duel, seat, _called(target, duel), deck)):
                if line not in told and duel.players is not None:
                    readers.setdefault(line, set()).add(duel.players[seat])
    return readers


def _called(target: Target, duel: Duel) -> Names:
    """What panels call the players."""
    known = target.sandbox.world.users
    first, second = (
        name if seat == duel.rival_seat() else known[person].name
        for seat, (name, person) in enumerate(zip(names(duel), duel.players or (), strict=True))
    )
    return first, second


def _lines(sheet: Sheet) -> Iterator[str]:
    for text in _texts([*sheet.parts]):
        yield from text.splitlines()


def _texts(components: list[Wire]) -> list[str]:
    return [each["content"] for each in walk(components) if "content" in each]


async def all_rows(target: Target) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the database."""
    async with target.bot.services.database.reading() as connection:
        return {
            table.name: sorted(map(tuple, await connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }


def all_boards(target: Target) -> dict[int, str]:
    """The components of every challenge and every board."""
    boards = [message for message in target.messages if message.only_for is None and custom_ids_on(message)]
    return {m.id: repr(m.wire["components"]) for m in boards if custom_ids_on(m)[0].startswith("duel:")}
