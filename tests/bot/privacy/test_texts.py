"""What is said about data is true, and said the same way everywhere."""

import re

from bot.database.schema import metadata
from bot.duels.pace import DAY
from bot.privacy.texts import DAYS_AFTER_REMOVAL, HOW_LONG, KEPT, KEPT_AFTER_REMOVAL, YOURS
from tests.support.project import ROOT

HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SECTION = HOSTING.split("## Privacy\n")[1].split("\n## ")[0]
TOLD_AS = {
    "duels": "Duels",
    "picks": "picks",
    "results": "Results",
    "ratings": "ratings",
    "votes": "votes",
    "puzzles": "puzzles",
    "people": "direct messages",
    "blocks": "block",
    "guilds": "settings",
    "channels": "settings",
    "resets": "reset",
}
"""The words by which each table is told of."""


def test_the_promised_days_are_those_that_count() -> None:
    assert KEPT_AFTER_REMOVAL == DAYS_AFTER_REMOVAL * DAY
    promised = f"after {DAYS_AFTER_REMOVAL} days"
    assert any(promised in line for line in HOW_LONG)
    assert promised in SECTION.replace("\n  ", " ")
    assert {*re.findall(r"(\d+) days", SECTION)} == {str(DAYS_AFTER_REMOVAL)}


POLICY = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")


def test_the_policy_to_publish_promises_the_same() -> None:
    assert f"deleted after {DAYS_AFTER_REMOVAL} days" in POLICY
    assert f"after {DAYS_AFTER_REMOVAL} days" in (ROOT / "docs" / "terms.md").read_text(encoding="utf-8")
    for word in TOLD_AS.values():
        assert word.lower() in POLICY.lower()
    for command in ("`/mydata export`", "`/mydata delete`"):
        assert command in POLICY


ABOUT_NOBODY = {"notes", "letters"}
"""The bot's own notes, and what one process hands over to another within seconds."""


def test_every_table_is_told_of_in_the_command_and_on_the_page_for_hosts() -> None:
    assert {*TOLD_AS} | ABOUT_NOBODY == {*metadata.tables}
    for word in TOLD_AS.values():
        assert word.lower() in " ".join(KEPT).lower()
        assert word.lower() in SECTION.lower()


def test_the_commands_are_named_in_both() -> None:
    for command in ("`/mydata export`", "`/mydata delete`"):
        assert command in " ".join(YOURS)
        assert command in SECTION
