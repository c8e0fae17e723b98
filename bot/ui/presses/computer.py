"""The computer takes up an open challenge: the challenger chooses its level, and plays at once."""

from bot.duels.arenas import House
from bot.duels.computer import may_play_computer
from bot.ui.presses.answers import Cards
from bot.ui.presses.buttons import button
from bot.ui.presses.challenge import check_permissions
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.panel import Hands
from bot.ui.presses.press import Act, Press, arena_of, itself, privately
from bot.ui.texts.levels import ask_level


class Computer:
    def __init__(self, house: House, cards: Cards, hands: Hands) -> None:
        self._house = house
        self._cards = cards
        self._hands = hands
        self.acts: dict[str, Act] = {Verb.COMPUTER: self._ask, Verb.LEVEL: self._begin}

    async def _ask(self, interaction: Press, address: Address) -> None:
        """Which level? Asked in private; the card stays as it is."""
        duel = await arena_of(self._house, interaction).duel(address.duel)
        may_play_computer(duel, interaction.user.id)
        view = ask_level(duel.room, lambda level: button(Verb.LEVEL, duel.id, level.name, token=level.key))
        await privately(interaction, view)

    async def _begin(self, interaction: Press, address: Address) -> None:
        """The question becomes the challenger's hand, and the card the board."""
        check_permissions(interaction)
        duel = await arena_of(self._house, interaction).play_computer(
            address.duel, interaction.user.id, address.token, itself(interaction), interaction.id
        )
        await self._hands.show(interaction, duel)
        settings = await self._house.servers.settings(duel.guild)
        await self._cards.begin(interaction, duel, settings)
