"""Whether the application may have emoji, how many Discord takes, and whether people see them."""

import base64

from bot.live_check.guide import Guide
from bot.live_check.report import Section
from bot.ui.deck.deck import png_of

TITLE = "live_check"
LOOKS = ("A picture", "A word between colons", "Nothing")


async def use_emoji(guide: Guide, found: Section) -> None:
    """Uploads one, and deletes it when somebody has said how it looks."""
    path = f"/applications/{guide.application}/emojis"
    listed = await guide.rest.ask("GET", path)
    found.measured("Listing emoji", listed)
    found.measured("Emoji that are there", len(listed.body["items"]) if listed.status == 200 else "not said")
    image = base64.b64encode(png_of("gauntlet")).decode()
    made = await guide.rest.ask("POST", path, {"name": TITLE, "image": f"data:image/png;base64,{image}"})
    found.measured("Uploading one", made)
    found.measured("What the answer says of limits", made.limits or "nothing")
    if made.status >= 400:
        return
    try:
        question = f"What stands between the two arrows? → <:{TITLE}:{made.body['id']}> ←"
        found.seen("An emoji in a text is", await guide.ask(f"**12.** {question}", *LOOKS))
    finally:
        found.measured("Deleting it", await guide.rest.ask("DELETE", f"{path}/{made.body['id']}"))
