"""The way out of a duel: a question that says what it costs, then the end."""

from bot.duels.duel import Duel, Status
from bot.ratings.model import RatingChange, signed
from bot.services import Services
from bot.ui.buttons import button, danger
from bot.ui.duels.panel import player, show
from bot.ui.handlers import Handlers, arena_for
from bot.ui.ids import DuelAction, Verb
from bot.ui.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused, other

CHANGED = "You have both picked by now, so the duel can no longer be called off."
CALL_OFF = "off"
"""The token of the button that calls a duel off, so that nobody loses it. If the press comes too late, the
duel goes on."""

on = Handlers()


@on(Verb.RESIGN)
async def ask_to_confirm(press: Press, services: Services, action: DuelAction) -> None:
    _, duel, _ = await player(press, services, action.duel)
    if duel.status is not Status.LIVE:
        await show(press, services, duel, "This duel is over already.")
        return
    await press.reply.privately(await question(services, duel, press.person, action.turn))


@on(Verb.RESIGN_NOW)
async def resign(press: Press, services: Services, action: DuelAction) -> None:
    """Ends the duel, or calls it off. Nobody loses by a press that was only to call it off."""
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
    seat = duel.seat_of(person)
    if seat is None or duel.players is None or not duel.is_for_ratings:
        return confirm_resign(duel, turn)
    game, opponent = duel.room.game.key, duel.players[other(seat)]
    price = await services.ledger.price_of_losing(duel.guild, game, person, opponent, services.clock.now())
    return confirm_resign(duel, turn, price)


def confirm_resign(duel: Duel, turn: int, price: RatingChange | None = None) -> Sheet:
    """Asks whether somebody means to resign, and says what it costs."""
    back = button(Verb.BACK, duel.id, "No, go back", turn)
    title = duel.room.game.title
    if not duel.is_under_way:
        question = f"**Call off this duel of {title}?** You have not both picked yet, so nobody loses it."
        call_off = danger(Verb.RESIGN_NOW, duel.id, "Call it off", turn, CALL_OFF)
        return layout(question, rows=[[call_off, back]])
    question = f"**Resign this duel of {title}? You lose it, and that is final.**"
    resign = danger(Verb.RESIGN_NOW, duel.id, "Resign", turn)
    return layout(f"{question}\n{_price(price)}", rows=[[resign, back]])


def _price(price: RatingChange | None) -> str:
    if price is None:
        return "It is not rated, so it costs you no rating."
    return f"It costs you {signed(price.by)}: your rating would be {price.shown}."
