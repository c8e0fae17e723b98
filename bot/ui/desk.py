"""A press to a pick: what each button does, for whom, and what is answered."""

from collections.abc import Awaitable, Callable
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.arena import Arena
from bot.duel import Duel, Status
from bot.house import House
from bot.ui import policy
from bot.ui.address import Address, Verb
from bot.ui.challenges import challenge_chosen, check_permissions
from bot.ui.numbers import NumberForm
from bot.ui.render import picture_of
from bot.ui.stage import Stage
from bot.ui.threads import move_to_thread
from bot.ui.views import FAIR_PLAY, confirm_pick, confirm_resign, link, mention, panel, public, replay
from games.engine import Refused, Seat
from games.match import AnyMatch
from games.record import Record
from games.screen import NumberChoice

if TYPE_CHECKING:
    from bot.client import Gauntlet

Press: TypeAlias = "discord.Interaction[Gauntlet]"
Act: TypeAlias = Callable[[Press, Address], Awaitable[None]]
OUTSIDER = "You are not in this duel. Watch it here, or start your own with /duel."
OLD_BUTTON = "This button is from an older version. Open your hand again from the board."


class Desk:
    def __init__(self, house: House, stage: Stage) -> None:
        self._house = house
        self._stage = stage
        self._acts: dict[str, Act] = {
            Verb.ACCEPT: partial(self._answer, self._accept),
            Verb.DECLINE: partial(self._answer, self._decline),
            Verb.WITHDRAW: partial(self._answer, self._withdraw),
            Verb.HAND: self._open_hand,
            Verb.PICK: self._pick,
            Verb.CONFIRM: self._confirm,
            Verb.NUMBER: self._ask_number,
            Verb.RESIGN: self._ask_resign,
            Verb.RESIGN_NOW: self._resign,
            Verb.BACK: self._back,
            Verb.REMATCH: self._rematch,
            Verb.REPLAY: self._replay,
            Verb.STEP: self._step,
            Verb.FAIR: self._fair,
        }

    async def press(self, interaction: Press, address: Address) -> None:
        act = self._acts.get(address.verb, self._unknown)
        try:
            with self._stage.answering(interaction.user.id, address.duel):
                await act(interaction, address)
        except Exception as error:
            await policy.explain(interaction, error, f"{address.duel:x}")

    async def number(self, interaction: Press, duel: int, turn: int, text: str) -> None:
        """A number was entered in the form."""
        address = Address(Verb.PICK, duel, turn, text)
        try:
            with self._stage.answering(interaction.user.id, duel):
                await self._pick(interaction, address)
        except Exception as error:
            await policy.explain(interaction, error, f"{duel:x}")

    async def ask(self, interaction: Press, person: int, game: str) -> None:
        """A game was chosen for a challenge from the menu of a person."""
        try:
            with self._stage.answering(interaction.user.id):
                await challenge_chosen(interaction, person, game)
        except Exception as error:
            await policy.explain(interaction, error)

    def _arena(self, interaction: Press) -> Arena:
        if interaction.guild_id is None:
            raise Refused("Duels are played in servers. Press the button there.")
        return self._house.arena(interaction.guild_id)

    async def _unknown(self, interaction: Press, _: Address) -> None:
        await policy.say(interaction, OLD_BUTTON)

    async def _answer(self, act: Act, interaction: Press, address: Address) -> None:
        """A card that still asks what is long answered is painted as things stand."""
        duel = await self._arena(interaction).duel(address.duel)
        here = interaction.message is not None and duel.board in (None, interaction.message.id)
        if here and duel.status is not Status.CHALLENGE:
            await self._show(interaction, duel)
        else:
            await act(interaction, address)

    async def _accept(self, interaction: Press, address: Address) -> None:
        """The challenge's card becomes the board."""
        check_permissions(interaction)
        duel = await self._arena(interaction).accept(address.duel, interaction.user.id, interaction.id)
        await self._show(interaction, duel)
        await self._begin(interaction, duel)

    async def _begin(self, interaction: Press, duel: Duel) -> None:
        """A duel that has just begun moves to a thread, where the server wants that."""
        if duel.status is Status.LIVE and await self._house.storage.threads(duel.guild):
            placed = await self._arena(interaction).duel(duel.id)
            await move_to_thread(interaction, placed, self._stage.boards)

    async def _decline(self, interaction: Press, address: Address) -> None:
        await self._show(
            interaction, await self._arena(interaction).decline(address.duel, interaction.user.id)
        )

    async def _withdraw(self, interaction: Press, address: Address) -> None:
        await self._show(
            interaction, await self._arena(interaction).withdraw(address.duel, interaction.user.id)
        )

    async def _show(self, interaction: Press, duel: Duel) -> None:
        """Paint the public message that was pressed."""
        view = public(duel)
        await interaction.response.edit_message(view=view, allowed_mentions=discord.AllowedMentions.none())
        self._stage.boards.shown(duel.id, view)
        message = interaction.message
        if message is not None and message.id != duel.board and duel.status is Status.LIVE:
            await self._arena(interaction).place(duel.id, message.channel.id, message.id)

    async def _open_hand(self, interaction: Press, address: Address) -> None:
        duel, seat = await self._player(interaction, address)
        view = panel(duel, seat)
        reply = await interaction.response.send_message(view=view, ephemeral=True)
        self._stage.panels.remember(duel.id, seat, interaction, reply.message_id, picture_of(view))
        message = interaction.message
        if duel.board is None and message is not None and not message.flags.ephemeral:
            await self._arena(interaction).place(duel.id, message.channel.id, message.id)

    async def _pick(self, interaction: Press, address: Address) -> None:
        duel, seat = await self._player(interaction, address)
        question = _question(duel, seat, address.token)
        if question and duel.match is not None and duel.match.turn == address.turn:
            await _privately(interaction, confirm_pick(duel, address.turn, address.token, question))
            return
        await self._confirm(interaction, address)

    async def _confirm(self, interaction: Press, address: Address) -> None:
        arena = self._arena(interaction)
        note = ""
        try:
            duel = await arena.pick(address.duel, interaction.user.id, address.token, address.turn)
        except Refused as refusal:
            duel, note = await arena.duel(address.duel), str(refusal)
        await self._repaint(interaction, duel, note)

    async def _ask_number(self, interaction: Press, address: Address) -> None:
        duel, seat = await self._player(interaction, address)
        match = duel.match
        if match is None or match.turn != address.turn or seat not in match.waiting:
            await self._repaint(interaction, duel, "That turn is over.")
            return
        choices = duel.room.show(match, seat, ("", "")).choices
        if not isinstance(choices, NumberChoice):
            await self._repaint(interaction, duel, "No number is asked for here.")
            return
        await interaction.response.send_modal(NumberForm(duel.id, match.turn, interaction.user.id, choices))

    async def _ask_resign(self, interaction: Press, address: Address) -> None:
        duel, _ = await self._player(interaction, address)
        if duel.status is not Status.LIVE:
            await self._repaint(interaction, duel, "This duel is over already.")
            return
        await _privately(interaction, confirm_resign(duel, address.turn))

    async def _resign(self, interaction: Press, address: Address) -> None:
        arena = self._arena(interaction)
        note = ""
        try:
            duel = await arena.resign(address.duel, interaction.user.id)
        except Refused as refusal:
            duel, note = await arena.duel(address.duel), str(refusal)
        await self._repaint(interaction, duel, note)

    async def _back(self, interaction: Press, address: Address) -> None:
        duel, _ = await self._player(interaction, address)
        await self._repaint(interaction, duel)

    async def _repaint(self, interaction: Press, duel: Duel, note: str = "") -> None:
        """The presser's panel, in the press's own answer. The note stays until something else changes."""
        seat = duel.seat_of(interaction.user.id)
        if seat is None:
            raise Refused(OUTSIDER)
        message = await _privately(interaction, panel(duel, seat, note))
        picture = picture_of(panel(duel, seat))
        self._stage.panels.remember(duel.id, seat, interaction, message, picture)

    async def _rematch(self, interaction: Press, address: Address) -> None:
        duel = await self._arena(interaction).rematch(address.duel, interaction.user.id, interaction.id)
        if duel.board is None:
            await self.announce(interaction, duel)
        else:
            await policy.say(interaction, f"The rematch is on: {link(duel)}")
            await self._begin(interaction, duel)

    async def announce(self, interaction: Press, duel: Duel) -> None:
        """Post a challenge, or a duel that begins at once, as the answer to this interaction."""
        people = [] if duel.challenged is None or duel.rival else [discord.Object(duel.challenged)]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=people)
        view = public(duel)
        reply = await interaction.response.send_message(view=view, allowed_mentions=mentions)
        self._stage.boards.shown(duel.id, view)
        if reply.message_id is not None and interaction.channel_id is not None:
            await self._arena(interaction).place(duel.id, interaction.channel_id, reply.message_id)
        await self._begin(interaction, duel)

    async def _replay(self, interaction: Press, address: Address) -> None:
        duel, match = await self._finished(interaction, address)
        await interaction.response.send_message(view=replay(duel, match, address.turn), ephemeral=True)

    async def _step(self, interaction: Press, address: Address) -> None:
        duel, match = await self._finished(interaction, address)
        await _privately(interaction, replay(duel, match, address.turn))

    async def _fair(self, interaction: Press, address: Address) -> None:
        duel, match = await self._finished(interaction, address)
        players = duel.players or (0, 0)
        record = Record(
            match, (str(players[0]), str(players[1])), duel.challenger_seat or 0, duel.rematch_of is not None
        )
        file = discord.File(BytesIO(record.text().encode()), f"duel-{duel.key}.json")
        text = f"{FAIR_PLAY}\nSeat 0 was {mention(players[0])}, seat 1 {mention(players[1])}."
        await interaction.response.send_message(text, file=file, ephemeral=True)

    async def _finished(self, interaction: Press, address: Address) -> tuple[Duel, AnyMatch]:
        duel = await self._arena(interaction).duel(address.duel)
        if duel.match is None or duel.status not in (Status.WON, Status.VOID):
            raise Refused("This duel is not over yet. Wait for its end.")
        return duel, duel.match

    async def _player(self, interaction: Press, address: Address) -> tuple[Duel, Seat]:
        duel = await self._arena(interaction).duel(address.duel)
        seat = duel.seat_of(interaction.user.id)
        if duel.match is None:
            raise Refused("This duel hasn't begun: the challenge is still open.")
        if seat is None:
            raise Refused(OUTSIDER)
        return duel, seat


def _question(duel: Duel, seat: Seat, token: str) -> str | None:
    if duel.match is None:
        return None
    choice = duel.room.show(duel.match, seat, ("", "")).choice(token)
    return choice.confirm if choice else None


async def _privately(interaction: Press, view: discord.ui.LayoutView) -> int | None:
    """In the private message that was pressed, or in a new one; never in a message that others see."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.edit_message(view=view)
        return message.id
    reply = await interaction.response.send_message(view=view, ephemeral=True)
    return reply.message_id
