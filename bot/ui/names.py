"""Writes names that people gave themselves as text that pings nobody, links nowhere and stays on its line."""

import re
import unicodedata
from itertools import groupby

import discord

from bot.duels.duel import FORMER as FORMER_PLAYER
from bot.ui.wire.sheet import MENTION
from games.screen import Names

LONGEST = 32
"""A name has at most so many characters; Discord takes no longer names."""
MOST_MARKS = 2
"""One letter has at most so many accents; more of them would reach into other lines."""
JOINER, BREAK = "\u200d", "\u200b"
"""The first makes one picture of several; the second keeps apart what would be read as one."""
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
BLANK = {"\u2800", "\u3164", "\u115f", "\u1160", "\uffa0"}
"""Letters and signs that show nothing."""
MARKUP = re.compile(r"([\\*_~|`#\[\]()<>])|(^[-+]|^\d+\.)")
ESCAPED = re.compile(r"\\(.)")
APART = re.compile(r"(@|:(?=//)|(?<=discord)\.)", re.IGNORECASE)
SOMEBODY = "somebody"
"""Stands for a person whose name is not known, where a mention would be shown as a number."""
RIGHT_TO_LEFT = {"R", "AL", "AN"}


class NoName(str):
    """Words of our own that stand in the place of a name."""

    __slots__ = ()


LEFT, ANYONE, FORMER = NoName("someone who left"), NoName("anyone"), NoName(FORMER_PLAYER)


def as_text(name: str) -> str:
    """Returns a name for a text with markup; empty if nothing of it can be seen."""
    seen = _shortened(_one_line(name))
    if not any(map(_shows, seen)):
        return ""
    safe = MARKUP.sub(_escaped, APART.sub(rf"\1{BREAK}", seen))
    turned = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in seen)
    return f"{ISOLATE}{safe}{END_OF_ISOLATE}" if turned else safe


def unescaped(text: str) -> str:
    """Returns a text with names for a place without markup: the name of a thread, an option of a list."""
    return ESCAPED.sub(r"\1", MENTION.sub(SOMEBODY, text))


def name_of(person: discord.User | discord.Member) -> str:
    """Returns the name of a person whom a command has named."""
    return as_text(person.display_name) or as_text(person.name) or person.mention


def at_start(name: str) -> str:
    """Returns a name for the start of a sentence. People write their names as they like, so only words of our
    own get a capital letter."""
    return name[:1].upper() + name[1:] if isinstance(name, NoName) else name


def begun(sentence: str, names: Names) -> str:
    """Returns a sentence that may begin with one of these names, as it is written at the start."""
    name = max(filter(sentence.startswith, names), key=len, default="")
    return at_start(name) + sentence[len(name) :]


def _escaped(found: re.Match[str]) -> str:
    """Replaces brackets, which would make mentions; other markup is shown as it is."""
    sign = found[0]
    return {"<": "‹", ">": "›", "`": "ˋ"}.get(sign) or (f"\\{sign}" if len(sign) == 1 else f"{sign[:-1]}\\.")


def _one_line(name: str) -> str:
    """Leaves out what can't be seen or turns the text around, and all but a few accents."""
    letters = "".join(_visible(letter) for letter in name)
    groups = groupby(letters, lambda letter: unicodedata.category(letter) in ("Mn", "Me"))
    kept = ("".join([*group][:MOST_MARKS] if marks else group) for marks, group in groups)
    return " ".join("".join(kept).split())


def _visible(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind.startswith("Z") or letter in "\n\r\t\v\f":
        return " "
    return letter if kind[0] != "C" or letter == JOINER else ""


def _shows(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "ZCM" and letter not in BLANK


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip(JOINER)}…"
