"""The deck: every emoji of the bot, its avatar and the page's icon, drawn by code as SVG.

`make art` renders them to `bot/ui/deck/images/`, `docs/avatar.png` and `sandbox/page/static/icon.svg`.
"""

from tools.art import cards, games, honours, mark, rivals, things, tokens
from tools.art.svg import document

_PARTS = (cards, tokens, things, games, rivals, honours, mark)


def drawings() -> dict[str, str]:
    """Every emoji by its name, as an SVG file."""
    return {name: document(drawing) for part in _PARTS for name, drawing in part.drawings()}
