"""Every message of a duel is small enough for Discord, whatever happens in the match and whoever plays."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.duels.duel import OVER, Duel, Ending, Notes, Reason, Status
from bot.duels.pace import PACES
from bot.ratings.model import Rating, RatingChange, Stake
from bot.ui.deck.deck import PICTURES, Deck, Emoji, emoji_title
from bot.ui.duels.cards import card
from bot.ui.duels.messages import public
from bot.ui.duels.panel import confirm_pick, panel
from bot.ui.mentions import names
from bot.ui.names import LONGEST, as_text
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES
from games.engine import SEATS
from games.levels import LEVELS
from games.match import AnyMatch
from games.room import AnyRoom
from games.screen import Names, NumberChoice, Screen
from tests.support.games.matches import played_out, randoms, rooms, somewhere, spec_of
from tests.support.project import SOAK

MOST_LETTERS, MOST_COMPONENTS = 2000, 40
"""Discord takes 4,000 characters; boards are to be read on a phone."""
ID = 10**19 - 1
"""As long as an id can be."""
NAMES = (as_text("*" * LONGEST), as_text("_" * LONGEST))
"""The longest names that somebody can have: every sign of them is escaped."""
NOTE = "That is not one of your picks now. Choose a whole number from 1 to 100."
CHANGES = (RatingChange(2500, -199, provisional=True), RatingChange(2500, -199, provisional=True))


def deck(*, on: bool) -> Deck:
    made = Deck()
    if on:
        made.turn_on({name: Emoji(ID, emoji_title(name)) for name in PICTURES})
    return made


DECKS = (deck(on=False), deck(on=True))


def components(parts: list[Wire]) -> Iterator[Wire]:
    """All parts of a message, those inside others included, as Discord counts them."""
    for part in parts:
        yield part
        yield from components([*part.get("components", ()), *filter(None, [part.get("accessory")])])


def check_size(sheet: Sheet) -> None:
    found = [*components([*sheet.parts])]
    assert len(found) < MOST_COMPONENTS
    assert sum(len(part.get("content", "")) for part in found) < MOST_LETTERS
    assert all(len(part["components"]) <= 5 for part in found if part["type"] == 1)
    assert all(len(part["label"]) <= 80 for part in found if "label" in part)
    assert all(len(part["custom_id"]) <= 100 for part in found if "custom_id" in part)


def duel(room: AnyRoom, random: Random, match: AnyMatch | None, status: Status) -> Duel:
    rival = random.choice((None, *LEVELS))
    stake = Stake(ID, Rating(2500.0), (199, -199), won=1000)
    return Duel(
        id=2**52 - 1,
        guild=ID,
        room=room,
        challenger=ID,
        challenged=random.choice((None, ID - 1)) if match is None and rival is None else ID - 1,
        pace=random.choice(PACES),
        rated=rival is None,
        secret=random.randbytes(32),
        created=2e9,
        notes=Notes(ID, ID, bells=(False, True), tally=(999_999, 999_999)),
        status=status,
        rival=rival.key if rival else None,
        rematch_of=random.choice((None, 1)),
        accepted="77",
        players=None if match is None else (ID, ID - 1),
        match=match,
        turn_began=2e9,
        stakes=(stake, stake) if match is None and rival is None else (),
    )


def called(random: Random, duel: Duel) -> Names:
    """By their mentions, or by the longest names."""
    return random.choice((names(duel), NAMES))


def check_unbegun(room: AnyRoom, random: Random, shown: Deck) -> None:
    for status in (Status.CHALLENGE, Status.DECLINED, Status.WITHDRAWN, Status.EXPIRED):
        asked = duel(room, random, None, status)
        check_size(public(asked, shown, called(random, asked)))


def check_live(room: AnyRoom, random: Random, match: AnyMatch, shown: Deck) -> None:
    live = duel(room, random, match, Status.LIVE)
    who = called(random, live)
    check_size(public(live, shown, who))
    check_size(card(live, ID, shown, who, locked=True))
    for seat in SEATS:
        check_size(panel(live, seat, who, shown, random.choice(("", NOTE))))
        for question in questions(room.show(match, seat, who)):
            check_size(confirm_pick(live, match.turn, "100", question))


def check_end(room: AnyRoom, random: Random, match: AnyMatch, shown: Deck) -> None:
    """Of a match played to its end, or of one that was not: resigned, out of time, or without a result."""
    status = Status.WON if match.outcome else random.choice(OVER)
    winner = match.outcome.winner if match.outcome else random.choice(SEATS)
    early = random.choice((Reason.RESIGNED, Reason.TIME, Reason.PLACE_GONE))
    reason = Reason.RULES if match.outcome else early
    if status is Status.WON and reason is Reason.PLACE_GONE:
        reason = Reason.TIME
    ending = Ending(winner if status is Status.WON else None, reason, 2e9)
    over = replace(duel(room, random, match, status), ending=ending, changes=random.choice((None, CHANGES)))
    who = called(random, over)
    check_size(public(over, shown, who))
    check_size(card(over, ID, shown, who))
    for seat in SEATS:
        check_size(panel(over, seat, who, shown, random.choice(("", NOTE))))


def questions(screen: Screen) -> list[str]:
    if isinstance(screen.choices, NumberChoice):
        return [screen.choices.confirm_high or ""]
    return [choice.confirm for choice in screen.choices if choice.confirm]


def check_all(room: AnyRoom, random: Random, match: AnyMatch) -> None:
    for shown in DECKS:
        check_unbegun(room, random, shown)
        check_end(room, random, match, shown)
        if match.outcome is None:
            check_live(room, random, match, shown)


@settings(max_examples=3000 if SOAK else 150)
@given(rooms, randoms)
def test_every_message_of_a_duel_is_small_enough_wherever_it_stands(room: AnyRoom, random: Random) -> None:
    check_all(room, random, somewhere(room, random))


@settings(max_examples=100 if SOAK else 5)
@given(rooms, randoms)
def test_every_message_of_a_whole_match_is_small_enough(room: AnyRoom, random: Random) -> None:
    match = played_out(room, random)
    for turn in range(1, match.turn + 1):
        check_all(room, random, match.at(turn))
    check_all(room, random, match)


@pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
def test_every_message_of_the_longest_match_is_small_enough(room: AnyRoom) -> None:
    match: AnyMatch = spec_of(room).longest(1)
    check_all(room, Random(1), match)


@given(st.integers(0, 60))
def test_what_is_inside_of_other_parts_is_counted(count: int) -> None:
    row = {"type": 1, "components": [{"type": 2}] * count}
    section = {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": {"type": 2}}
    assert len([*components([{"type": 17, "components": [row, section]}])]) == count + 5
