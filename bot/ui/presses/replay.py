"""When a duel is over: its replay, step by step."""

from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.presses.handlers import Handlers, arena_of
from bot.ui.texts.messages import replay as replay_of
from bot.ui.wire.press import Press
from games.engine import Refused
from games.match import AnyMatch

on = Handlers()


@on(Verb.REPLAY)
async def replay(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    await press.reply.send(replay_of(duel, match, action.turn, called), private=True)


@on(Verb.STEP)
async def step(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    await press.reply.privately(replay_of(duel, match, action.turn, called))


async def finished(press: Press, services: Services, number: int) -> tuple[Duel, AnyMatch]:
    """Nothing of a duel is opened before its end."""
    duel = await arena_of(press, services).duel(number)
    if duel.match is None or duel.status not in (Status.WON, Status.VOID):
        raise Refused("This duel is not over yet. Wait for its end.")
    return duel, duel.match
