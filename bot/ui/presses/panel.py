"""A player's hand: opened from the board, picked from, and the way out of a duel."""

from bot.duels.arenas import House
from bot.duels.duel import Duel, Status
from bot.ui.painting.announcer import Stage
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.number_form import NumberForm
from bot.ui.presses.press import Act, Press, arena_for, arena_of, privately
from bot.ui.texts.messages import confirm_pick, confirm_resign, panel, public
from bot.ui.wire.requests import answer
from games.engine import Refused, Seat
from games.screen import NumberChoice

OUTSIDER = "You are not in this duel. Watch it here, or start your own with /duel."


class Hands:
    def __init__(self, house: House, stage: Stage) -> None:
        self._house = house
        self._stage = stage
        self.acts: dict[str, Act] = {
            Verb.HAND: self._open_hand,
            Verb.PICK: self._pick,
            Verb.CONFIRM: self._confirm,
            Verb.NUMBER: self._ask_number,
            Verb.RESIGN: self._ask_resign,
            Verb.RESIGN_NOW: self._resign,
            Verb.BACK: self._back,
        }

    async def show(self, interaction: Press, duel: Duel, note: str = "") -> None:
        """The presser's panel, in the press's own answer. The note stays until something else changes."""
        seat = duel.seat_of(interaction.user.id)
        if seat is None:
            raise Refused(OUTSIDER)
        panels = self._stage.panels
        strokes = panels.strokes(duel.id, seat)
        message = await privately(interaction, panel(duel, seat, note))
        panels.remember(duel, seat, interaction, message, strokes)

    async def _open_hand(self, interaction: Press, address: Address) -> None:
        """A board that still offers a hand when its duel is long over is painted as things stand."""
        duel, seat = await self._player(interaction, address)
        if duel.status is not Status.LIVE:
            await answer(interaction, public(duel))
            return
        reply = await interaction.response.send_message(view=panel(duel, seat), ephemeral=True)
        panels = self._stage.panels
        panels.remember(duel, seat, interaction, reply.message_id, panels.strokes(duel.id, seat))
        message = interaction.message
        here = interaction.guild_id is not None
        if here and duel.board is None and message is not None and not message.flags.ephemeral:
            await arena_of(self._house, interaction).place(duel.id, message.channel.id, message.id)

    async def _pick(self, interaction: Press, address: Address) -> None:
        duel, seat = await self._player(interaction, address)
        question = _question(duel, seat, address.token)
        if question and duel.match is not None and duel.match.turn == address.turn:
            await privately(interaction, confirm_pick(duel, address.turn, address.token, question))
            return
        await self._confirm(interaction, address)

    async def _confirm(self, interaction: Press, address: Address) -> None:
        arena = await arena_for(self._house, interaction, address.duel)
        note = ""
        try:
            duel = await arena.pick(address.duel, interaction.user.id, address.token, address.turn)
        except Refused as refusal:
            duel, note = await arena.duel(address.duel), str(refusal)
        await self.show(interaction, duel, note)

    async def _ask_number(self, interaction: Press, address: Address) -> None:
        duel, seat = await self._player(interaction, address)
        match = duel.match
        if match is None or match.turn != address.turn or seat not in match.waiting:
            await self.show(interaction, duel, "That turn is over.")
            return
        choices = duel.room.show(match, seat, ("", "")).choices
        if not isinstance(choices, NumberChoice):
            await self.show(interaction, duel, "No number is asked for here.")
            return
        await interaction.response.send_modal(NumberForm(duel.id, match.turn, interaction.user.id, choices))

    async def _ask_resign(self, interaction: Press, address: Address) -> None:
        duel, _ = await self._player(interaction, address)
        if duel.status is not Status.LIVE:
            await self.show(interaction, duel, "This duel is over already.")
            return
        await privately(interaction, confirm_resign(duel, address.turn))

    async def _resign(self, interaction: Press, address: Address) -> None:
        arena = await arena_for(self._house, interaction, address.duel)
        note = ""
        try:
            duel = await arena.resign(address.duel, interaction.user.id)
        except Refused as refusal:
            duel, note = await arena.duel(address.duel), str(refusal)
        await self.show(interaction, duel, note)

    async def _back(self, interaction: Press, address: Address) -> None:
        duel, _ = await self._player(interaction, address)
        await self.show(interaction, duel)

    async def _player(self, interaction: Press, address: Address) -> tuple[Duel, Seat]:
        arena = await arena_for(self._house, interaction, address.duel)
        duel = await arena.duel(address.duel)
        seat = duel.seat_of(interaction.user.id)
        if duel.match is None:
            raise Refused("This duel hasn't begun: the challenge is still open.")
        if seat is None:
            raise Refused(OUTSIDER)
        return duel, seat


def _question(duel: Duel, seat: Seat, token: str) -> str | None:
    if duel.match is None or not duel.room.asks:
        return None
    choice = duel.room.show(duel.match, seat, ("", "")).choice(token)
    return choice.confirm if choice else None
