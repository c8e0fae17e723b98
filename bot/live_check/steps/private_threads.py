"""What the bot may do in a private thread that it was not added to."""

from bot.live_check.guide import COMMAND, MESSAGE, PINGS_NOBODY, Guide
from bot.live_check.report import Section
from bot.ui.wire.sheet import EPHEMERAL

QUESTION = (
    "**7.** Make a **private** thread in this channel, don't add the bot, and type `/help` there. "
    "Then come back."
)


async def use_private_thread(guide: Guide, found: Section) -> None:
    typed = await guide.pressed_or(COMMAND, QUESTION, "No command is offered there")
    found.measured("A command in a private thread without the bot arrives", typed is not None)
    if typed is None:
        return
    found.measured("Discord says that the bot may write there", typed.may.send_messages_in_threads)
    answer = await guide.answer(typed, MESSAGE, {"content": "Thank you.", "flags": EPHEMERAL})
    found.measured("Answering the command", answer)
    body = {"content": "A message of the check.", "allowed_mentions": PINGS_NOBODY}
    path = f"/channels/{typed.channel}"
    found.measured("Writing there", await guide.rest.ask("POST", f"{path}/messages", body))
    found.measured("Joining it", await guide.rest.ask("PUT", f"{path}/thread-members/@me"))
    found.measured("Writing there afterwards", await guide.rest.ask("POST", f"{path}/messages", body))
