"""Texts, numbers and JSON that no honest client sends, and ways to damage a valid payload."""

from copy import deepcopy
from random import Random
from typing import Any

from sandbox.wire import Wire

LONGEST = 100
"""The most characters that Discord allows in a custom id."""
SCRIPTS = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of other scripts, which some programs accept as numbers."""
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


def in_other_digits(number: str, random: Random) -> str:
    return number.translate(dict(zip(map(ord, "0123456789"), random.choice(SCRIPTS), strict=True)))


def mutated(custom_id: str, random: Random, others: list[str]) -> str:
    """A changed custom id. It is never empty and never longer than Discord allows."""
    fields = custom_id.split(":")
    index = random.randrange(len(fields))
    match random.randrange(9):
        case 0:
            fields[index] = text(random)
        case 1:
            fields[index] = in_other_digits(fields[index], random)
        case 2:
            del fields[index]
        case 3:
            fields.insert(index, text(random))
        case 4:
            other = random.choice(others).split(":")
            fields[index] = other[min(index, len(other) - 1)]
        case 5:
            fields[index] += text(random)
        case 6:
            fields[index] = fields[index].upper()
        case 7:
            fields[index] = random.choice((str(random.getrandbits(60)), f"{random.getrandbits(52):x}"))
        case _:
            fields = random.choice(others).split(":") + fields
    return ":".join(fields)[:LONGEST] or "?"


def damaged(payload: Wire, random: Random) -> Wire:
    """A copy of a payload in which a few values are missing or wrong."""
    copy = deepcopy(payload)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        container, key = _somewhere(copy, random)
        if random.random() < 0.4:
            del container[key]
        else:
            container[key] = value(random)
    return copy


def _somewhere(container: Any, random: Random) -> tuple[Any, Any]:
    """A random place in a nested value: its container and its key or index."""
    while True:
        keys = list(container) if isinstance(container, dict) else list(range(len(container)))
        key = random.choice(keys)
        inner = container[key]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.4:
            return container, key
        container = inner
