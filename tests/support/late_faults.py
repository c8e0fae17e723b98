"""Breaks something once after a first answer, and reads what people see of it."""

import logging
from dataclasses import dataclass
from typing import Any

import pytest

from bot.ui.wire.errors import APOLOGY
from games.engine import Refused
from sandbox.people.person import Person
from sandbox.people.screen import Seen


@dataclass(frozen=True)
class Mishap:
    """What happens after the first answer, and what the person is to read about it."""

    error: Exception
    text: str

    def logged(self, duel: str) -> list[str]:
        """A refusal is nobody's fault; a fault is logged with the duel's key."""
        return [] if isinstance(self.error, Refused) else [f"duel {duel}: fault"]


TOO_LATE = "That is too late. Start anew."
MISHAPS = (
    pytest.param(Mishap(RuntimeError("something broke"), APOLOGY), id="fault"),
    pytest.param(Mishap(Refused(TOO_LATE), TOO_LATE), id="refusal"),
)


def fail_once(monkeypatch: pytest.MonkeyPatch, owner: object, method: str, error: Exception) -> None:
    """The next call of this method raises the error; later calls do what they always did."""
    original = getattr(owner, method)
    errors = [error]

    async def failing(*arguments: Any, **named: Any) -> Any:
        if errors:
            raise errors.pop()
        return await original(*arguments, **named)

    monkeypatch.setattr(owner, method, failing)


async def told(person: Person, text: str, others: list[Person]) -> Seen:
    """The sentence, when this person sees it once and in private, waits for nothing more, and none of the
    others sees anything of it where it was said."""
    await person.wait_for(text)
    screen = person.sees()
    (sentence,) = [seen for seen in screen.messages if text in seen.text]
    assert sentence.text == text
    assert sentence.private
    assert not [seen for seen in screen.messages if seen.thinking]
    for other in others:
        assert text not in other.go_to(person.channel).sees()
    return sentence


def faults_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
