"""A match is the same, press by press and on every screen, whether presses are answered directly or first
acknowledged."""

from random import Random

import pytest

from games import GAMES
from games.room import AnyRoom
from sandbox.people.person import Person, Reply
from sandbox.people.screen import Control, Seen, field_labels
from tests.support.evening import (
    LONGEST_MATCH,
    MORE,
    OPENER,
    board_of,
    labels,
    picks_of,
    place_to_pick,
)
from tests.support.late.twice import Stage, Twice

EVERY_GAME = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)
ANSWERS = ("duel:pick:", "duel:confirm:", "duel:number:", "duel:back:")
LEVEL = "sprout"


async def begin(stage: Stage, game: str, **options: object) -> None:
    """Ann challenges Bob, and he accepts; both get a panel where the game hides something."""
    stage.wait()
    await stage.do(stage.ann.slash, f"duel {game}", opponent=stage.bob, **options)
    stage.wait()
    await stage.do(stage.bob.press, "Accept")
    await open_panels(stage, stage.ann, stage.bob)


async def open_panels(stage: Stage, *people: Person) -> None:
    """They press what opens a panel; a board that is played on has nothing of the kind."""
    for person in people:
        openers = [each for each in board_of(person).buttons if each.custom_id.startswith(OPENER)]
        if openers:
            await stage.do(person.press, openers[0].custom_id, on=board_of(person))


def answers_on(seen: Seen) -> list[Control]:
    """What can be answered there: picks, a question about one, a number to be typed."""
    return [each for each in seen.buttons if each.custom_id.startswith(ANSWERS) and not each.disabled]


async def pick(stage: Stage, person: Person, random: Random) -> None:
    """Presses anything that may lead to a pick, and fills in the form if one opens."""
    place = place_to_pick(person)
    reply = await stage.do(person.press, random.choice(answers_on(place)).custom_id, on=place)
    if reply.form is not None:
        (label,) = field_labels(reply.form)
        await stage.do(person.fill, {label: str(random.choice((0, 1, 5, 13, 30)))})


async def play(stage: Stage, random: Random, *people: Person) -> None:
    """Plays a match to its end, in any order."""
    for _ in range(LONGEST_MATCH):
        if "Rematch" in labels(board_of(stage.cleo)):
            return
        await pick(stage, random.choice([each for each in people if picks_of(each)]), random)
    raise AssertionError(f"The match goes on and on.\n{stage.cleo.sees()}")


async def both_pick(stage: Stage, random: Random) -> None:
    """Plays on until whoever leaves loses."""
    while "Call it off" in labels(await more(stage, stage.ann)):
        person = next(each for each in (stage.ann, stage.bob) if picks_of(each))
        await pick(stage, person, random)


async def more(stage: Stage, person: Person) -> Seen:
    """What is behind the newest *More*."""
    return shown(await stage.do(person.press, MORE))


def shown(reply: Reply) -> Seen:
    assert reply.message is not None
    return reply.message


@pytest.mark.parametrize(("seed", "take_up"), [(1, "Accept"), (2, "Rematch")])
@EVERY_GAME
async def test_a_match_a_rematch_and_a_resignation_are_the_same_on_every_screen(
    room: AnyRoom, seed: int, take_up: str, twice: Twice
) -> None:
    async def story(stage: Stage) -> None:
        random, ann, bob = Random(seed), stage.ann, stage.bob
        await begin(stage, room.game.key)
        await stage.do(stage.cleo.press, vote_on(board_of(stage.cleo)), on=board_of(stage.cleo))
        await play(stage, random, ann, bob)
        stage.wait()
        over = board_of(bob)
        await stage.do(bob.press, "Rematch", on=over)
        await stage.do(ann.press, take_up, on=over if take_up == "Rematch" else board_of(ann))
        await open_panels(stage, *(each for each in (ann, bob) if not picks_of(each)))
        await both_pick(stage, random)
        question = await stage.do(bob.press, "Resign", on=await more(stage, bob))
        await stage.do(bob.press, "Resign", on=shown(question))

    await twice.tell(story)


def vote_on(board: Seen) -> str:
    """The custom id of the first button for votes."""
    return next(each.custom_id for each in board.buttons if ":vote:" in each.custom_id)


@EVERY_GAME
async def test_a_match_against_the_computer_is_the_same_on_every_screen(room: AnyRoom, twice: Twice) -> None:
    async def story(stage: Stage) -> None:
        await stage.do(stage.ann.slash, f"duel {room.game.key}", level=LEVEL)
        await stage.do(stage.ann.press, "Begin")
        await play(stage, Random(3), stage.ann)
        await stage.do(stage.ann.press, "Rematch", on=board_of(stage.ann))

    await twice.tell(story)
