"""The puzzle of the day on Discord: the question with its buttons, the answer, and a line to share."""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Annotated

from bot.puzzles import PuzzleView, Try
from bot.services import Services
from bot.ui.buttons import press_button, rules_button
from bot.ui.handlers import Handlers
from bot.ui.ids import CustomId, Format, Token, Word
from bot.ui.render import dotted, in_rows, layout, plural
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games import room_called
from games.engine import Refused, value

COLUMNS = 3
SOLVED = "🧩 {name} solved today's puzzle, {title}"
MISSED = "🧩 {name} missed today's puzzle, {title}"
STREAK, STREAK_OF_ONE = "Your streak: {count} days.", "Your streak: {count} day."
SOLVED_BY = "-# Solved here today by {names}."
SOLVED_BY_MORE = "-# Solved here today by {names} and {more} more."

on = Handlers()


class PuzzleVerb(StrEnum):
    OPEN = "open"
    TRY = "try"
    SHARE = "share"


def _in_digits(day: date) -> str:
    return f"{day.toordinal():06}"


@value
class PuzzleAction(CustomId):
    """Asks to do something with the puzzle of a day; a try carries its answer."""

    word = "puzzle"

    verb: Word
    day: Annotated[date, Format("[1-9][0-9]{5}", lambda said: date.fromordinal(int(said)), _in_digits)]
    token: Token = ""


@on.component(PuzzleAction)
async def act(press: Press, services: Services, action: PuzzleAction) -> None:
    if action.verb == PuzzleVerb.TRY:
        await _try(press, services, action.day, action.token)
    elif action.verb == PuzzleVerb.SHARE:
        await _share(press, services, action.day)
    else:
        await show(press, services)


async def show(press: Press, services: Services) -> None:
    """Shows today's puzzle, whichever day the button was from."""
    async with services.queues.puzzles.place(press.person, press.guild):
        seen = await services.puzzles.view(_guild(press), press.person)
    await press.reply.send(page(seen, await _names(press, services, seen)), private=True)


async def _try(press: Press, services: Services, day: date, token: str) -> None:
    note = ""
    async with services.queues.puzzles.place(press.person, press.guild):
        try:
            seen = await services.puzzles.answer(_guild(press), press.person, day, token)
        except Refused as refusal:
            if day != services.puzzles.today:
                raise
            seen, note = await services.puzzles.view(_guild(press), press.person), str(refusal)
    await press.reply.privately(page(seen, await _names(press, services, seen), note))


async def _share(press: Press, services: Services, day: date) -> None:
    """Posts the line for everybody, in the channel of the press, and takes the button away."""
    async with services.queues.puzzles.place(press.person, press.guild):
        seen = await services.puzzles.share(_guild(press), press.person, day)
    await press.reply.privately(page(seen, await _names(press, services, seen)))
    names = await services.people.names(_guild(press), [press.person])
    await press.reply.post(line(seen, names[press.person]))


async def _names(press: Press, services: Services, seen: PuzzleView) -> list[str]:
    """Returns what the first people are called who solved it."""
    names = await services.people.names(_guild(press), seen.first)
    return [names[person] for person in seen.first]


def page(seen: PuzzleView, first: Sequence[str], note: str = "") -> Sheet:
    """Shows the puzzle as one person sees it, before or after their try."""
    puzzle = seen.puzzle
    title = f"### Puzzle of the day · {puzzle.title}"
    setting = "\n".join(puzzle.setting)
    said = f"**{note}**" if note else ""
    if seen.tried is None:
        terms = f"-# One try. {_streak(seen)}"
        rows = [*_choices(seen), _rules(seen)]
        return layout(title, setting, said, f"**{puzzle.question}**", terms, rows=filter(None, rows))
    share = [] if seen.tried.shared else [press_button(PuzzleAction(PuzzleVerb.SHARE, seen.day), "Share")]
    rows = [[*share, *_rules(seen)]]
    small = "\n".join(
        (_solvers(seen, first), f"-# {_streak(seen)} The next puzzle comes <t:{int(seen.ends)}:R>.")
    )
    explanation = "\n".join(puzzle.explanation)
    verdict = _verdict(seen, seen.tried)
    texts = (title, setting, puzzle.question, said, verdict, explanation, small)
    return layout(*texts, rows=filter(None, rows))


def line(seen: PuzzleView, name: str) -> Sheet:
    """Says what may be told without spoiling it for others."""
    solved = seen.tried is not None and seen.tried.solved
    text = (SOLVED if solved else MISSED).format(name=name, title=seen.puzzle.title)
    text = dotted(text, f"streak {seen.streak}" if seen.streak > 1 else "")
    return layout(text, rows=[[press_button(PuzzleAction(PuzzleVerb.OPEN, seen.day), "Try it")]])


def _choices(seen: PuzzleView) -> list[list[Wire]]:
    buttons = [
        press_button(PuzzleAction(PuzzleVerb.TRY, seen.day, choice.token), choice.label)
        for choice in seen.puzzle.choices
    ]
    return in_rows(buttons, COLUMNS if len(buttons) <= 5 * COLUMNS else 5)


def _rules(seen: PuzzleView) -> list[Wire]:
    room = room_called(seen.puzzle.game)
    return [] if room is None else [rules_button(room)]


def _verdict(seen: PuzzleView, tried: Try) -> str:
    solution = seen.puzzle.solution
    if tried.solved:
        return f"✅ **Right: {solution}.**"
    chosen = next((c.label for c in seen.puzzle.choices if c.token == tried.token), tried.token)
    return f"❌ **You chose {chosen}. The answer is {solution}.**"


def _streak(seen: PuzzleView) -> str:
    if not seen.streak:
        return "Solve it to start a streak." if seen.tried is None else "Tomorrow a new streak can start."
    return plural(seen.streak, STREAK_OF_ONE, STREAK)


def _solvers(seen: PuzzleView, first: Sequence[str]) -> str:
    if not seen.solvers:
        return "-# Nobody here has solved it today."
    more = seen.solvers - len(seen.first)
    return (SOLVED_BY_MORE if more > 0 else SOLVED_BY).format(names=", ".join(first), more=more)


def _guild(press: Press) -> int:
    if press.guild is None:
        raise Refused("The puzzle is for servers. Use /puzzle there.")
    return press.guild
