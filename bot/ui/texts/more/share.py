"""The card of a duel that a player shares: who won, how well both played, where it turned."""

from bot.duels.duel import Duel, Reason
from bot.ui.buttons import button
from bot.ui.deck.deck import Deck
from bot.ui.ids import Verb
from bot.ui.names import at_start
from bot.ui.render import gallery, layout
from bot.ui.texts.duels.pieces import seat_mark
from bot.ui.wire.sheet import Sheet
from games.engine import SEATS, other
from games.review.steps import Highlights
from games.screen import Names

FILE = "course.png"
HOW = {Reason.RESIGNED: ", who resigned", Reason.TIME: ", who ran out of time"}


def card(
    duel: Duel, called: Names, by: str, deck: Deck, found: Highlights | None, picture: str | None
) -> Sheet:
    """`by` is what the person is called who shares it; `found` is what its review found, if the game has one;
    `picture` describes the picture, if there is one."""
    reviewed = [] if found is None else [button(Verb.REVIEW, duel.id, "Review")]
    return layout(
        _result(duel, called, deck),
        *([] if found is None else _found(called, found, deck)),
        *([] if picture is None else [gallery(FILE, picture)]),
        f"-# Shared by {by}",
        rows=[[*reviewed, button(Verb.FAIR, duel.id, "Fair play")]],
    )


def _found(called: Names, found: Highlights, deck: Deck) -> list[str]:
    """How accurately both played, and where it turned."""
    players = (
        f"{seat_mark(seat, deck)} {at_start(called[seat])}: {found.accuracies[seat]}" for seat in SEATS
    )
    return ["\n".join(players), f"**Turning point**\n{found.turning}" if found.charted else ""]


def _result(duel: Duel, called: Names, deck: Deck) -> str:
    if duel.ending is None or duel.ending.winner is None:
        return f"## {duel.room.game.title}: no result"
    winner, loser = called[duel.ending.winner], called[other(duel.ending.winner)]
    against = f"{duel.room.game.title} against {loser}{HOW.get(duel.ending.reason, '')}"
    return f"## {deck.mark('trophy')} {at_start(winner)} wins\n-# {against}"
