"""What a check has found, as a page that can be attached to an issue."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

import discord

from bot.about import NAME, VERSION

NOT_REACHED = "The check ended before this step."


@dataclass
class Section:
    """What one step has found."""

    title: str
    facts: list[str] = field(default_factory=list)

    def measured(self, what: str, found: object) -> None:
        self.facts.append(f"{what}: **{found}**")

    def seen(self, question: str, answer: str) -> None:
        self.facts.append(f"{question} *{answer}*")


@dataclass
class LiveReport:
    began: datetime
    titles: tuple[str, ...]
    """The steps, in order."""
    sections: list[Section] = field(default_factory=list)

    def begin(self, title: str) -> Section:
        self.sections.append(Section(title))
        return self.sections[-1]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"# {NAME} meets Discord, {self.began:%Y-%m-%d %H:%M} UTC"
        yield ""
        yield f"{NAME} {VERSION}, discord.py {discord.__version__}, Python {platform.python_version()}."
        done = {section.title: section for section in self.sections}
        for number, title in enumerate(self.titles, start=1):
            section = done.get(title)
            yield f"\n## {number}. {title}\n"
            facts = [NOT_REACHED] if section is None else section.facts or ["Skipped."]
            yield from (f"- {fact}" for fact in facts)
        yield ""
