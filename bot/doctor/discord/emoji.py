"""Whether the emoji that Discord has are those of this version."""

from collections.abc import Callable, Sequence

from bot.doctor.discord.application import Answer
from bot.doctor.discord.asking import NotAnswered
from bot.doctor.finding import Finding, look, ok
from bot.ui.deck.deck import PICTURES, emoji_title

EMOJI = "emoji"
MEANWHILE = (
    "Until all are there it shows plain signs. It uploads them by itself while it runs: see docs/portal.md."
)


def of_emoji(listed: Callable[[], Answer]) -> Finding:
    """A refusal to list them is no reason to end the examination: the bot plays without them."""
    try:
        received: Sequence[Answer] = listed()["items"]
    except NotAnswered as problem:
        return look(EMOJI, f"Emoji can't be listed, so cards are shown as plain signs. {problem}")
    titles = {emoji_title(name) for name in PICTURES}
    there = len(titles & {each["name"] for each in received})
    if there == len(titles):
        return ok(EMOJI, f"Discord has all {there} emoji as they are in this version.")
    has = f"{there} of {len(titles)}" if there else "none of the"
    return look(EMOJI, f"Discord has {has} emoji of this version. {MEANWHILE}")
