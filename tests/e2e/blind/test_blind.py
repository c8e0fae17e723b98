"""A duel of every game is played from its challenge to its end by two people who only listen: they press what
they heard by its spoken name, and after every turn they know what there is to know."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from bot.duels.duel import Duel
from games import GAMES
from games.engine import Seat
from games.match import AnyMatch
from games.room import AnyRoom
from games.screen import Names
from sandbox.people.person import Person
from tests.e2e.blind.ears import PRIVATE, Ears, keys, listen, messages, search
from tests.e2e.blind.games import bidbattle, digitduel, highlow, numbermatch, ten
from tests.support.databases import rows
from tests.support.evening import Evening

Heard: TypeAlias = Callable[[Ears], dict[str, Any]]
MOST_PICKS = 80
YES, NO = "Yes, I mean it", "No, go back"


@dataclass(frozen=True)
class Reader:
    """What can be understood of a game, and what is true of it."""

    heard: Heard
    heard_at_the_end: Heard
    true: Callable[[AnyMatch, Seat, Names], dict[str, Any]]
    true_at_the_end: Callable[[AnyMatch, Names], dict[str, Any]]


READERS = {
    module.__name__.rpartition(".")[2]: Reader(
        module.heard, module.heard_at_the_end, module.true, module.true_at_the_end
    )
    for module in (highlow, numbermatch, bidbattle, digitduel, ten)
}
every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path / 'gauntlet.db'}"


async def press(person: Person, label: str) -> None:
    """Presses a button that was heard."""
    assert f"{label}, button" in person.hears()
    await person.press(label)


async def sit_down(evening: Evening, room: AnyRoom, **terms: object) -> dict[str, Person]:
    """Ann challenges Bob. What each of them does next is what they hear that they can do."""
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash(f"duel {room.game.key}", opponent=bob, **terms)
    assert "Ann challenges @Bob." in bob.hears()
    await press(bob, "Accept")
    await ann.wait_for("accepted your challenge")
    assert any(line.startswith("@Ann, Bob accepted your challenge") for line in ann.hears())
    if room.hides:
        await press(ann, room.guide.verb)
    return {"Ann": ann, "Bob": bob}


async def duel_of(evening: Evening, person: Person) -> Duel:
    """The truth, when everybody was told of it."""
    await evening.bot.services.announcer.finish()
    ((number,),) = await rows(evening.address, "SELECT id FROM duels")
    return await evening.bot.services.arenas.arena(person.channel.guild_id).duel(number)


def names_in(duel: Duel, people: dict[str, Person]) -> Names:
    first, second = (next(n for n, p in people.items() if p.id == each) for each in duel.players or ())
    return first, second


def assert_understood(duel: Duel, people: dict[str, Person], listening: list[str]) -> None:
    """What these people understand is what is true."""
    match, reader, names = duel.match, READERS[duel.room.game.key], names_in(duel, people)
    assert match is not None
    for name in listening:
        ears = listen(people[name])
        if match.outcome is None:
            assert ears.to_pick == {names[seat] for seat in match.waiting}
            assert reader.heard(ears) == reader.true(match, 0 if names[0] == name else 1, names)
        else:
            assert ears.winner == names[match.outcome.winner]
            assert reader.heard_at_the_end(ears) == reader.true_at_the_end(match, names)


async def pick(person: Person, random: Random) -> None:
    """Picks something that was heard, and does not mean anything dangerous."""
    ears = listen(person)
    can = keys(ears.panel)[0] or keys(ears.board)[0]
    dangerous = [label for label in can if label.startswith("warning sign ")]
    if dangerous:
        await think_again(person, dangerous[0])
    is_bid = "Other bid…, button" in ears.panel and random.random() < 0.5
    if is_bid and await bid_all_and_think_again(person):
        return
    safe = [label for label in can if label not in dangerous]
    await press(person, random.choice(safe))


async def think_again(person: Person, label: str) -> None:
    """The question before a dangerous digit says what it would do."""
    ears = listen(person)
    total = ten.heard(ears)["totals"][person.name]
    await press(person, label)
    asked = search(r"Taking (\d) brings you to (\d+)\. Over 10 loses at once", newest(person))
    assert (asked[1], int(asked[2])) == (label[-1], total + int(label[-1]))
    assert f"{YES}, button" in person.hears()
    await press(person, NO)


async def bid_all_and_think_again(person: Person) -> bool:
    """The form says what may be entered, and the question before all of it what it would cost. It is not
    asked for the last item; then this is the bid."""
    points = bidbattle.heard(listen(person))["points"][person.name]
    await press(person, "Other bid…")
    *_, title, field = person.hears()
    assert title.startswith("Bid for item ")
    asked = search(r"^(A whole number from 1 to (\d+)), field$", field)
    assert int(asked[2]) == points
    await person.fill({asked[1]: str(points)})
    if f"{YES}, button" in person.hears():
        assert f"Bid all {points} points? If it wins, you have none left for " in newest(person)
        await press(person, NO)
        return False
    return True


def newest(person: Person) -> str:
    """The newest message that only this person hears."""
    return " ".join([message for message in messages(person) if message[0] == PRIVATE][-1])


async def play_by_ear(evening: Evening, people: dict[str, Person]) -> str:
    """Plays to the end, and returns the winner. Bob does not listen from his second pick to his third."""
    random, picks = Random(5), dict.fromkeys(people, 0)
    for _ in range(MOST_PICKS):
        duel = await duel_of(evening, people["Ann"])
        match, names = duel.match, names_in(duel, people)
        assert match is not None
        movers = [names[seat] for seat in match.waiting]
        is_away = picks["Bob"] == 2 and "Bob" not in movers
        assert_understood(duel, people, ["Ann"] if is_away else ["Ann", "Bob"])
        if match.outcome is not None:
            return names[match.outcome.winner]
        await pick(people[movers[-1]], random)
        picks[movers[-1]] += 1
    raise AssertionError("it never ended")


@every_game
async def test_a_duel_is_played_and_understood_by_ear(room: AnyRoom, evening: Evening) -> None:
    people = await sit_down(evening, room)
    winner = await play_by_ear(evening, people)
    for name, person in people.items():
        assert not room.hides or ("You won" if name == winner else "You lost") in listen(person).panel


@every_game
async def test_the_end_of_a_duel_that_is_not_rated_says_who_was_which_colour(
    room: AnyRoom, evening: Evening
) -> None:
    people = await sit_down(evening, room, rated=False)
    duel = await duel_of(evening, people["Ann"])
    before = listen(people["Ann"]).colours
    await evening.both_pick()
    await evening.bot.services.arenas.arena(duel.guild).resign(duel.id, people["Bob"].id)
    await people["Ann"].wait_for("Final, by resignation")
    assert listen(people["Ann"]).colours == before
