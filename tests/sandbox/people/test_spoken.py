"""What a person hears who uses a screen reader."""

from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.messages.messages import Draft
from sandbox.people.person import Person
from sandbox.people.spoken.emoji_names import in_words, title_words
from tests.support.pictures.tiny_png import tiny_png

LAYOUT = 1 << 15


@pytest.fixture
def ann(sandbox: Sandbox) -> Person:
    return sandbox.person("Ann")


def post(sandbox: Sandbox, ann: Person, body: dict[str, Any]) -> None:
    sandbox.platform.messages.create(Draft(ann.channel, sandbox.world.bot, body, flags=body.pop("flags", 0)))


def written(sandbox: Sandbox, name: str) -> str:
    return f"<:{name}:{sandbox.emoji.add(name, tiny_png()).id}>"


@pytest.mark.parametrize(
    ("title", "words"),
    [("blue_7_1f3a2b", "blue 7"), ("coin", "coin"), ("back_blue_000000", "back blue"), ("blue_7", "blue 7")],
)
def test_the_hash_in_the_name_of_a_picture_is_not_spoken(title: str, words: str) -> None:
    assert title_words(title) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("🏆 Bob wins", "trophy Bob wins"),
        ("1️⃣2️⃣ left", "keycap 1, keycap 2 left"),
        ("⏳", "hourglass with flowing sand"),
        ("1431 (−69)", "1431 (−69)"),
        ("Left 🟦 1 2 · 🟧 3", "Left large blue square 1 2 · large orange square 3"),
        ("❤️", "heavy black heart"),
    ],
)
def test_characters_are_spoken_by_their_names(text: str, words: str) -> None:
    assert in_words(text) == words


def test_a_row_of_cards_is_spoken_card_by_card(sandbox: Sandbox, ann: Person) -> None:
    six, nine = written(sandbox, "blue_6_1f3a2b"), written(sandbox, "blue_9_aabbcc")
    post(sandbox, ann, {"content": f"### {six}{nine} · **High-Low**\n-# Round 3"})
    assert ann.hears() == ["Gauntlet", "blue 6, blue 9 · High-Low", "Round 3"]
    assert ann.sees().messages[-1].text == "### :blue 6::blue 9: · **High-Low**\n-# Round 3"


def test_an_emoji_that_the_application_lacks_is_spoken_as_it_is_shown(sandbox: Sandbox, ann: Person) -> None:
    post(sandbox, ann, {"content": "A <:blue_6_1f3a2b:42>"})
    assert ann.hears() == ["Gauntlet", "A :blue_6_1f3a2b:"]
    assert ann.sees().messages[-1].text == "A :blue_6_1f3a2b:"


def test_buttons_and_lists_are_spoken_where_they_stand(sandbox: Sandbox, ann: Person) -> None:
    emoji = sandbox.emoji.add("blue_7_1f3a2b", tiny_png())
    face = {"id": str(emoji.id), "name": emoji.name}
    buttons = [
        {"type": 2, "style": 1, "custom_id": "a", "emoji": face, "label": "Play"},
        {"type": 2, "style": 2, "custom_id": "b", "emoji": face, "disabled": True},
        {"type": 2, "style": 2, "custom_id": "c", "emoji": {"name": "🏆"}, "label": "Best"},
        {"type": 2, "style": 5, "url": "https://example.org", "label": "Rules"},
    ]
    options = [{"label": "Low", "value": "1", "default": True}, {"label": "High", "value": "2"}]
    parts = [
        {"type": 10, "content": "Above"},
        {"type": 1, "components": buttons},
        {"type": 10, "content": "Below"},
        {"type": 1, "components": [{"type": 3, "custom_id": "d", "options": options}]},
        {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, "description": "A chart"}]},
        {
            "type": 9,
            "components": [{"type": 10, "content": "Beside"}],
            "accessory": {"type": 2, "style": 1, "custom_id": "e", "label": "Vote"},
        },
    ]
    box = {"type": 17, "components": parts}
    post(sandbox, ann, {"flags": LAYOUT, "components": [box]})
    assert ann.hears() == [
        "Gauntlet",
        "Above",
        "blue 7 Play, button",
        "blue 7, button, unavailable",
        "trophy Best, button",
        "Rules, link",
        "Below",
        "Low, list, Low, High",
        "A chart, picture",
        "Beside",
        "Vote, button",
    ]
    assert ann.sees().buttons == ["Play", "blue 7", "Best", "Rules", "Vote"]


def test_markdown_links_times_and_names_are_spoken_plainly(sandbox: Sandbox, ann: Person) -> None:
    due = int(sandbox.clock.now()) + 541
    text = f"<@{ann.id}>, your turn in [the duel](https://example.org): <t:{due}:R> *left*, `1 to 9`, ||7||"
    post(sandbox, ann, {"content": text})
    assert ann.hears() == ["Gauntlet", "@Ann, your turn in the duel, link: in 9 minutes left, 1 to 9, 7"]


def test_one_message_can_be_heard_alone(sandbox: Sandbox, ann: Person) -> None:
    for text in ("One", "Two"):
        post(sandbox, ann, {"content": text})
    assert ann.hears(ann.sees().messages[0]) == ["Gauntlet", "One"]


async def test_a_button_is_pressed_by_the_name_that_is_heard(sandbox: Sandbox, ann: Person) -> None:
    emoji = sandbox.emoji.add("blue_7_1f3a2b", tiny_png())
    face = {"id": str(emoji.id), "name": emoji.name}
    button = {"type": 2, "style": 1, "custom_id": "seven", "emoji": face, "label": "Play"}
    post(sandbox, ann, {"content": "Go", "components": [{"type": 1, "components": [button]}]})
    message, control = ann._control("blue 7 Play", None, lambda seen: seen.buttons, "button")
    assert (message.text, control.custom_id) == ("Go", "seven")
