"""A person's own data: the file of it, and the question before it is deleted."""

import re
from enum import StrEnum
from io import BytesIO

import discord
from discord import ButtonStyle

from bot.links import Links
from bot.privacy.texts import CONTACT, DELETION, HOW_LONG, KEPT, NOT_KEPT, YOURS, bulleted
from bot.services import Services
from bot.ui.buttons import link_buttons, press_button
from bot.ui.handlers import Handlers
from bot.ui.ids import CustomId, PersonId
from bot.ui.mentions import CommandMentions
from bot.ui.render import layout, sentence
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import value

COMMAND = re.compile("`/([a-z ]+)`")
EXPORTED = "Here is everything stored about you. Each record says what it is."
NOTHING = "Nothing is stored about you. Start a duel with /duel, and there will be."
GONE = (
    "Your data is deleted. Nothing here leads to you any more. You are welcome to play again, as someone new."
)


on = Handlers()


class DataVerb(StrEnum):
    DELETE = "delete"
    KEEP = "keep"


@value
class DataAction(CustomId):
    """Asks to delete or to keep somebody's data; it names the person, so nobody else can press it."""

    word = "mydata"

    verb: DataVerb
    person: PersonId


@on.component(DataAction)
async def act(press: Press, services: Services, action: DataAction) -> None:
    if press.person != action.person:
        await press.reply.say("This is for somebody else. Use /mydata yourself.")
    elif action.verb is DataVerb.DELETE:
        await _delete(press, services)
    else:
        await press.reply.privately(sentence("Nothing was deleted."))


async def export(press: Press, services: Services) -> None:
    """Sends everything as files; collecting it may take a while, and one file may not hold it."""
    async with services.queues.exports.place(press.person, press.guild, press.reply.think):
        files = await services.export.files(press.person, services.clock.now(), press.file_limit)
        if not files:
            await press.reply.add(NOTHING)
        text = EXPORTED
        for name, content in files:
            await press.reply.add(text, [discord.File(BytesIO(content), name)])
            text = ""


def question(person: int, commands: CommandMentions) -> Sheet:
    return _page(
        commands,
        "### Delete your data?",
        f"In every server, at once and for good:\n{bulleted(DELETION)}",
        "If you want a copy, use `/mydata export` first.",
        press_button(DataAction(DataVerb.DELETE, person), "Delete my data", ButtonStyle.danger),
        press_button(DataAction(DataVerb.KEEP, person), "Keep it"),
    )


def facts(commands: CommandMentions, links: Links) -> Sheet:
    pages = link_buttons(links, "privacy", "terms", "support")
    return _page(
        commands,
        "### Privacy",
        f"**What is kept**\n{bulleted(KEPT)}",
        NOT_KEPT,
        f"**For how long**\n{bulleted(HOW_LONG)}",
        f"**What you can do**\n{bulleted((*YOURS, CONTACT) if links.support else YOURS)}",
        *pages,
    )


def _page(commands: CommandMentions, *parts: str | Wire) -> Sheet:
    """Makes a page of texts, with the commands that they name as mentions, then the buttons."""
    texts = [
        COMMAND.sub(lambda named: commands.mention(named[1]), part) for part in parts if isinstance(part, str)
    ]
    buttons = [part for part in parts if isinstance(part, dict)]
    return layout(*texts, rows=[buttons] if buttons else [])


async def _delete(press: Press, services: Services) -> None:
    await press.reply.privately(sentence("Your data is being deleted…"))
    await services.erasure.erase(press.person)
    services.people.forget(press.person)
    services.reviews.forget()
    await press.reply.edit(sentence(GONE))
