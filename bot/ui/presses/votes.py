"""A vote of somebody who watches: taken on the duel's board, confirmed to nobody else."""

from bot.duels.arenas import House
from bot.duels.duel import Duel
from bot.ui import errors
from bot.ui.presses.custom_id import Address, Verb
from bot.ui.presses.press import Act, Press, arena_of
from bot.ui.texts.messages import link, names
from games.engine import SEATS, Refused, Seat


class Votes:
    """The board is left to its painter, which folds the votes of a crowd into one edit."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.acts: dict[str, Act] = {Verb.VOTE: self._vote}

    async def _vote(self, interaction: Press, address: Address) -> None:
        seat = _seat(address.token)
        arena = arena_of(self._house, interaction)
        _check_voter(interaction, await arena.duel(address.duel))
        duel = await arena.vote(address.duel, interaction.user.id, seat)
        text = f"You voted for {names(duel)[seat]}. You can change your mind until the first reveal."
        await errors.say(interaction, text)


def _seat(token: str) -> Seat:
    seat = next((each for each in SEATS if str(each) == token), None)
    if seat is None:
        raise Refused("That is not one of the two players. Vote with the buttons on the board.")
    return seat


def _check_voter(interaction: Press, duel: Duel) -> None:
    """Whoever sees the channel may vote; a button that was carried elsewhere says nothing about that."""
    if interaction.user.bot:
        raise Refused("Bots have no vote.")
    if interaction.channel_id != duel.channel:
        raise Refused(f"Vote where the duel is played: {link(duel)}")
