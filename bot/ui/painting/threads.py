"""A duel in a thread of its own, where the server wants that and the bot may."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.duels.duel import OVER, Duel, Status
from bot.duels.pace import DAY, MINUTE
from bot.duels.settings import Mentions, Settings
from bot.process.background import BackgroundTasks
from bot.process.clock import Clock
from bot.storage.storage import Storage
from bot.ui.deck.deck import Deck
from bot.ui.duels.cards import card, thread_name
from bot.ui.painting.boards import Boards
from bot.ui.painting.gate import Gate, Urgency
from bot.ui.painting.painter import Message
from bot.ui.wire.press import Press
from bot.ui.wire.requests import Requests
from bot.ui.wire.sender import PURPOSE
from games.screen import Names

log = logging.getLogger(__name__)

BROKEN = (aiohttp.ClientError, OSError)
"""The connection to Discord broke: the request may have arrived or not."""
FAILED = (discord.HTTPException, discord.RateLimited, *BROKEN)
ARCHIVED_AFTER = ((MINUTE, 60), (DAY - 1, 1440))
"""Paces up to so many seconds, and the minutes without a message after which Discord archives a thread."""
LONGEST = 10080
"""Minutes, for all slower paces. Edits of the board are no messages."""
STAYS_OPEN = 5 * MINUTE
"""Seconds after the end in which people look at it or begin a rematch, before the thread is archived."""


class Threads:
    """Opens threads for duels, and archives them after the end."""

    def __init__(
        self,
        requests: Requests,
        boards: Boards,
        storage: Storage,
        clock: Clock,
        called: Callable[[Duel], Awaitable[Names]],
        deck: Deck,
    ) -> None:
        self._requests = requests
        self._deck = deck
        self._boards = boards
        self._storage = storage
        self._clock = clock
        self._called = called
        self._planned: set[int] = set()
        self._background = BackgroundTasks()

    def suits(self, press: Press, duel: Duel, settings: Settings) -> bool:
        """Tells whether a duel that begins with this press gets a thread. Voice channels and threads have
        none, and what the bot may do elsewhere is not known."""
        may = press.app_permissions
        allowed = may.create_public_threads and may.send_messages_in_threads
        here = press.takes_threads and duel.channel == press.channel
        return settings.threads and allowed and here and duel.status is Status.LIVE

    @contextmanager
    def planned(self, press: Press, duel: Duel, settings: Settings) -> Iterator[None]:
        """Has the message of the challenge shown as the card inside, if a thread is to be opened on it."""
        suits = self.suits(press, duel, settings)
        if suits:
            self._planned.add(duel.id)
        try:
            yield
        finally:
            self._planned.discard(duel.id)

    def is_planned(self, duel: int) -> bool:
        return duel in self._planned

    async def move(self, duel: Duel, settings: Settings, *, has_card: bool) -> None:
        """Opens a thread on the board and posts a board there. The old one becomes the card, unless it was
        posted as one. If that fails, the duel stays where it is."""
        PURPOSE.set(Message(duel.id, "thread"))
        if duel.board is None:
            log.debug("duel %s: thread is not opened, as there is no board to open it on", duel.key)
            return
        try:
            name = thread_name(duel, await self._called(duel))
            opening = partial(self._requests.threads.open, duel.channel, duel.board, name, _minutes(duel))
            thread = await _repeated(opening)
            await _repeated(partial(self._boards.post, duel, thread))
        except FAILED as error:
            _warn(duel, error)
            return
        steps = [] if has_card else [self._card(duel)]
        if settings.mentions is not Mentions.NOBODY:
            steps += [partial(self._requests.threads.add, thread, person) for person in _people(duel)]
        for step in steps:
            try:
                await _repeated(step)
            except FAILED as error:
                _warn(duel, error)

    def _card(self, duel: Duel) -> Callable[[], Awaitable[None]]:
        board = duel.board or 0
        return partial(self._requests.edit, duel.channel, board, card(duel, board, self._deck))

    def ended(self, duel: Duel) -> None:
        """Has the thread of a duel that is over archived after a while."""
        if duel.notes.card is not None:
            self._archive_later(duel.guild, duel.channel)

    async def resume(self, keeps: Callable[[int], bool]) -> None:
        """Archives the threads of duels that ended before the bot was stopped."""
        since = self._clock.now() - 2 * STAYS_OPEN
        for guild, thread in await self._storage.threads_ended(since):
            if keeps(guild):
                self._archive_later(guild, thread)

    def _archive_later(self, guild: int, thread: int) -> None:
        self._clock.at(self._clock.now() + STAYS_OPEN, partial(self._archive, guild, thread))

    async def _archive(self, guild: int, thread: int) -> None:
        """Archives a thread, unless a rematch is offered or played there: then it stays open until that is
        over. Other alarms do not wait for Discord."""
        if not await self._storage.open_in(guild, thread):
            self._background.run(self._shut(thread))

    async def _shut(self, thread: int) -> None:
        try:
            await self._requests.threads.archive(thread)
        except FAILED as error:
            log.info("thread %s stays as it is (%s)", thread, getattr(error, "code", error))


class Cards:
    """Paints the card of a duel in a thread: when the duel is over, and when its thread is locked."""

    def __init__(self, requests: Requests, gate: Gate, deck: Deck) -> None:
        self._requests = requests
        self._deck = deck
        self._gate = gate
        self._locked: set[int] = set()
        """The duels whose cards say that their thread is locked."""

    async def paint(self, duel: Duel, *, locked: bool) -> None:
        """Shows who won, or that the thread is locked or no longer so. A card that is gone is not missed. It
        waits behind the ends of boards, because it can't be posted anew."""
        if duel.notes.card is None:
            return
        if not self._is_outdated(duel, locked=locked):
            log.debug("duel %s: card is unchanged", duel.key)
            return
        async with self._gate.turn(duel.notes.card, Message(duel.id, "card"), Urgency.TURN):
            try:
                sheet = card(duel, duel.channel, self._deck, locked=locked)
                await self._requests.edit_now(duel.notes.card, duel.channel, sheet)
                log.debug("duel %s: card is edited", duel.key)
            except discord.DiscordServerError:
                raise
            except (discord.HTTPException, discord.RateLimited) as error:
                log.info("duel %s: its card stays as it is (%s)", duel.key, getattr(error, "code", error))
        (self._locked.add if locked else self._locked.discard)(duel.id)

    def forget(self, duel: int) -> None:
        self._locked.discard(duel)

    def _is_outdated(self, duel: Duel, *, locked: bool) -> bool:
        return duel.status in OVER or (duel.status is Status.LIVE and locked != (duel.id in self._locked))


def _minutes(duel: Duel) -> int:
    return next((minutes for pace, minutes in ARCHIVED_AFTER if duel.pace.seconds <= pace), LONGEST)


def _people(duel: Duel) -> list[int]:
    players, rival = duel.players or (), duel.rival_seat()
    return [person for seat, person in enumerate(players) if seat != rival]


async def _repeated(request: Callable[[], Awaitable[Any]]) -> Any:
    """Sends a request, and again if the connection breaks. Discord does the same thing only once."""
    try:
        return await request()
    except BROKEN:
        return await request()


def _warn(duel: Duel, error: Exception) -> None:
    log.warning("duel %s: opening its thread failed (%s)", duel.key, getattr(error, "code", error))
