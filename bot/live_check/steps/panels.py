"""Which tokens reach a panel: the private message that a player picks in."""

from bot.live_check.guide import WAIT, Guide, buttons
from bot.live_check.report import Section
from bot.ui.wire.reply import ORIGINAL

LINES = {
    "A": "through @original of the press in it",
    "B": "by its id, through the press in it",
    "C": "through @original of the press that opened it",
}


async def repaint_panel(guide: Guide, found: Section) -> None:
    """The panel is opened by one press, and pressed once; then each way to repaint it is tried."""
    opened = await guide.press(
        "**2.** Press the button. Then press the one in the private message that opens.", "Open a panel"
    )
    number = guide.expect()
    panel = {"content": "Now press here.", "components": buttons(number, "Press me")}
    found.measured("Opening it", await guide.answer_privately(opened, panel))
    inside = await guide.pressed(number)
    found.measured("Answering the press in it", await guide.answer(inside, WAIT))
    ways: dict[str, tuple[str, int | str]] = {
        "A": (inside.token, ORIGINAL),
        "B": (inside.token, inside.message),
        "C": (opened.token, ORIGINAL),
    }
    for letter, (token, message) in ways.items():
        answer = await guide.edit_through(token, message, {"content": f"Line {letter}", "components": []})
        found.measured(f"Repainting it {LINES[letter]} (line {letter})", answer)
    question = "Which line does your private message show now?"
    found.seen(question, await guide.ask(question, "Line A", "Line B", "Line C", "None"))
