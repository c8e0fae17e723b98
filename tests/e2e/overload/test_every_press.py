"""Every button, list, form and command ends on the same screens when it is acknowledged before its answer."""

from discord import AppCommandType
from discord.app_commands import Command

from bot.client import Gauntlet
from bot.router import find, routes
from bot.ui.wire.press import Kind
from bot.ui.wire.reply import Late
from games import GAMES
from games.puzzles.daily import puzzle_of
from sandbox.people.person import Person
from sandbox.wire import InteractionType
from tests.e2e.overload.test_same_screens import LEVEL, begin, more, shown, vote_on
from tests.support.evening import board_of, panel_of, picks_of, place_to_pick
from tests.support.finished_duels import NOVEMBER, FinishedDuel, insert_duels
from tests.support.late.twice import Stage, Telling, Twice

MENU = "Challenge to a duel"
KINDS = {InteractionType.COMPONENT: Kind.COMPONENT, InteractionType.MODAL_SUBMIT: Kind.FORM}
SLOW = "a day per pick"


async def test_every_kind_of_press_and_every_command_ends_on_the_same_screens(twice: Twice) -> None:
    commands: set[str] = set()

    async def story(stage: Stage) -> None:
        await past_duels(stage)
        for part in (challenges, computer, number, question, afterwards, pages, own_data, preferences):
            await part(stage)
        await settings(stage)
        commands.update(commands_of(stage.evening.bot))

    late = await twice.tell(story)
    assert routes_in(late) == {key for key, route in routes().items() if route.late is not Late.FORM}
    assert {name for kind, name in late.deferred if kind is InteractionType.COMMAND} == commands


def commands_of(bot: Gauntlet) -> set[str]:
    """The names of all commands, with their groups, and of what stands in menus."""
    kinds = (AppCommandType.user, AppCommandType.message)
    menus = {each.qualified_name for kind in kinds for each in bot.tree.get_commands(type=kind)}
    return menus | {each.qualified_name for each in bot.tree.walk_commands() if isinstance(each, Command)}


def routes_in(late: Telling) -> set[object]:
    """The routes of all presses that were acknowledged before they were answered."""
    table = routes()
    pressed = [(KINDS[kind], name) for kind, name in late.deferred if kind in KINDS]
    found = [find(table, kind, custom_id) for kind, custom_id in pressed]
    routed = [each[0] for each in found if each is not None]
    return {key for key, route in table.items() if route in routed}


async def past_duels(stage: Stage) -> None:
    """Ann has beaten Bob so often that it takes two pages."""
    services = stage.evening.bot.services
    (guild,) = stage.evening.sandbox.world.guilds
    played = [
        FinishedDuel(stage.ann.id, stage.bob.id, NOVEMBER + number, "ten", guild) for number in range(12)
    ]
    await insert_duels(services.database, played)
    await services.ledger.catch_up()


async def challenges(stage: Stage) -> None:
    """Of every game, and from the menu of a person; taken back or declined."""
    ann, bob = stage.ann, stage.bob
    for room in GAMES:
        stage.wait()
        await stage.do(ann.slash, f"duel {room.game.key}", opponent=bob)
        await stage.do(ann.press, "Withdraw", on=board_of(ann))
    stage.wait()
    asked = await stage.do(ann.menu, MENU, bob)
    await stage.do(ann.press, GAMES[0].game.title, on=shown(asked))
    await stage.do(bob.press, "Decline", on=board_of(bob))


async def computer(stage: Stage) -> None:
    """It takes up a challenge to anyone, and is asked for by a button."""
    ann = stage.ann
    stage.wait()
    await stage.do(ann.slash, "duel ten")
    asked = await stage.do(ann.press, "Play the computer", on=board_of(ann))
    await stage.do(ann.press, shown(asked).buttons[0].custom_id, on=shown(asked))
    question = await stage.do(ann.slash, "resign")
    await stage.do(ann.press, "Call it off", on=shown(question))
    stage.wait()
    asked = await stage.do(ann.press, "Play the computer", on=shown(await stage.do(ann.slash, "help")))
    asked = await stage.do(ann.press, GAMES[0].game.title, on=shown(asked))
    await stage.do(ann.press, f"play:{GAMES[0].game.key}:{LEVEL}", on=shown(asked))
    await stage.do(ann.press, "Withdraw", on=board_of(ann))


