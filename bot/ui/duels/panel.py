"""A player's panel: what it says, how it is opened, and how a pick is made in it."""

from collections.abc import Sequence

from bot.arena.arena import Arena
from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.buttons import button, danger, more_button, rules_button
from bot.ui.deck.deck import Deck
from bot.ui.duels.board import due, facts, rows
from bot.ui.duels.calls import BELL_OFF, BELL_ON
from bot.ui.duels.endings import stage, told_to
from bot.ui.duels.keypad import beside_keys, keypad
from bot.ui.duels.menu import WISHED, bell
from bot.ui.duels.messages import public
from bot.ui.duels.number_form import NumberEntry, number_form, number_in
from bot.ui.handlers import NOT_BEGUN, Handlers, arena_for
from bot.ui.ids import DuelAction, Verb
from bot.ui.mentions import link
from bot.ui.names import as_text
from bot.ui.render import in_rows, layout, lines, small_line
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import Refused, Seat
from games.match import AnyMatch
from games.screen import Card, Names, NumberChoice, Piece, Row, Screen, listed

ACCENT = 0x5865F2
"""Panels have another colour than boards, so that the two are not taken for one another."""
QUICK_COLUMNS = 2
OUTSIDER = "You are not in this duel. Watch it here, or start your own with /duel."
PRESS_AGAIN = "Many people are pressing at once. Press again to type your number."
THREAD_LOCKED = "The duel's thread is locked, so its board stands still. Play on here."

on = Handlers()


def panel(duel: Duel, seat: Seat, called: Names, deck: Deck, note: str = "") -> Sheet:
    """Shows a player what they have to do; `called` are the players' names by seat, since mentions show none
    here."""
    match = duel.match
    if match is None:
        return layout("This duel hasn't begun.", accent=ACCENT)
    screen = duel.room.show(match, seat, called)
    if duel.status is not Status.LIVE:
        return _over(duel, seat, screen, told_to(duel, seat, called), note)
    heading, awaited = _now(duel, match, seat, screen, called)
    small = small_line(facts(screen.facts, deck) or duel.room.guide.aim, awaited)
    return layout(
        f"### {deck.colours[seat]} {heading}",
        f"**{note}**" if note else "",
        lines(" ".join(screen.news), rows(_beside_keys(screen), deck) if screen.rows else ""),
        small,
        rows=_buttons(duel, match, seat, screen, deck),
        accent=ACCENT,
    )


def _now(duel: Duel, match: AnyMatch, seat: Seat, screen: Screen, called: Names) -> tuple[str, str]:
    """Says what a player has to do or has done; and until when it is due, or for whom they wait."""
    sealed = match.sealed[seat]
    if sealed is not None:
        return f"Locked in: {sealed}", f"Waiting for {listed([called[each] for each in match.waiting])}."
    return screen.prompt, due(duel) if screen.choices else ""


def _beside_keys(screen: Screen) -> Sequence[Row]:
    """Returns the rows that say more than the keys: not a hand whose every card is a key."""
    if not screen.choices:
        return screen.rows
    keys = {choice.token for choice in screen.offered}
    return [row for row in screen.rows if not keys.issuperset(map(_token, row.pieces))]


def _token(piece: Piece) -> str:
    return str(piece.value) if isinstance(piece, Card) else ""


def _over(duel: Duel, seat: Seat, screen: Screen, how: str, note: str) -> Sheet:
    """Says what a player has not seen yet; the board has the result and the buttons."""
    winner = duel.ending.winner if duel.ending else None
    result = stage(duel) if winner is None else "You won" if winner == seat else "You lost"
    return layout(
        lines(f"### {result}", how),
        f"**{note}**" if note else "",
        "\n".join(screen.news),
        f"-# The rest is on [the board]({link(duel)}): rematch, review, share.",
        accent=ACCENT,
    )


