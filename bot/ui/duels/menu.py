"""Shows what is behind *More*: the way out, the bell and the seal in a live duel, and the rest after it."""

from bot.duels.computer import beat_the_computer, next_level
from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.buttons import button
from bot.ui.handlers import NOT_BEGUN, Handlers, arena_for
from bot.ui.ids import DuelAction, Verb
from bot.ui.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import Refused, Seat

WISHED, UNWISHED = "on", "off"
"""The tokens of the bell: what the person who presses it wishes."""

on = Handlers()


@on(Verb.MORE)
async def more(press: Press, services: Services, action: DuelAction) -> None:
    duel = await (await arena_for(press, services, action.duel)).duel(action.duel)
    if duel.match is None:
        raise Refused(NOT_BEGUN)
    await press.reply.send(menu(duel, duel.seat_of(press.person)), private=True)


def menu(duel: Duel, seat: Seat | None) -> Sheet:
    """Makes a message of its own: a panel stays as it is, and its next painting takes nothing away."""
    turn = duel.match.turn if duel.match else 0
    buttons = _out(duel, seat, turn) if duel.status is Status.LIVE else _afterwards(duel, seat)
    return layout(f"### {duel.room.game.title}", seal(duel), rows=[buttons])


def seal(duel: Duel) -> str:
    """Writes the whole seal, of which the board shows only the beginning."""
    return f"-# 🔒 Seal of the dice, in full: `{duel.seed.seal}`"


def _out(duel: Duel, seat: Seat | None, turn: int) -> list[Wire]:
    """Offers a player what they may do beside picking; others only watch."""
    if seat is None:
        return []
    label = "Resign" if duel.is_under_way else "Call it off"
    buttons = [button(Verb.RESIGN, duel.id, label, turn=turn)]
    if duel.pace.is_slow and duel.rival is None:
        buttons.append(bell(duel, seat, turn))
    return buttons


def bell(duel: Duel, seat: Seat, turn: int, *, narrow: bool = False) -> Wire:
    """Makes a button that says whether the player is pinged at new turns, and switches it."""
    sign, words, wish = (
        ("🔔", "Pings: on", UNWISHED) if duel.notes.bells[seat] else ("🔕", "Pings: off", WISHED)
    )
    return button(Verb.BELL, duel.id, sign if narrow else f"{sign} {words}", turn, wish)


def _afterwards(duel: Duel, seat: Seat | None) -> list[Wire]:
    return [
        *([] if seat is None else another_level(duel)),
        button(Verb.FAIR, duel.id, "Fair play"),
    ]


def another_level(duel: Duel) -> list[Wire]:
    """Offers a winner against the computer the next stronger level, and a loser an easier one."""
    level = next_level(duel)
    if level is None:
        return []
    kind = "Harder" if beat_the_computer(duel) else "Easier"
    return [button(Verb.REMATCH, duel.id, f"{kind}: {level.name}", token=level.key)]
