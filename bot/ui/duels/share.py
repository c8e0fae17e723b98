"""A player shows everybody how a finished duel went: once, with its review and the picture of its course."""

from functools import partial
from io import BytesIO

import discord

from bot.duels.duel import Duel
from bot.history.reviews import picture_of
from bot.services import Services
from bot.ui.buttons import button
from bot.ui.deck.deck import Deck
from bot.ui.duels.endings import shared
from bot.ui.duels.pieces import seat_mark
from bot.ui.handlers import Handlers, arena_of
from bot.ui.ids import DuelAction, Verb
from bot.ui.names import at_start
from bot.ui.pictures import drawn
from bot.ui.render import gallery, layout
from bot.ui.wire.press import Press
from bot.ui.wire.reply import Late
from bot.ui.wire.sheet import Sheet
from games.engine import SEATS
from games.review.review import Review
from games.review.steps import Highlights, highlights
from games.screen import Names

FILE = "course.png"
DONE = "Shared below."

on = Handlers()


@on(Verb.SHARE, holds=False, late=Late.PRESSED)
async def share(press: Press, services: Services, action: DuelAction) -> None:
    """Posts the card of a duel. The right to share is given back if it could not be posted."""
    arena = arena_of(press, services)
    duel = await arena.share(action.duel, press.person)
    posted = False
    try:
        await press.reply.wait()
        posted = await _post(press, services, duel)
    finally:
        if not posted:
            await arena.unshare(duel.id)


async def _post(press: Press, services: Services, duel: Duel) -> bool:
    called = await services.people.called(duel)
    by = called[duel.seat_of(press.person) or 0]
    review = await _review(press, services, duel, called)
    png = None if review is None else await _picture(press, services, duel, review)
    found = None if review is None else highlights(review)
    words = None if review is None or png is None else picture_of(review).words(*called)
    files = [] if png is None else [discord.File(BytesIO(png), FILE)]
    await press.reply.post(card(duel, called, by, services.deck, found, words), files=files)
    return True


async def _review(press: Press, services: Services, duel: Duel, called: Names) -> Review | None:
    """Returns the review; None for a game that can't be reviewed."""
    if duel.room.judge is None or duel.match is None:
        return None
    async with services.queues.reviews.place(press.person, press.guild):
        return await services.reviews.review(duel.id, duel.match, duel.room, called)


async def _picture(press: Press, services: Services, duel: Duel, review: Review) -> bytes | None:
    """Returns a PNG; None where nothing swung, because a straight line tells nothing."""
    if not review.swung:
        return None
    return await services.reviews.picture(duel.id, review, partial(drawn, press, services))


def card(
    duel: Duel, called: Names, by: str, deck: Deck, found: Highlights | None, picture: str | None
) -> Sheet:
    """Makes the card: `by` is what the person is called who shares it; `found` is what its review found, if
    the game has one; `picture` describes the picture, if there is one."""
    reviewed = [] if found is None else [button(Verb.REVIEW, duel.id, "Review")]
    return layout(
        shared(duel, called, deck.mark("trophy")),
        *([] if found is None else _found(called, found, deck)),
        *([] if picture is None else [gallery(FILE, picture)]),
        f"-# Shared by {by}",
        rows=[[*reviewed, button(Verb.FAIR, duel.id, "Fair play")]],
    )


def _found(called: Names, found: Highlights, deck: Deck) -> list[str]:
    """Says how accurately both played, and where it turned."""
    players = (
        f"{seat_mark(seat, deck)} {at_start(called[seat])}: {found.accuracies[seat]}" for seat in SEATS
    )
    return ["\n".join(players), f"**Turning point**\n{found.turning}" if found.charted else ""]
