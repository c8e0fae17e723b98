"""Challenges and rematches: the card that asks, the answers to it, and the board it becomes."""

from functools import partial

import discord

from bot.duels.arenas import House
from bot.duels.duel import Duel, Status
from bot.duels.settings import Mentions, Settings
from bot.ui import errors
from bot.ui.painting.announcer import Stage
from bot.ui.painting.threads import move_to_thread
from bot.ui.presses.challenge import check_permissions
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.entry import check_acceptance, check_place
from bot.ui.presses.press import Act, Press, arena_of
from bot.ui.texts.messages import link, public
from bot.ui.wire.requests import answer


class Cards:
    def __init__(self, house: House, stage: Stage) -> None:
        self._house = house
        self._stage = stage
        self.acts: dict[str, Act] = {
            Verb.ACCEPT: partial(self._answer, self._accept),
            Verb.DECLINE: partial(self._answer, self._decline),
            Verb.WITHDRAW: partial(self._answer, self._withdraw),
            Verb.REMATCH: self._rematch,
        }

    async def _answer(self, act: Act, interaction: Press, address: Address) -> None:
        """A card that still asks what is long answered is painted as things stand."""
        duel = await arena_of(self._house, interaction).duel(address.duel)
        here = interaction.message is not None and duel.board in (None, interaction.message.id)
        if here and duel.status is not Status.CHALLENGE:
            await self._show(interaction, duel)
        else:
            await act(interaction, address)

    async def _accept(self, interaction: Press, address: Address) -> None:
        """The challenge's card becomes the board."""
        check_permissions(interaction)
        settings = await check_acceptance(interaction)
        duel = await arena_of(self._house, interaction).accept(
            address.duel, interaction.user.id, interaction.id
        )
        await self._show(interaction, duel)
        await self.begin(interaction, duel, settings)

    async def _decline(self, interaction: Press, address: Address) -> None:
        await self._show(
            interaction, await arena_of(self._house, interaction).decline(address.duel, interaction.user.id)
        )

    async def _withdraw(self, interaction: Press, address: Address) -> None:
        await self._show(
            interaction, await arena_of(self._house, interaction).withdraw(address.duel, interaction.user.id)
        )

    async def _rematch(self, interaction: Press, address: Address) -> None:
        settings = await check_place(interaction)
        duel = await arena_of(self._house, interaction).rematch(
            address.duel, interaction.user.id, interaction.id, address.token or None
        )
        if duel.board is None:
            await self.announce(interaction, duel, settings)
        else:
            await errors.say(interaction, f"The rematch is on: {link(duel)}")
            await self.begin(interaction, duel, settings)

    async def announce(self, interaction: Press, duel: Duel, settings: Settings) -> None:
        """Post a challenge, or a duel that begins at once, as the answer to this interaction."""
        quiet = duel.challenged is None or duel.rival or settings.mentions is Mentions.NOBODY
        people = [] if quiet else [discord.Object(duel.challenged or 0)]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=people)
        view = public(duel)
        reply = await interaction.response.send_message(view=view, allowed_mentions=mentions)
        self._stage.boards.shown(duel)
        if reply.message_id is not None and interaction.channel_id is not None:
            await arena_of(self._house, interaction).place(duel.id, interaction.channel_id, reply.message_id)
        await self.begin(interaction, duel, settings)

    async def begin(self, interaction: Press, duel: Duel, settings: Settings) -> None:
        """A duel that has just begun moves to a thread, where the server wants that. Whoever was quick has
        picked meanwhile."""
        if duel.status is Status.LIVE and settings.threads:
            arena = arena_of(self._house, interaction)
            await move_to_thread(interaction, await arena.duel(duel.id), self._stage.boards)
            self._stage.boards.forget(duel.id)
            self._stage.outdated(await arena.duel(duel.id))

    async def _show(self, interaction: Press, duel: Duel) -> None:
        """Paint the public message that was pressed."""
        view = public(duel)
        await answer(interaction, view)
        self._stage.boards.shown(duel)
        message = interaction.message
        if message is not None and message.id != duel.board and duel.status is Status.LIVE:
            await arena_of(self._house, interaction).place(duel.id, message.channel.id, message.id)
