"""A duel that is over, for presses that look back at it."""

from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.presses.handlers import arena_of
from bot.ui.wire.press import Press
from games.engine import Refused
from games.match import AnyMatch


async def finished(press: Press, services: Services, number: int) -> tuple[Duel, AnyMatch]:
    """Nothing of a duel is opened before its end."""
    duel = await arena_of(press, services).duel(number)
    if duel.match is None or duel.status not in (Status.WON, Status.VOID):
        raise Refused("This duel is not over yet. Wait for its end.")
    return duel, duel.match
