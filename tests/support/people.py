"""What people are called where nobody can be asked."""

from bot.duels.duel import Duel
from games.screen import Names


async def anonymous(_duel: Duel) -> Names:
    return "the first player", "the second player"
