"""The computer takes up an open challenge: the challenger chooses its level, and plays at once."""

from bot.duels.computer import may_play_computer
from bot.services import Services
from bot.ui.buttons import button
from bot.ui.handlers import Handlers, arena_of
from bot.ui.ids import DuelAction, Verb
from bot.ui.levels import ask_level
from bot.ui.presses.allowed import check_permissions
from bot.ui.presses.answers import begin as begin_duel
from bot.ui.presses.panel import show
from bot.ui.wire.press import Press

on = Handlers()


@on(Verb.COMPUTER)
async def ask(press: Press, services: Services, action: DuelAction) -> None:
    """Asks for the level in private; the challenge's message stays as it is."""
    duel = await arena_of(press, services).duel(action.duel)
    may_play_computer(duel, press.person)
    asked = ask_level(
        duel.room,
        lambda level: button(Verb.LEVEL, duel.id, level.name, token=level.key),
        services.deck,
    )
    await press.reply.privately(asked)


@on(Verb.LEVEL)
async def begin(press: Press, services: Services, action: DuelAction) -> None:
    """The question becomes the challenger's panel, and the challenge's message the board."""
    check_permissions(press)
    arena = arena_of(press, services)
    duel = await arena.play_computer(action.duel, press.person, action.token, services.computer, press.id)
    await show(press, services, duel)
    await begin_duel(press, services, duel, await services.settings.settings(duel.guild))