def _buttons(duel: Duel, match: AnyMatch, seat: Seat, screen: Screen, deck: Deck) -> list[list[Wire]]:
    """Makes the keys, and beside or below them the other buttons: words make the keys wide where there are no
    pictures, and a row of two keys has no room."""
    turn = match.turn
    others = [rules_button(duel.room), more_button(duel.id, turn)]
    if duel.rival is None and duel.pace.is_slow:
        others.append(bell(duel, seat, turn, narrow=True))
    if isinstance(screen.choices, NumberChoice):
        *quick, last = _bids(duel.id, turn, screen.choices)
        return [*quick, [*last, *others]]
    keys = keypad(duel.id, turn, screen, deck)
    return beside_keys(keys, others) if deck.is_on and len(keys) > 1 else [*keys, others]


def _bids(duel: int, turn: int, choices: NumberChoice) -> list[list[Wire]]:
    """Makes buttons for quick numbers, and below them one that opens a form."""
    quick = [button(Verb.PICK, duel, each.label, turn, str(each.number), main=True) for each in choices.quick]
    return [*in_rows(quick, QUICK_COLUMNS), [button(Verb.NUMBER, duel, f"Other {choices.noun}…", turn)]]


def confirm_pick(duel: Duel, turn: int, token: str, question: str) -> Sheet:
    answers = [
        danger(Verb.CONFIRM, duel.id, "Yes, I mean it", turn, token),
        button(Verb.BACK, duel.id, "No, go back", turn),
    ]
    return layout(f"**{question}**", rows=[answers], accent=ACCENT)


async def show(press: Press, services: Services, duel: Duel, note: str = "") -> None:
    """Answers with the person's panel. The note stays until something else changes."""
    await services.announcer.panels.show(press, duel, _seat(press, duel), note)


async def open_new(press: Press, services: Services, duel: Duel) -> None:
    """Answers with the person's panel in a new message, where they are. Their old one is removed."""
    note = THREAD_LOCKED if services.announcer.boards.is_locked(duel.id) else ""
    await services.announcer.panels.open(press, duel, _seat(press, duel), note)


async def open_below(press: Press, services: Services, duel: Duel) -> None:
    """Opens the panel of somebody whose press has begun a duel, after the answer to that press. A duel that
    hides nothing is played on its board."""
    seat = duel.seat_of(press.person)
    if seat is not None and duel.room.hides and duel.status is Status.LIVE:
        await services.announcer.panels.add(press, duel, seat)


def _seat(press: Press, duel: Duel) -> Seat:
    seat = duel.seat_of(press.person)
    if seat is None:
        raise Refused(OUTSIDER)
    return seat


@on(Verb.PANEL, late=Late.NEW)
async def open_panel(press: Press, services: Services, action: DuelAction) -> None:
    """Opens the panel. A board that still offers one when its duel is long over is painted as things stand. A
    list of duels, and a message that called the players, stay as they are."""
    arena, duel, _ = await player(press, services, action.duel)
    on_board = not press.is_private and not action.turn
    if duel.status is not Status.LIVE and on_board:
        await press.reply.update(public(duel, services.deck))
        return
    await open_new(press, services, duel)
    if press.guild is not None and on_board:
        await _place_lost_board(press, arena, duel)


@on(Verb.PICK, late=Late.PRESSED)
async def pick(press: Press, services: Services, action: DuelAction) -> None:
    arena, duel, seat = await player(press, services, action.duel)
    question = _question(duel, seat, action.token)
    if question and duel.match is not None and duel.match.turn == action.turn:
        await press.reply.privately(confirm_pick(duel, action.turn, action.token, question))
        return
    await _seal(press, services, arena, action)


@on(Verb.CONFIRM, late=Late.PRESSED)
async def confirm(press: Press, services: Services, action: DuelAction) -> None:
    await _seal(press, services, await arena_for(press, services, action.duel), action)


