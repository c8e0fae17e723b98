"""One player's private message: what only they may know, what they can pick, and what they wait for."""

from collections.abc import Sequence

from bot.duels.duel import Duel, Status
from bot.ui.buttons import button, danger, more_button, rules_button
from bot.ui.deck.deck import Deck
from bot.ui.ids import Verb
from bot.ui.mentions import link
from bot.ui.render import in_rows, layout, lines, small_line
from bot.ui.texts.duels.board import due, facts, rows
from bot.ui.texts.duels.keypad import beside_keys, keypad
from bot.ui.texts.more.endings import stage, told_to
from bot.ui.texts.more.menu import bell
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import Seat
from games.match import AnyMatch
from games.screen import Card, Names, NumberChoice, Piece, Row, Screen

ACCENT = 0x5865F2
"""Another colour than that of boards, so that the two are not taken for one another."""
QUICK_COLUMNS = 2
LOCKED = "Locked in. "


def panel(duel: Duel, seat: Seat, called: Names, deck: Deck, note: str = "") -> Sheet:
    """`called` are the players' names by seat, since mentions show none here."""
    match = duel.match
    if match is None:
        return layout("This duel hasn't begun.", accent=ACCENT)
    screen = duel.room.show(match, seat, called)
    if duel.status is not Status.LIVE:
        return _over(duel, seat, screen, told_to(duel, seat, called), note)
    heading, awaited = _now(duel, match.sealed[seat], screen)
    small = small_line(facts(screen.facts, deck) or duel.room.guide.aim, awaited)
    return layout(
        f"### {deck.colours[seat]} {heading}",
        f"**{note}**" if note else "",
        lines(" ".join(screen.news), rows(_beside_keys(screen), deck) if screen.rows else ""),
        small,
        rows=_buttons(duel, match, seat, screen, deck),
        accent=ACCENT,
    )


def _now(duel: Duel, sealed: str | None, screen: Screen) -> tuple[str, str]:
    """What a player has to do or has done; and until when it is due, or whom they wait for."""
    if sealed is not None:
        return f"Locked in: {sealed}", screen.prompt.removeprefix(LOCKED)
    return screen.prompt, due(duel) if screen.choices else ""


def _beside_keys(screen: Screen) -> Sequence[Row]:
    """The rows that say more than the keys: not a hand whose every card is a key."""
    if not screen.choices:
        return screen.rows
    keys = {choice.token for choice in screen.offered}
    return [row for row in screen.rows if not keys.issuperset(map(_token, row.pieces))]


def _token(piece: Piece) -> str:
    return str(piece.value) if isinstance(piece, Card) else ""


def _over(duel: Duel, seat: Seat, screen: Screen, how: str, note: str) -> Sheet:
    """The board has the result and the buttons, so this says only what its player has not seen yet."""
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
    """The picks, and beside or below them what else can be pressed: words make the keys wide where there are
    no pictures, and a row of two keys has no room."""
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
    """Quick ones, and below them a form. The label begins with what is asked for: a bid."""
    quick = [button(Verb.PICK, duel, each.label, turn, str(each.number), main=True) for each in choices.quick]
    what = choices.label.partition(" ")[0].lower()
    return [*in_rows(quick, QUICK_COLUMNS), [button(Verb.NUMBER, duel, f"Other {what}…", turn)]]


def confirm_pick(duel: Duel, turn: int, token: str, question: str) -> Sheet:
    return _question(
        question,
        danger(Verb.CONFIRM, duel.id, "Yes, I mean it", turn, token),
        button(Verb.BACK, duel.id, "No, go back", turn),
    )


def _question(text: str, *answers: Wire) -> Sheet:
    return layout(f"**{text}**", rows=[answers], accent=ACCENT)
