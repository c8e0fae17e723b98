"""Emoji as words: those of the application by their names, characters by what Unicode calls them."""

import re
import unicodedata
from collections.abc import Container

CUSTOM = re.compile(r"<a?:(\w{2,32}):(\d{1,20})>")
HASH = re.compile(r"_[0-9a-f]{6}$")
"""What a bot may add to the name of a picture, so that a new picture has a new name."""
KEYCAP = re.compile(r"([0-9#*])\ufe0f?\u20e3")
SYMBOL = re.compile("[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]")
UNSPOKEN = re.compile("[\ufe0e\ufe0f\u200d\u20e3\U0001f3fb-\U0001f3ff]")
"""They only change how the character before them looks."""
BEGIN, END = "\ue000", "\ue001"
"""Stand around the name of an emoji until it is known what is beside it."""
BETWEEN = re.compile(f"{END}[ \t]*{BEGIN}")


def title_words(title: str) -> str:
    """`blue_7_1f3a2b` is read as "blue 7"."""
    return HASH.sub("", title).replace("_", " ").strip()


def with_emoji_names(text: str, known: Container[int]) -> str:
    """Writes emoji of the application as `:blue 7:`. An unknown one is shown as it is written."""

    def name(found: re.Match[str]) -> str:
        return f":{title_words(found[1])}:" if int(found[2]) in known else f":{found[1]}:"

    return CUSTOM.sub(name, text)


def in_words(text: str, known: Container[int] = ()) -> str:
    """A text with its emoji as words, and commas between those that stand side by side."""

    def name(found: re.Match[str]) -> str:
        is_known = int(found[2]) in known
        return _marked(title_words(found[1])) if is_known else f":{found[1]}:"

    text = KEYCAP.sub(lambda found: _marked(f"keycap {found[1]}"), CUSTOM.sub(name, text))
    text = BETWEEN.sub(", ", SYMBOL.sub(_symbol, UNSPOKEN.sub("", text)))
    return re.sub(f" ?{END} ?", " ", re.sub(f" ?{BEGIN}", " ", text)).strip(" ")


def _symbol(found: re.Match[str]) -> str:
    """Only pictures are put into words; signs such as a minus are spoken as they are."""
    is_picture = unicodedata.category(found[0]) == "So"
    return _marked(unicodedata.name(found[0], "symbol").lower()) if is_picture else found[0]


def _marked(words: str) -> str:
    return f"{BEGIN}{words}{END}"
