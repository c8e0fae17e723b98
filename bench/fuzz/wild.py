"""Wild values: texts, numbers and JSON that no honest client sends, and ways to spoil what is well-formed."""

from copy import deepcopy
from random import Random
from typing import Any

from sandbox.wire import Wire

LONGEST = 100
"""Characters of a custom id; Discord lets no longer one through."""
SCRIPTS = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits that some programs take for digits."""
TEXTS = (
    *("", " ", "\n", "\0", "0", "00", "-1", "-0", "+7", "1.0", "1e9", "NaN", "inf", "0x10", "1_000", "٧"),
    *("9" * 18, "9" * 19, "9" * 20, "9" * 90, str(2**31), str(2**53), str(2**63 - 1), str(2**63), str(2**64)),
    *("null", "true", "[]", "{}", "../../etc", "%s%n", "{0}", "${x}", "'; DROP TABLE duels; --", '"', "\\"),
    *("@everyone", "<@1>", "<@&1>", "<#1>", "</duel:1>", "`" * 5, "**", "||", "\u202e", "\u200b", "\ufeff"),
    *("Z̵̢͝ä̶́l̸͂g̷̈́o̸͊", "🂡" * 25, "a" * 100, "é", "ß", "İ", "accept", "pick", "resignnow", "*", ":", "::"),
)
JSON: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2**31, 2**53, 2**63 - 1, 2**64 - 1, 0.5, -1e300),
    *([], {}, [[]], [{}], {"id": None}, [None] * 3, {"a": {"b": {"c": []}}}),
)


def text(random: Random) -> str:
    return random.choice(TEXTS)


def value(random: Random) -> Any:
    return deepcopy(random.choice(random.choice((TEXTS, JSON))))


def in_other_digits(said: str, random: Random) -> str:
    return said.translate(dict(zip(map(ord, "0123456789"), random.choice(SCRIPTS), strict=True)))


def mutated(custom_id: str, random: Random, others: list[str]) -> str:
    """Another custom id, near this one; never empty, never longer than Discord allows."""
    fields = custom_id.split(":")
    place = random.randrange(len(fields))
    match random.randrange(9):
        case 0:
            fields[place] = text(random)
        case 1:
            fields[place] = in_other_digits(fields[place], random)
        case 2:
            del fields[place]
        case 3:
            fields.insert(place, text(random))
        case 4:
            other = random.choice(others).split(":")
            fields[place] = other[min(place, len(other) - 1)]
        case 5:
            fields[place] += text(random)
        case 6:
            fields[place] = fields[place].upper()
        case 7:
            fields[place] = random.choice((str(random.getrandbits(60)), f"{random.getrandbits(52):x}"))
        case _:
            fields = random.choice(others).split(":") + fields
    return ":".join(fields)[:LONGEST] or "?"


def spoiled(payload: Wire, random: Random) -> Wire:
    """A copy in which a few things are missing, or are not what they should be."""
    copy = deepcopy(payload)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        holder, key = _somewhere(copy, random)
        if random.random() < 0.4:
            del holder[key]
        else:
            holder[key] = value(random)
    return copy


def _somewhere(holder: Any, random: Random) -> tuple[Any, Any]:
    """The top is as likely to be met as the depths."""
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = random.choice(keys)
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.4:
            return holder, key
        holder = inner
