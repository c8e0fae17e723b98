"""*More* on a board or a panel: what is not needed every time, for the person who asks alone."""

from bot.services import Services
from bot.ui.handlers import Handlers, arena_for
from bot.ui.ids import DuelAction, Verb
from bot.ui.texts.more.menu import menu
from bot.ui.wire.press import Press
from games.engine import Refused

on = Handlers()


@on(Verb.MORE)
async def more(press: Press, services: Services, action: DuelAction) -> None:
    duel = await (await arena_for(press, services, action.duel)).duel(action.duel)
    if duel.match is None:
        raise Refused("This duel hasn't begun: the challenge is still open.")
    await press.reply.send(menu(duel, duel.seat_of(press.person)), private=True)
