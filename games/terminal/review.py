"""A review as lines of text, with the course of the match as a row of bars."""

from collections.abc import Sequence

from games.review.report import Section, report
from games.review.review import Review
from games.terminal.console import Console
from games.terminal.render import INDENT

BARS = "▁▂▃▄▅▆▇█"


def show_review(console: Console, review: Review) -> None:
    told = report(review)
    console.say(f"{console.bold(told.title)}  Review")
    console.say(console.wrap(told.basis))
    for section in told.stages:
        _show_section(console, section)
    if review.swung:
        console.say()
        console.say(f"{console.bold('Course')}  {_bars(review.course, console.width - len('Course') - 2)}")
        console.say(console.wrap(told.course, INDENT))
    _show_section(console, Section("Turning point", (told.turning,)))
    if told.costliest:
        _show_section(console, Section("Costliest picks", told.costliest))
    for section in told.players:
        _show_section(console, section)


def _show_section(console: Console, section: Section) -> None:
    console.say()
    console.say(console.bold(console.wrap(section.title)))
    for line in section.lines:
        console.say(console.wrap(line, INDENT))


def _bars(course: Sequence[float], room: int) -> str:
    """A bar for every number, or for as many of them, evenly spread, as there is room for."""
    step = max(1, -(-len(course) // room))
    return "".join(BARS[round(chance * (len(BARS) - 1))] for chance in course[::-step][::-1])
