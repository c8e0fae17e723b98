"""The puzzle of the day on Discord: the question with its buttons, the answer, and a line to share."""

import re
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle
from discord.ui import LayoutView

from bot.puzzles import Sheet, Try
from bot.ui import errors
from bot.ui.presses.press import privately
from bot.ui.texts.messages import mention
from bot.ui.texts.render import in_rows, layout
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet

COLUMNS = 3
TEMPLATE = r"puzzle:(?P<verb>[a-z]{1,12}):(?P<day>[1-9][0-9]{5})(?::(?P<token>[a-z0-9]{1,12}))?"


class Verb(StrEnum):
    OPEN = "open"
    TRY = "try"
    SHARE = "share"


class PuzzleButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    def __init__(
        self, verb: str, day: date, label: str, token: str = "", style: ButtonStyle = ButtonStyle.secondary
    ) -> None:
        custom_id = f"puzzle:{verb}:{day.toordinal():06}" + (f":{token}" if token else "")
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=custom_id))
        self.verb = verb
        self.day = day
        self.token = token

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "PuzzleButton":
        label = getattr(item, "label", None) or "…"
        day = date.fromordinal(max(1, int(match["day"])))
        return cls(match["verb"], day, label, match["token"] or "")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            if self.verb == Verb.TRY:
                await _try(interaction, self.day, self.token)
            elif self.verb == Verb.SHARE:
                await _share(interaction, self.day)
            else:
                await show(interaction)
        except Exception as error:
            await errors.explain(interaction, error)


async def show(interaction: "discord.Interaction[Gauntlet]") -> None:
    """Today's, whichever day the button was from."""
    sheet = await interaction.client.house.puzzles.sheet(_guild(interaction), interaction.user.id)
    await interaction.response.send_message(view=page(sheet), ephemeral=True)


async def _try(interaction: "discord.Interaction[Gauntlet]", day: date, token: str) -> None:
    puzzles = interaction.client.house.puzzles
    note = ""
    try:
        sheet = await puzzles.answer(_guild(interaction), interaction.user.id, day, token)
    except Refused as refusal:
        if day != puzzles.today:
            raise
        sheet, note = await puzzles.sheet(_guild(interaction), interaction.user.id), str(refusal)
    await privately(interaction, page(sheet, note))


async def _share(interaction: "discord.Interaction[Gauntlet]", day: date) -> None:
    """The line is for everybody, in the channel where it was pressed."""
    sheet = await interaction.client.house.puzzles.share(_guild(interaction), interaction.user.id, day)
    silent = discord.AllowedMentions.none()
    await interaction.response.send_message(view=line(sheet, interaction.user.id), allowed_mentions=silent)


def page(sheet: Sheet, note: str = "") -> LayoutView:
    """The puzzle as one person sees it, before or after their try."""
    puzzle = sheet.puzzle
    title = f"### Puzzle of the day · {puzzle.title}"
    setting = "\n".join(puzzle.setting)
    said = f"**{note}**" if note else ""
    if sheet.tried is None:
        terms = f"-# One try. {_streak(sheet)}"
        return layout(title, setting, said, f"**{puzzle.question}**", terms, rows=_choices(sheet))
    share = [] if sheet.tried.shared else [[PuzzleButton(Verb.SHARE, sheet.day, "Share")]]
    small = "\n".join(
        (_solvers(sheet), f"-# {_streak(sheet)} The next puzzle comes <t:{int(sheet.ends)}:R>.")
    )
    explanation = "\n".join(puzzle.explanation)
    verdict = _verdict(sheet, sheet.tried)
    return layout(title, setting, puzzle.question, said, verdict, explanation, small, rows=share)


def line(sheet: Sheet, person: int) -> LayoutView:
    """What may be told without spoiling it for others."""
    solved = sheet.tried is not None and sheet.tried.solved
    what = "solved" if solved else "missed"
    streak = f" · streak {sheet.streak}" if sheet.streak > 1 else ""
    text = f"🧩 {mention(person)} {what} today's puzzle, {sheet.puzzle.title}{streak}"
    return layout(text, rows=[[PuzzleButton(Verb.OPEN, sheet.day, "Try it")]])


def _choices(sheet: Sheet) -> list[Any]:
    buttons = [
        PuzzleButton(Verb.TRY, sheet.day, choice.label, choice.token, ButtonStyle.primary)
        for choice in sheet.puzzle.choices
    ]
    return in_rows(buttons, COLUMNS if len(buttons) <= 5 * COLUMNS else 5)


def _verdict(sheet: Sheet, tried: Try) -> str:
    solution = sheet.puzzle.solution
    if tried.solved:
        return f"✅ **Right: {solution}.**"
    chosen = next((c.label for c in sheet.puzzle.choices if c.token == tried.token), tried.token)
    return f"❌ **You chose {chosen}. The answer is {solution}.**"


def _streak(sheet: Sheet) -> str:
    if not sheet.streak:
        return "Solve it to start a streak." if sheet.tried is None else "Tomorrow a new streak can start."
    return f"Your streak: {sheet.streak} {'day' if sheet.streak == 1 else 'days'}."


def _solvers(sheet: Sheet) -> str:
    if not sheet.solvers:
        return "-# Nobody here has solved it today."
    more = f" and {sheet.solvers - len(sheet.first)} more" if sheet.solvers > len(sheet.first) else ""
    return f"-# Solved here today by {', '.join(map(mention, sheet.first))}{more}."


def _guild(interaction: discord.Interaction[Any]) -> int:
    if interaction.guild_id is None:
        raise Refused("The puzzle is for servers. Use /puzzle there.")
    return interaction.guild_id
