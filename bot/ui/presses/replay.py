"""When a duel is over: its replay, step by step, and the proof that it was fair."""

from io import BytesIO

import discord

from bot.duels.arenas import House
from bot.duels.duel import Duel, Status, name_in_files
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.press import Act, Press, arena_of, privately
from bot.ui.texts.messages import FAIR_PLAY, names, replay
from games.engine import Refused
from games.match import AnyMatch
from games.records.record import Record


class Afterwards:
    def __init__(self, house: House) -> None:
        self._house = house
        self.acts: dict[str, Act] = {
            Verb.REPLAY: self._replay,
            Verb.STEP: self._step,
            Verb.FAIR: self._fair,
        }

    async def _replay(self, interaction: Press, address: Address) -> None:
        duel, match = await finished(self._house, interaction, address)
        await interaction.response.send_message(view=replay(duel, match, address.turn), ephemeral=True)

    async def _step(self, interaction: Press, address: Address) -> None:
        duel, match = await finished(self._house, interaction, address)
        await privately(interaction, replay(duel, match, address.turn))

    async def _fair(self, interaction: Press, address: Address) -> None:
        duel, match = await finished(self._house, interaction, address)
        players = duel.players or (0, 0)
        record = Record(
            match,
            (name_in_files(players[0]), name_in_files(players[1])),
            duel.challenger_seat or 0,
            duel.rematch_of is not None,
        )
        file = discord.File(BytesIO(record.text().encode()), f"duel-{duel.key}.json")
        first, second = names(duel)
        text = f"{FAIR_PLAY}\nSeat 0 was {first}, seat 1 {second}."
        await interaction.response.send_message(text, file=file, ephemeral=True)


async def finished(house: House, interaction: Press, address: Address) -> tuple[Duel, AnyMatch]:
    """Nothing of a duel is opened before its end."""
    duel = await arena_of(house, interaction).duel(address.duel)
    if duel.match is None or duel.status not in (Status.WON, Status.VOID):
        raise Refused("This duel is not over yet. Wait for its end.")
    return duel, duel.match
