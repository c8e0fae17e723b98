"""The way out of a duel: a question that says what it costs, then the end."""

from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.handlers import Handlers, arena_for
from bot.ui.ids import DuelAction, Verb
from bot.ui.presses.panel import player, show
from bot.ui.texts.more.endings import CALL_OFF, confirm_resign
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused

CHANGED = "You have both picked by now, so the duel can no longer be called off."

on = Handlers()


@on(Verb.RESIGN)
async def ask(press: Press, services: Services, action: DuelAction) -> None:
    _, duel, _ = await player(press, services, action.duel)
    if duel.status is not Status.LIVE:
        await show(press, services, duel, "This duel is over already.")
        return
    await press.reply.privately(await question(services, duel, press.person, action.turn))


@on(Verb.RESIGN_NOW)
async def resign(press: Press, services: Services, action: DuelAction) -> None:
    """Nobody loses by a press that was only to call the duel off."""
    arena = await arena_for(press, services, action.duel)
    duel, note = await arena.duel(action.duel), ""
    if action.token == CALL_OFF and duel.is_under_way and duel.status is Status.LIVE:
        await show(press, services, duel, CHANGED)
        return
    try:
        duel = await arena.resign(action.duel, press.person)
    except Refused as refusal:
        duel, note = await arena.duel(action.duel), str(refusal)
    await show(press, services, duel, note)


async def question(services: Services, duel: Duel, person: int, turn: int) -> Sheet:
    """Asks whether a player means to resign, with what losing now would do to their rating."""
    price = await services.ledger.price_of_losing(duel, person, services.clock.now())
    return confirm_resign(duel, turn, price)
