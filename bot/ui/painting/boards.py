"""The public boards: where each is, and what happens when Discord has lost it."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import discord

from bot.arena.arena import Arena
from bot.duels.duel import Duel, Status
from bot.process.clock import Time
from bot.ui.deck.deck import Deck
from bot.ui.duels.messages import public
from bot.ui.mentions import link
from bot.ui.painting.gate import Way
from bot.ui.wire.press import Press
from bot.ui.wire.requests import Requests
from bot.ui.wire.sender import SHUT, Code
from bot.ui.wire.sheet import Sheet
from games.screen import Names

log = logging.getLogger(__name__)

Fingerprint: TypeAlias = tuple[int, int]
"""What a board depends on: all of it, and the part that changes with every turn and with the end. As long as
that stays the same there is nothing to paint. These are hashes: there is one of every duel that is played."""
LOST = {Code.UNKNOWN_MESSAGE, Code.TOO_MANY_EDITS}
"""The board can't be edited any more, so a new one is posted."""
NO_POST = SHUT | {Code.TOO_MANY_THREADS}
"""A thread takes no new board, as it is locked, or archived in a server that has too many."""
REFUSED_FOR = 60.0
"""Seconds; refused requests count against the bot's address, so not every press leads to one."""


class Boards:
    """Shows, posts and edits boards, and remembers what each of them shows."""

    def __init__(
        self,
        requests: Requests,
        arena_of: Callable[[int], Arena],
        called: Callable[[Duel], Awaitable[Names]],
        now: Time,
        deck: Deck,
    ) -> None:
        self._requests = requests
        self._deck = deck
        self._called = called
        self._arena_of = arena_of
        self._now = now
        self._painted: dict[int, Fingerprint] = {}
        self._refused: dict[int, tuple[int, float]] = {}
        """The duels whose boards Discord does not let the bot paint: their guilds, and since when."""
        self._locked: set[int] = set()
        self._missing: set[int] = set()
        """The live duels that have no board and need one."""

    async def show(self, press: Press, duel: Duel, sheet: Sheet | None = None) -> None:
        """Answers a press: the message that was pressed becomes the board, or this sheet."""
        press.reply.duel = duel.key
        await press.reply.update(public(duel, self._deck) if sheet is None else sheet)
        self._painted[duel.id] = of_board(duel)

    async def announce(self, press: Press, duel: Duel, sheet: Sheet, pinged: Sequence[int]) -> int | None:
        """Answers a press with a new message that is the board; returns its id."""
        press.reply.duel = duel.key
        message = await press.reply.post(sheet, pinged)
        self._painted[duel.id] = of_board(duel)
        return message

    async def copy(self, press: Press, duel: Duel) -> None:
        """Answers a press with a private message that shows what the board of a finished duel shows."""
        press.reply.duel = duel.key
        await press.reply.send(public(duel, self._deck, await self._called(duel)), private=True)

    async def point(self, press: Press, duel: Duel, text: str) -> None:
        """Answers a press with a private sentence that ends with a link to the board."""
        press.reply.duel = duel.key
        await press.reply.say(f"{text} [its board]({link(duel)}).")

    def forget(self, duel: int) -> None:
        """Forgets what the board of this duel shows, so that it is painted in any case."""
        self._painted.pop(duel, None)

    def miss(self, duel: int) -> None:
        """Notes that the board of this duel was never posted; `paint` then does that."""
        self._missing.add(duel)

    def ended(self, duel: int) -> None:
        """Forgets a duel whose board shows how it ended."""
        self.forget(duel)
        self._missing.discard(duel)
        self._refused.pop(duel, None)
        self._locked.discard(duel)

    def is_refused(self, duel: int) -> bool:
        """Tells whether Discord does not let the bot paint the board of this duel."""
        return duel in self._refused

    def pressed(self, duel: int) -> None:
        """Has a board tried again, after a press, if it was refused a while ago."""
        if duel in self._refused and self._now() - self._refused[duel][1] >= REFUSED_FOR:
            self._try_again(duel)

    def allowed(self, guild: int) -> list[int]:
        """Has boards tried again after permissions of this guild have changed; returns their duels."""
        duels = [duel for duel, (place, _) in self._refused.items() if place == guild]
        for duel in duels:
            self._try_again(duel)
        return duels

    def _try_again(self, duel: int) -> None:
        del self._refused[duel]
        self._locked.discard(duel)
        self.forget(duel)

    def why_not(self, duel: Duel) -> str:
        """Returns why there is nothing to paint, or no use in trying; nothing if the board has to be
        painted."""
        if duel.id in self._refused:
            return (
                "is in a locked thread" if duel.id in self._locked else "is refused until permissions change"
            )
        if duel.board is None and (duel.id not in self._missing or duel.status is not Status.LIVE):
            return "is not posted yet"
        return "is unchanged" if self._painted.get(duel.id) == of_board(duel) else ""

    def shows_turn(self, duel: Duel) -> bool:
        """Tells whether only picks or votes of the turn that is shown are new."""
        painted = self._painted.get(duel.id)
        return painted is not None and painted[1] == _of_turn(duel)

    async def paint(self, duel: Duel, way: Way = Way.EDIT) -> Duel:
        """Shows a board as it is now; returns the duel with the place where its board is then."""
        if duel.board is None:
            return await self._post_missing(duel)
        if way is Way.POST:
            return await self._replace(duel)
        fingerprint, before = of_board(duel), self._painted.get(duel.id)
        try:
            await self._edit(duel)
        except (discord.HTTPException, discord.RateLimited) as error:
            duel = await self._mend(duel, error)
        if self._painted.get(duel.id) is before:  # otherwise it has moved, and this was its old place
            self._painted[duel.id] = fingerprint
        return duel

    async def post(self, duel: Duel, thread: int) -> None:
        """Posts a new board in its thread: one, however often it is tried."""
        sheet = public(duel, self._deck, await self._called(duel))
        message = await self._requests.post(thread, sheet, nonce=f"{duel.id ^ thread:x}")
        log.debug("duel %s: board is posted in its thread", duel.key)
        self._painted[duel.id] = of_board(duel)
        await self._arena_of(duel.guild).move_to_thread(duel.id, thread, message)

    async def _post_missing(self, duel: Duel) -> Duel:
        """Posts the board of a duel that never got one."""
        placed = await self._post_again(duel)
        self._painted[duel.id] = of_board(duel)
        if placed.board is not None:
            self._missing.discard(duel.id)
        return placed

    async def remove(self, duel: Duel) -> None:
        """Deletes the board of this duel, which was replaced by a new one."""
        try:
            await self._requests.delete(duel.channel, duel.board or 0)
        except (discord.HTTPException, discord.RateLimited) as error:
            log.debug("duel %s: replaced board stays (%s)", duel.key, getattr(error, "code", error))

    async def _edit(self, duel: Duel) -> None:
        await self._requests.edit_now(duel.channel, duel.board or 0, public(duel, self._deck))
        log.debug("duel %s: board is edited", duel.key)

    async def _mend(self, duel: Duel, error: discord.HTTPException | discord.RateLimited) -> Duel:
        """Does what helps after a failed edit. A board that Discord stops for minutes is left until the next
        turn; after the last one it is posted again."""
        if isinstance(error, discord.RateLimited):
            log.warning("duel %s: Discord takes no edit of its board for %.0f s", duel.key, error.retry_after)
            return duel if duel.status is Status.LIVE else await self._post_again(duel)
        if error.code == Code.UNKNOWN_CHANNEL:
            await self._void(duel)
        elif error.code in LOST:
            log.debug("duel %s: board is lost, or takes no more edits (%d)", duel.key, error.code)
            return await self._post_again(duel)
        elif error.code in SHUT:
            return await self._reopen(duel)
        elif isinstance(error, discord.Forbidden):
            self._refuse(duel, error)
        else:
            raise error
        return duel

    async def _reopen(self, duel: Duel) -> Duel:
        """Opens an archived thread, and paints the board there. In a thread that is not the bot's, a new
        message is the only way to open it. A locked one stays shut."""
        try:
            await self._requests.threads.reopen(duel.channel)
        except discord.RateLimited as error:
            log.warning("duel %s: its thread can't be opened for %.0f s", duel.key, error.retry_after)
            return duel
        except discord.HTTPException as error:
            if error.code == Code.TOO_MANY_THREADS:
                self._refuse(duel, error)
                return duel
            if isinstance(error, discord.Forbidden):
                return await self._post_again(duel)
            raise
        try:
            await self._edit(duel)
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.RateLimited) or error.code not in SHUT:
                return await self._mend(duel, error)
            self._refuse(duel, error)
        return duel

    def is_locked(self, duel: int) -> bool:
        """Tells whether the thread of this duel is locked, so that its board can't be painted."""
        return duel in self._locked

    def _refuse(self, duel: Duel, error: discord.HTTPException) -> None:
        """Notes that a board can't be painted. It is tried again only when that may have changed."""
        log.warning("duel %s: no access to its board (%s); play goes on in the panels", duel.key, error.code)
        self._refused[duel.id] = duel.guild, self._now()
        if error.code in SHUT:
            self._locked.add(duel.id)

    async def _post_again(self, duel: Duel) -> Duel:
        if duel.status in (Status.DECLINED, Status.WITHDRAWN, Status.EXPIRED):
            log.debug("duel %s: board is not posted again, as nobody plays", duel.key)
            return duel
        return await self._placed(duel, self._post_once)

    async def _replace(self, duel: Duel) -> Duel:
        """Posts an end as a new board."""
        placed = await self._placed(duel, self._post_end)
        self._painted[duel.id] = of_board(duel)
        return placed

    async def _void(self, duel: Duel) -> None:
        log.debug("duel %s: board is gone with its channel, and the duel ends", duel.key)
        await self._arena_of(duel.guild).void(duel.id)

    async def _placed(self, duel: Duel, post: Callable[[Duel], Awaitable[int]]) -> Duel:
        """Posts a board and saves where it is. A duel whose channel is gone ends."""
        try:
            message = await post(duel)
        except discord.NotFound:
            await self._void(duel)
        except discord.HTTPException as error:
            if error.code not in NO_POST and not isinstance(error, discord.Forbidden):
                raise
            self._refuse(duel, error)
        except discord.RateLimited as error:
            log.warning("duel %s: its board can't be posted for %.0f s", duel.key, error.retry_after)
        else:
            log.debug("duel %s: board is posted", duel.key)
            return await self._arena_of(duel.guild).place(duel.id, duel.channel, message)
        return duel

    async def _post_end(self, duel: Duel) -> int:
        """Posts how a duel ended. What an earlier try has posted shows the same, so it needs no edit."""
        sheet = public(duel, self._deck, await self._called(duel))
        return await self._requests.post_now(duel.channel, sheet, nonce=f"{_nonce(duel)}e")

    async def _post_once(self, duel: Duel) -> int:
        """Posts one board, however often it is tried. What an earlier try has posted comes back as it was
        then, so it is painted again; if somebody has deleted that one, there was no earlier try."""
        sheet = public(duel, self._deck, await self._called(duel))
        message = await self._requests.post_now(duel.channel, sheet, nonce=_nonce(duel))
        try:
            await self._requests.edit_now(duel.channel, message, public(duel, self._deck))
        except discord.NotFound as error:
            if error.code != Code.UNKNOWN_MESSAGE:
                raise
            return await self._requests.post_now(duel.channel, sheet)
        except discord.RateLimited:
            log.warning("duel %s: its new board can't be edited for minutes", duel.key)
        return message


def of_board(duel: Duel) -> Fingerprint:
    """Returns what a board of this duel depends on as it stands."""
    match, turn = duel.match, _of_turn(duel)
    picked = None if match is None else (match.turn, match.sealed[0] is None, match.sealed[1] is None)
    return hash((turn, duel.players, picked, duel.ending, duel.changes, duel.notes.tally)), turn


def _of_turn(duel: Duel) -> int:
    """Returns the second part of a board's fingerprint."""
    return hash((duel.status, duel.deadline))


def _nonce(duel: Duel) -> str:
    """Returns what is the same for every try to replace one lost board. Discord takes 25 characters."""
    return f"{duel.id ^ (duel.board or 0):x}"
