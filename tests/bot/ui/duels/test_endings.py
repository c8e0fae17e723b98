"""How a duel ended is said in the same words wherever it is told, from the view of the reader."""

from dataclasses import replace

import pytest

from bot.duels.duel import Duel, Ending, Reason, Status
from bot.ui.deck.deck import Deck
from bot.ui.duels.endings import headline, on_card, shared, stage, told_to
from bot.ui.duels.panel import panel
from bot.ui.names import FORMER
from games.engine import Seat
from games.screen import Screen
from sandbox.messages.mentions import texts_of
from tests.support.arenas import HIGHLOW, ArenaRig

CALLED = (FORMER, "Ben")
SCREEN = Screen("Title", "Stage", ending="wins 3–2")


def ended(duel: Duel, reason: Reason, winner: Seat | None) -> Duel:
    status = Status.VOID if winner is None else Status.WON
    return replace(duel, status=status, ending=Ending(winner, reason, 1.0))


@pytest.mark.parametrize(
    ("reason", "winner", "beside", "public", "told"),
    [
        (Reason.RULES, 0, "Final", "## W A former player wins 3–2", ("", "")),
        (
            Reason.RESIGNED,
            1,
            "Final, by resignation",
            "## W Ben wins",
            ("You resigned.", "A former player resigned."),
        ),
        (
            Reason.TIME,
            0,
            "Final, on time",
            "## W A former player wins",
            ("Ben ran out of time.", "You ran out of time."),
        ),
        (
            Reason.TIME,
            None,
            "Called off",
            "**Called off: time ran out before both had picked.** Nobody won or lost.",
            2 * ("Time ran out before both had picked. Nobody won or lost.",),
        ),
        (
            Reason.RESIGNED,
            None,
            "Called off",
            "**Called off: one of them left before both had picked.** Nobody won or lost.",
            2 * ("One of you left before both had picked. Nobody won or lost.",),
        ),
        (
            Reason.PLACE_GONE,
            None,
            "No result",
            "**No result: its place is gone.**",
            2 * ("Its place is gone.",),
        ),
    ],
)
async def test_everybody_is_told_how_it_ended_and_the_loser_is_spoken_to(
    reason: Reason,
    winner: Seat | None,
    beside: str,
    public: str,
    told: tuple[str, str],
    on_sqlite: ArenaRig,
) -> None:
    duel = ended(await on_sqlite.duel(), reason, winner)
    assert stage(duel) == beside
    assert headline(duel, SCREEN, CALLED, "W") == public
    assert [told_to(duel, seat, CALLED) for seat in (0, 1)] == [*told]


async def test_a_card_and_what_is_shared_say_who_lost_and_how(on_sqlite: ArenaRig) -> None:
    late = ended(await on_sqlite.duel(), Reason.TIME, 1)
    assert on_card(late, CALLED, "W") == "W **Ben** won against a former player, who ran out of time."
    title = HIGHLOW.game.title
    assert (
        shared(late, CALLED, "W") == f"## W Ben wins\n-# {title} against a former player, who ran out of time"
    )
    void = ended(late, Reason.TIME, None)
    assert on_card(void, CALLED, "W") == "A former player against Ben: no result."
    assert shared(void, CALLED, "W") == f"## {title}: no result"


async def test_who_has_picked_is_told_for_whom_they_wait(on_sqlite: ArenaRig) -> None:
    duel = await on_sqlite.duel()
    assert duel.match is not None
    token = str(duel.match.legal_moves(0)[0])
    picked = replace(duel, match=duel.match.submit(0, token, 1))
    shown = "\n".join(texts_of({"components": panel(picked, 0, ("Ann", "Ben"), Deck()).parts}))
    assert f"Locked in: {token}" in shown
    assert "Waiting for Ben." in shown
