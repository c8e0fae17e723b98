"""Answers to a challenge, and rematches: the message of the challenge becomes the board."""

from bot.duels.computer import may_play_computer
from bot.duels.duel import Duel, Status
from bot.duels.settings import Mentions, Settings
from bot.services import Services
from bot.ui.buttons import button
from bot.ui.duels.allowed import check_acceptance, check_permissions, check_place
from bot.ui.duels.cards import card
from bot.ui.duels.messages import public
from bot.ui.duels.panel import open_below, open_new, show
from bot.ui.handlers import Handlers, arena_of
from bot.ui.ids import DuelAction, Verb
from bot.ui.levels import level_question
from bot.ui.mentions import mention
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late

on = Handlers()


@on(Verb.ACCEPT, late=Late.PRESSED)
async def accept(press: Press, services: Services, action: DuelAction) -> None:
    if await _is_answered(press, services, action):
        return
    check_permissions(press)
    settings = await check_acceptance(press, services)
    arena = arena_of(press, services)
    duel = await arena.accept(action.duel, press.person, press.id, until_called=True)
    with services.threads.planned(press, duel, settings):
        await _show(press, services, duel)
        await open_below(press, services, duel)
        await begin(press, services, duel, settings, has_card=True)


@on(Verb.DECLINE, late=Late.PRESSED)
async def decline(press: Press, services: Services, action: DuelAction) -> None:
    if not await _is_answered(press, services, action):
        await _show(press, services, await arena_of(press, services).decline(action.duel, press.person))


@on(Verb.WITHDRAW, late=Late.PRESSED)
async def withdraw(press: Press, services: Services, action: DuelAction) -> None:
    if not await _is_answered(press, services, action):
        await _show(press, services, await arena_of(press, services).withdraw(action.duel, press.person))


@on(Verb.REMATCH, late=Late.PRESSED)
async def rematch(press: Press, services: Services, action: DuelAction) -> None:
    settings = await check_place(press, services)
    level = action.token or None
    duel = await arena_of(press, services).rematch(
        action.duel, press.person, press.id, level, until_called=True
    )
    if duel.board is None:
        await announce(press, services, duel, settings)
    else:
        await _open_or_point(press, services, duel)
        await begin(press, services, duel, settings)


async def _open_or_point(press: Press, services: Services, duel: Duel) -> None:
    """Opens the panel of a rematch, or links to its board if the game hides nothing and is played there."""
    if duel.room.hides:
        await open_new(press, services, duel)
    else:
        await services.announcer.boards.point(press, duel, "The rematch is on: play it on")


async def announce(press: Press, services: Services, duel: Duel, settings: Settings) -> None:
    """Posts a challenge, or a duel that begins at once, as the answer to this press or command."""
    pinged = await _pinged(press, services, duel, settings)
    called = await services.people.called(duel)
    if pinged and duel.status is Status.CHALLENGE:
        called = called[0], mention(pinged[0])
    moves = services.threads.suits(press, duel, settings)
    sheet = card(duel, None, services.deck, called) if moves else public(duel, services.deck, called)
    message = await services.announcer.boards.announce(press, duel, sheet, pinged)
    if message is not None and press.channel is not None:
        await arena_of(press, services).place(duel.id, press.channel, message)
    await begin(press, services, duel, settings, has_card=True)


async def _pinged(press: Press, services: Services, duel: Duel, settings: Settings) -> list[int]:
    """Returns the people whom the message of a new challenge pings; the computer is never one of them."""
    if duel.challenged is None or settings.mentions is Mentions.NOBODY:
        return []
    return [duel.challenged] if await arena_of(press, services).may_ping(duel) else []


async def begin(
    press: Press, services: Services, duel: Duel, settings: Settings, *, has_card: bool = False
) -> None:
    """Moves a duel that has just begun to a thread, where the server wants that; `has_card`: its message is
    the card already. A quick player may have picked already, so the duel is read again."""
    if not services.threads.suits(press, duel, settings):
        return
    arena = arena_of(press, services)
    try:
        await services.threads.move(await arena.duel(duel.id), settings, has_card=has_card)
    finally:  # if there is no thread after all, its card becomes the board
        services.announcer.repaint(await arena.duel(duel.id))


async def _is_answered(press: Press, services: Services, action: DuelAction) -> bool:
    """Tells whether a challenge was answered before this press; if so, its message is painted as it stands
    now."""
    duel = await arena_of(press, services).duel(action.duel)
    here = press.message is not None and duel.board in (None, press.message)
    if here and duel.status is not Status.CHALLENGE:
        await _show(press, services, duel)
        return True
    return False


async def _show(press: Press, services: Services, duel: Duel) -> None:
    """Paints the public message that was pressed: as the card if the board moves to a thread."""
    moves = services.threads.is_planned(duel.id)
    await services.announcer.boards.show(
        press, duel, card(duel, press.message, services.deck) if moves else None
    )
    if press.channel is not None and press.message != duel.board and duel.status is Status.LIVE:
        await arena_of(press, services).place(duel.id, press.channel, press.message)


@on(Verb.COMPUTER)
async def offer_levels(press: Press, services: Services, action: DuelAction) -> None:
    """Asks for the level in private; the challenge's message stays as it is."""
    duel = await arena_of(press, services).duel(action.duel)
    may_play_computer(duel, press.person)
    question = level_question(
        duel.room,
        lambda level: button(Verb.LEVEL, duel.id, level.name, token=level.key),
        services.deck,
    )
    await press.reply.privately(question)


@on(Verb.LEVEL)
async def play_computer(press: Press, services: Services, action: DuelAction) -> None:
    """Begins the duel: the question becomes the challenger's panel, and the challenge's message the board."""
    check_permissions(press)
    arena = arena_of(press, services)
    duel = await arena.play_computer(action.duel, press.person, action.token, services.computer, press.id)
    await show(press, services, duel)
    await begin(press, services, duel, await services.settings.settings(duel.guild))
