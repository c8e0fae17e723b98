"""Paints the card of a duel in a thread: when the duel is over, and when its thread is locked."""

import logging

import discord

from bot.duels.duel import OVER, Duel, Status
from bot.ui.deck.deck import Deck
from bot.ui.duels.cards import card
from bot.ui.painting.gate import Gate, Urgency
from bot.ui.painting.painter import Message
from bot.ui.wire.requests import Requests

log = logging.getLogger(__name__)


class Cards:
    def __init__(self, requests: Requests, gate: Gate, deck: Deck) -> None:
        self._requests = requests
        self._deck = deck
        self._gate = gate
        self._locked: set[int] = set()
        """The duels whose cards say that their thread is locked."""

    async def paint(self, duel: Duel, *, locked: bool) -> None:
        """Shows who won, or that the thread is locked or no longer so. A card that is gone is not missed. It
        waits behind the ends of boards, because it can't be posted anew."""
        if duel.notes.card is None or not self._is_outdated(duel, locked=locked):
            return
        async with self._gate.turn(duel.notes.card, Message(duel.id, "card"), Urgency.TURN):
            try:
                sheet = card(duel, duel.channel, self._deck, locked=locked)
                await self._requests.edit_now(duel.notes.card, duel.channel, sheet)
            except discord.DiscordServerError:
                raise
            except (discord.HTTPException, discord.RateLimited) as error:
                log.info("duel %s: its card stays as it is (%s)", duel.key, getattr(error, "code", error))
        (self._locked.add if locked else self._locked.discard)(duel.id)

    def forget(self, duel: int) -> None:
        self._locked.discard(duel)

    def _is_outdated(self, duel: Duel, *, locked: bool) -> bool:
        return duel.status in OVER or (duel.status is Status.LIVE and locked != (duel.id in self._locked))
