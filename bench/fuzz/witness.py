"""Notes whatever must not happen: a fault, an unanswered press, a change, a secret in the wrong hands."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from discord.ui import LayoutView
from sqlalchemy import select

from bench.fuzz.scene import Scene, ids_on
from bot.database.schema import metadata
from bot.duels.duel import Duel
from bot.ui.presses.custom_id import TEMPLATE
from bot.ui.texts.messages import board, panel
from games.engine import SEATS
from sandbox.interactions.components import walk
from sandbox.interactions.interactions import Answer
from sandbox.wire import Wire
from sandbox.world.user import User

KEPT = 20
"""So many examples of a kind of trouble are shown; all are counted."""
OWN = {"pick", "confirm", "number", "resign", "resignnow", "back"}
"""The verbs on buttons of which only a player of the duel may be shown any."""


class Witness(logging.Handler):
    def __init__(self, scene: Scene) -> None:
        super().__init__(logging.WARNING)
        self._scene = scene
        self.troubles: Counter[str] = Counter()
        self.examples: list[str] = []
        self._readers = _readers(scene.live)
        self._seeds = [duel.secret.hex() for duel in scene.live]
        self._players = {duel.id: duel.players or () for duel in scene.live}

    def __enter__(self) -> "Witness":
        logging.getLogger().addHandler(self)
        asyncio.get_running_loop().set_exception_handler(self._stumbled)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)
        asyncio.get_running_loop().set_exception_handler(None)

    def note(self, kind: str, what: str) -> None:
        self.troubles[kind] += 1
        if self.troubles[kind] <= KEPT:
            self.examples.append(f"{kind}: {what}")

    def emit(self, record: logging.LogRecord) -> None:
        """What somebody else can cause at will must not fill the log with alarms."""
        said = record.getMessage()
        if record.levelno >= logging.ERROR:
            self.note("faults logged", f"{said} {record.exc_info and record.exc_info[1]!r}")
        if any(seed in said for seed in self._seeds) or self._scene.sandbox.token in said:
            self.note("secrets in the log", said)

    def _stumbled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.note("faults nobody caught", f"{context.get('message')} {context.get('exception')!r}")

    def look_at(self, answer: Answer | None, reader: User, what: str) -> None:
        if answer is None:
            return
        wire: Wire = (answer.message.wire if answer.message else None) or answer.modal or {}
        components = wire.get("components") or []
        said = "\n".join([wire.get("content") or "", *_texts(components)])
        for line in said.splitlines():
            if line in self._readers and reader.id not in self._readers[line]:
                self.note("secrets told", f"{what}: {line}")
        if any(seed in said for seed in self._seeds):
            self.note("secrets told", f"{what}: a seed")
        for each in walk(components):
            match = re.fullmatch(TEMPLATE, each.get("custom_id") or "")
            if match and match["verb"] in OWN:
                players = self._players.get(int(match["duel"], 16), (reader.id,))
                if reader.id not in players:
                    self.note("secrets told", f"{what}: the button {each['custom_id']}")


def _readers(duels: list[Duel]) -> dict[str, set[int]]:
    """Which line may be read by whom, for all lines that are not for everybody."""
    public = {line for duel in duels if duel.match for line in _lines(board(duel, duel.match))}
    readers: dict[str, set[int]] = {}
    for duel in duels:
        for seat in SEATS:
            for line in _lines(panel(duel, seat)):
                if line not in public and duel.players is not None:
                    readers.setdefault(line, set()).add(duel.players[seat])
    return readers


def _lines(view: LayoutView) -> Iterator[str]:
    components: list[Wire] = view.to_components()  # type: ignore[no-untyped-call]
    for text in _texts(components):
        yield from text.splitlines()


def _texts(components: list[Wire]) -> list[str]:
    return [each["content"] for each in walk(components) if "content" in each]


async def everything_kept(scene: Scene) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    async with scene.bot.house.storage.database.reading() as connection:
        return {
            table.name: sorted(map(tuple, await connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }


def everything_shown(scene: Scene) -> dict[int, str]:
    """Every challenge and every board, as its readers see it."""
    boards = [message for message in scene.messages if message.only_for is None and ids_on(message)]
    return {m.id: repr(m.wire["components"]) for m in boards if ids_on(m)[0].startswith("duel:")}
