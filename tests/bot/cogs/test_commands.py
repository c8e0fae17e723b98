"""Every command says what it does, and so does every option of it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.commands import registered

MENU_LINE = 100
"""Characters; Discord takes no more."""


def described(command: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """A command, its subcommands and all their options, by what is typed, with their descriptions."""
    name = f"{path} {command['name']}".strip()
    yield name, command["description"]
    for option in command.get("options", []):
        yield from described(option, name)


TEXTS = [pair for command in registered() if command["type"] == 1 for pair in described(command)]


@pytest.mark.parametrize(("name", "text"), TEXTS, ids=[name for name, _ in TEXTS])
def test_a_description_is_a_short_line_in_words(name: str, text: str) -> None:
    assert text == " ".join(text.split())
    assert text[:1].isupper()
    assert len(text) <= MENU_LINE, name
    assert len(text.split()) > 1
    assert not text.endswith(("…", ","))


@pytest.mark.parametrize("command", registered(), ids=lambda command: command["name"])
def test_what_a_command_does_is_a_sentence(command: dict[str, Any]) -> None:
    if command["type"] == 1:
        assert command["description"].endswith(".")
    else:
        assert command["name"][:1].isupper()
