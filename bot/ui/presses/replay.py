"""When a duel is over: its replay, step by step."""

from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.deck.deck import Deck
from bot.ui.presses.custom_id import DuelAction, Verb
from bot.ui.presses.handlers import Handlers, arena_of
from bot.ui.texts.buttons import button
from bot.ui.texts.duels.board import colours, position
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused
from games.match import AnyMatch
from games.screen import Names

on = Handlers()


@on(Verb.REPLAY)
async def replay(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    await press.reply.send(replay_of(duel, match, action.turn, called, services.deck), private=True)


@on(Verb.STEP)
async def step(press: Press, services: Services, action: DuelAction) -> None:
    duel, match = await finished(press, services, action.duel)
    called = await services.people.called(duel)
    await press.reply.privately(replay_of(duel, match, action.turn, called, services.deck))


async def finished(press: Press, services: Services, number: int) -> tuple[Duel, AnyMatch]:
    """Nothing of a duel is opened before its end."""
    duel = await arena_of(press, services).duel(number)
    if duel.match is None or duel.status not in (Status.WON, Status.VOID):
        raise Refused("This duel is not over yet. Wait for its end.")
    return duel, duel.match


def replay_of(duel: Duel, match: AnyMatch, turn: int, called: Names, deck: Deck) -> Sheet:
    """One step of a finished match, as everybody saw it."""
    last = match.turn
    turn = min(max(turn, 1), last)
    screen = duel.room.show(match.at(turn), None, colours(deck))
    steps = []
    if turn > 1:
        steps.append(button(Verb.STEP, duel.id, "Back", turn - 1))
    if turn < last:
        steps.append(button(Verb.STEP, duel.id, "Next", turn + 1, main=True))
    return layout(
        f"-# Replay, step {turn} of {last}",
        position(duel.room, screen, called, deck),
        rows=[steps] if steps else [],
    )
