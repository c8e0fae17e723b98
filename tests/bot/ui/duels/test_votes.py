"""What a board says of the votes once they are closed."""

from dataclasses import replace

import pytest

from bot.duels.duel import Ending, Reason, Status, Tally
from bot.ui.duels.votes import opinion
from games.engine import Seat
from tests.support.arenas import ArenaRig

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("tally", "winner", "text"),
    [
        ((7, 3), 0, "7 of 10 who voted foresaw it."),
        ((7, 3), 1, "3 of 10 who voted foresaw it."),
        ((2, 0), 0, "2 of 2 who voted foresaw it."),
        ((2, 0), 1, "None of 2 who voted foresaw it."),
        ((0, 1), 1, "The one who voted foresaw it."),
        ((0, 1), 0, "The one who voted did not see it coming."),
        ((7, 3), None, "Votes of those who watch: 7 for Ann, 3 for Ben"),
        ((0, 0), 0, ""),
    ],
)
async def test_the_end_tells_how_many_foresaw_it(
    tally: Tally, winner: Seat | None, text: str, rig: ArenaRig
) -> None:
    status = Status.VOID if winner is None else Status.WON
    duel = (await rig.duel()).noted(tally=tally)
    over = replace(duel, status=status, ending=Ending(winner, Reason.TIME, 1.0))
    assert opinion(over, NAMES) == text


async def test_while_the_vote_is_open_its_buttons_say_how_it_stands(rig: ArenaRig) -> None:
    assert opinion((await rig.duel()).noted(tally=(7, 3)), NAMES) == ""