async def number(stage: Stage) -> None:
    """A number is typed, pings are switched off, and a duel is called off, at second thought."""
    ann, bob = stage.ann, stage.bob
    await begin(stage, "bidbattle", pace=SLOW)
    await stage.do(ann.press, "Other bid…", on=panel_of(ann))
    await stage.do(ann.fill, {"A whole number from 1 to 100": "42"})
    await stage.do(bob.slash, "duels")
    await stage.do(bob.slash, "hand")
    menu = await more(stage, bob)
    bell = next(each.custom_id for each in menu.buttons if ":bell:" in each.custom_id)
    await stage.do(bob.press, bell, on=menu)
    await call_off(stage, bob, "No, go back")
    await call_off(stage, bob, "Call it off")


async def call_off(stage: Stage, person: Person, answer: str) -> None:
    question = await stage.do(person.press, "Call it off", on=await more(stage, person))
    await stage.do(person.press, answer, on=shown(question))


async def question(stage: Stage) -> None:
    """A dangerous pick is asked about, and ends the duel."""
    await begin(stage, "ten")
    cleo = stage.cleo
    await stage.do(cleo.press, vote_on(board_of(cleo)), on=board_of(cleo))
    for label in ("9", "8", "2", "Yes, I mean it"):
        person = next(each for each in (stage.ann, stage.bob) if picks_of(each))
        await stage.do(person.press, label, on=place_to_pick(person))


async def afterwards(stage: Stage) -> None:
    """What a board offers when its duel is over."""
    ann, bob, board = stage.ann, stage.bob, board_of(stage.ann)
    review = shown(await stage.do(ann.press, "Review", on=board))
    for label in ("Step by step", "Next", "Summary"):
        await stage.do(ann.press, label, on=review)
    await stage.do(bob.press, "Fair play", on=shown(await stage.do(bob.press, "More", on=board)))
    await stage.do(bob.press, "Share", on=board)
    stage.wait()
    await stage.do(bob.press, "Rematch", on=board)
    await stage.do(ann.press, "Decline", on=board_of(ann))


async def pages(stage: Stage) -> None:
    ann = stage.ann
    helped = await stage.do(ann.slash, "help")
    await stage.do(ann.press, "All commands", on=shown(helped))
    await stage.do(ann.slash, "rules", game="ten")
    await stage.do(ann.slash, "about")
    await stage.do(ann.slash, "profile")
    listed = shown(await stage.do(ann.slash, "history"))
    await stage.do(ann.choose, "Open a duel", listed.lists[0].options[0][1], on=listed)
    await stage.do(ann.press, "Older", on=listed)
    await stage.do(ann.press, "This month", on=shown(await stage.do(ann.slash, "leaderboard")))
    puzzle = puzzle_of(stage.evening.bot.services.puzzles.today.toordinal())
    asked = shown(await stage.do(ann.slash, "puzzle"))
    await stage.do(ann.press, "Rules", on=asked)
    await stage.do(ann.press, puzzle.solution, on=asked)
    await stage.do(ann.press, "Share", on=asked)


async def own_data(stage: Stage) -> None:
    ann, cleo = stage.ann, stage.cleo
    await stage.do(ann.slash, "privacy")
    await stage.do(ann.slash, "mydata export")
    await stage.do(ann.press, "Keep it", on=shown(await stage.do(ann.slash, "mydata delete")))
    await stage.do(cleo.press, "Delete my data", on=shown(await stage.do(cleo.slash, "mydata delete")))


async def preferences(stage: Stage) -> None:
    ann = stage.ann
    await stage.do(ann.slash, "notify", on=False)
    await stage.do(ann.slash, "block", person=stage.cleo)
    await stage.do(ann.slash, "unblock", person=stage.cleo)


async def settings(stage: Stage) -> None:
    boss = stage.max
    panel = shown(await stage.do(boss.slash, "settings"))
    await stage.do(boss.press, "Rated: on", on=panel)
    await stage.do(boss.choose, "settings:pace", SLOW.capitalize(), on=panel)