@on(Verb.NUMBER, late=Late.FORM)
async def ask_number(press: Press, services: Services, action: DuelAction) -> None:
    _, duel, seat = await player(press, services, action.duel)
    match = duel.match
    if match is None or match.turn != action.turn or seat not in match.waiting:
        await show(press, services, duel, "That turn is over.")
        return
    choices = duel.room.offered(match, seat).choices
    if not isinstance(choices, NumberChoice):
        await show(press, services, duel, "No number is asked for here.")
        return
    form = number_form(NumberEntry(duel.id, match.turn, press.person), choices)
    if not await press.reply.open_form(form):
        await show(press, services, duel, PRESS_AGAIN)


@on.form(NumberEntry)
async def enter_number(press: Press, services: Services, entry: NumberEntry) -> None:
    """Picks the number that was typed, or says that it is none or out of reach; everything else is for the
    rules."""
    _, duel, seat = await player(press, services, entry.duel)
    problem = _problem(duel, seat, entry.turn, press.values)
    if problem:
        await show(press, services, duel, problem)
        return
    await pick(press, services, DuelAction(Verb.PICK, entry.duel, entry.turn, number_in(press.values)))


def _problem(duel: Duel, seat: Seat, turn: int, values: Sequence[str]) -> str:
    """Says what is wrong with a typed number, if it is asked for now."""
    match = duel.match
    if match is None or match.turn != turn or seat not in match.waiting:
        return ""
    asked, number = duel.room.offered(match, seat).choices, number_in(values)
    if not isinstance(asked, NumberChoice) or _fits(number, asked):
        return ""
    typed = as_text("".join(values))
    return f"“{typed}” is no {asked.noun}. A whole number, {asked.low} to {asked.high}."


def _fits(number: str, asked: NumberChoice) -> bool:
    return number.isdecimal() and asked.low <= int(number) <= asked.high


@on(Verb.BACK)
async def back(press: Press, services: Services, action: DuelAction) -> None:
    _, duel, _ = await player(press, services, action.duel)
    await show(press, services, duel)


@on(Verb.BELL)
async def ring(press: Press, services: Services, action: DuelAction) -> None:
    """Switches pings at new turns on or off, for all slow duels of this person."""
    arena, duel, _ = await player(press, services, action.duel)
    wanted = action.token == WISHED
    duel = await arena.set_bell(duel.id, press.person, on=wanted)
    await show(press, services, duel, BELL_ON if wanted else BELL_OFF)


async def _seal(press: Press, services: Services, arena: Arena, action: DuelAction) -> None:
    note = ""
    try:
        duel = await arena.pick(action.duel, press.person, action.token, action.turn)
    except Refused as refusal:
        if not press.is_private and press.guild is not None:
            raise
        duel, note = await arena.duel(action.duel), str(refusal)
    if note or not _is_on_board(press, duel):
        await show(press, services, duel, note)
        return
    await services.announcer.boards.show(press, duel)
    await _place_lost_board(press, arena, duel)


def _is_on_board(press: Press, duel: Duel) -> bool:
    """Tells whether this pick was made on the board of a game that is played there."""
    is_public = not press.is_private and press.guild is not None
    return is_public and not duel.room.hides and duel.board in (None, press.message)


async def _place_lost_board(press: Press, arena: Arena, duel: Duel) -> None:
    """Saves the place of a board that could not be saved before: a press on it tells where it is."""
    if duel.board is None and press.channel is not None:
        await arena.place(duel.id, press.channel, press.message)


async def player(press: Press, services: Services, number: int) -> tuple[Arena, Duel, Seat]:
    arena = await arena_for(press, services, number)
    duel = await arena.duel(number)
    if duel.match is None:
        raise Refused(NOT_BEGUN)
    return arena, duel, _seat(press, duel)


def _question(duel: Duel, seat: Seat, token: str) -> str | None:
    """Returns the question that is asked before a pick that a player may not mean."""
    if duel.match is None or not duel.room.asks:
        return None
    choice = duel.room.offered(duel.match, seat).choice(token)
    return choice.confirm if choice else None
