"""Where every press arrives: what it asks for is done and answered, or it is said why not."""

import logging

from bot.duels.arenas import House
from bot.duels.duel import Duel
from bot.duels.settings import Settings
from bot.history.reviews import Reviews
from bot.ui import errors
from bot.ui.painting.announcer import Stage
from bot.ui.presses.answers import Cards
from bot.ui.presses.challenge import challenge_chosen, play_chosen
from bot.ui.presses.computer import Computer
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.overload import WaitingRoom
from bot.ui.presses.panel import Hands
from bot.ui.presses.press import Act, Press
from bot.ui.presses.replay import Afterwards
from bot.ui.presses.review import Debrief
from bot.ui.presses.votes import Votes

log = logging.getLogger(__name__)

OLD_BUTTON = "This button is from an older version. Open your hand again from the board."

SLOW = (Verb.REVIEW, Verb.PAGE)
"""Change nothing and may take seconds: the duel's messages are painted meanwhile."""


class Desk:
    def __init__(self, house: House, stage: Stage, reviews: Reviews) -> None:
        self._stage = stage
        self._waiting = WaitingRoom()
        self._cards = Cards(house, stage)
        hands = Hands(house, stage)
        computer = Computer(house, self._cards, hands)
        self._acts: dict[str, Act] = {
            **self._cards.acts,
            **hands.acts,
            **computer.acts,
            **Afterwards(house).acts,
            **Debrief(house, reviews).acts,
        }
        self._asides: dict[str, Act] = Votes(house).acts

    async def press(self, interaction: Press, address: Address) -> None:
        if address.verb in self._asides:
            with self._stage.answering_aside():
                await _do(self._asides[address.verb], interaction, address)
        elif address.verb in SLOW:
            await self._answer(interaction, address, None)
        elif await self._waiting.enter():
            try:
                await self._answer(interaction, address, address.duel)
            finally:
                self._waiting.leave()
        else:
            log.warning("duel %x: a press had to wait too long and was passed over", address.duel)

    async def _answer(self, interaction: Press, address: Address, held: int | None) -> None:
        with self._stage.answering(interaction.user.id, held):
            await _do(self._acts.get(address.verb, _unknown), interaction, address)

    async def number(self, interaction: Press, duel: int, turn: int, text: str) -> None:
        """A number was entered in the form."""
        await self.press(interaction, Address(Verb.PICK, duel, turn, text))

    async def ask(self, interaction: Press, person: int, game: str) -> None:
        """A game was chosen for a challenge from the menu of a person."""
        try:
            await challenge_chosen(interaction, person, game)
        except Exception as error:
            await errors.explain(interaction, error)

    async def play(self, interaction: Press, game: str, level: str) -> None:
        """A level was chosen after the bot's own menu."""
        try:
            await play_chosen(interaction, game, level)
        except Exception as error:
            await errors.explain(interaction, error)

    async def announce(self, interaction: Press, duel: Duel, settings: Settings) -> None:
        """Post a challenge, or a duel that begins at once, as the answer to this interaction."""
        await self._cards.announce(interaction, duel, settings)


async def _do(act: Act, interaction: Press, address: Address) -> None:
    try:
        await act(interaction, address)
    except Exception as error:
        await errors.explain(interaction, error, f"{address.duel:x}")


async def _unknown(interaction: Press, _: Address) -> None:
    await errors.say(interaction, OLD_BUTTON)
