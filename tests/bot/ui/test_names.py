"""Whatever somebody calls themselves, it is shown on one line and does nothing."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.names import ANYONE, FORMER, LEFT, LONGEST, as_text, at_start, begun
from bot.ui.wire.sheet import mentioned
from games.screen import Names

TRICKS = (
    *("@everyone", "@here", "<@1>", "<@&1>", "<#1>", "</duel:1>", "<t:1:R>", "<:x:1>"),
    *("https://evil.example", "[a](b)", "`", "```", "**", "__", "~~", "||", "# ", "-# ", "> ", "\n", "\\"),
    *("\u202e", "\u2067", "\u200b", "\u200f", "\ufeff", "א", "a\u0301", "\u0336" * 9, "🦄", "👨‍👩‍👧"),
)
NAMES = st.lists(st.sampled_from(TRICKS) | st.text(max_size=8), max_size=8).map("".join)
MARKUP = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`#\[\]()<>]")


@given(NAMES)
def test_no_name_pings_links_or_leaves_its_line(name: str) -> None:
    shown = as_text(name)
    assert mentioned(shown) == []
    assert not re.search(r"@(everyone|here)|<[@#/:ta]|://|discord\.gg", shown, re.IGNORECASE)
    assert shown.splitlines() in ([], [shown])
    assert not MARKUP.search(shown)
    assert len(shown.replace("\\", "").replace("\u200b", "")) <= LONGEST + 2


@given(NAMES)
def test_no_name_turns_a_text_around_or_grows_into_other_lines(name: str) -> None:
    shown = as_text(name)
    inner = shown.removeprefix("\u2068").removesuffix("\u2069")
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not {unicodedata.bidirectional(letter) for letter in inner} & turning
    assert shown.startswith("\u2068") == shown.endswith("\u2069")
    assert not re.search("[\u0300-\u036f]{3}", shown)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("snake_case", "snake\\_case"),
        ("  Ann \n of\tCleves ", "Ann of Cleves"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "‹@\u200b123›"),
        ("https://evil.example", "https:\u200b//evil.example"),
        ("1. Ann", "1\\. Ann"),
        ("- Ann", "\\- Ann"),
        ("Zoë 🦄", "Zoë 🦄"),
        ("דנה", "\u2068דנה\u2069"),
        ("A" * 40, "A" * 31 + "…"),
        ("\u202eevil", "evil"),
        ("ㅤ", ""),
        ("\u200b\u2060", ""),
        ("", ""),
    ],
)
def test_a_name_is_shown_as_it_looks(name: str, shown: str) -> None:
    assert as_text(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ada", "ada"),
        ("ßeta", "ßeta"),
        ("anyone you like", "anyone you like"),
        ("someone who left", "someone who left"),
        (LEFT, "Someone who left"),
        (ANYONE, "Anyone"),
        (FORMER, "A former player"),
    ],
)
def test_a_name_at_the_start_of_a_sentence_stays_as_its_owner_writes_it(name: str, shown: str) -> None:
    assert at_start(name) == shown


@pytest.mark.parametrize(
    ("names", "sentence", "shown"),
    [
        (("anyone you like", "bo"), "anyone you like picked 3.", "anyone you like picked 3."),
        (("bo", FORMER), "a former player picked 3.", "A former player picked 3."),
        (("a", FORMER), "a former player picked 3.", "A former player picked 3."),
        (("bo", FORMER), "bo beat a former player.", "bo beat a former player."),
        (("bo", FORMER), "nobody won.", "nobody won."),
    ],
)
def test_a_sentence_begins_with_a_capital_only_where_we_chose_its_first_word(
    names: Names, sentence: str, shown: str
) -> None:
    assert begun(sentence, names) == shown
