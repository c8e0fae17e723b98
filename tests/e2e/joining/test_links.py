"""A host's pages (support, privacy policy, terms, source) are linked where people look for them."""

import pytest

from bot.links import Links
from sandbox.interactions.components import walk
from sandbox.people.person import Person, Reply
from tests.support.commands import show_links
from tests.support.evening import Evening, private_text

PAGES = Links(
    source="https://example.org/source",
    support="https://discord.gg/example",
    privacy="https://example.org/privacy",
    terms="https://example.org/terms",
)
PLACES = ("about", "help", "privacy")
every_place = pytest.mark.parametrize("command", PLACES)


@pytest.fixture
async def ann(evening: Evening) -> Person:
    """Somebody in direct messages with a bot whose host has all pages."""
    await show_links(evening.bot, PAGES)
    return evening.person("Ann").go_to_dms()


def links(reply: Reply) -> dict[str, str]:
    assert reply.message is not None
    return {each["label"]: each["url"] for each in walk(reply.message.wire["components"]) if "url" in each}


@every_place
async def test_support_privacy_policy_and_terms_are_linked(ann: Person, command: str) -> None:
    found = links(await ann.slash(command))
    assert found["Support"] == PAGES.support
    assert found["Privacy policy"] == PAGES.privacy
    assert found["Terms"] == PAGES.terms
    assert ("Source" in found) == (command == "about")


@every_place
async def test_a_host_without_pages_shows_no_empty_links(evening: Evening, command: str) -> None:
    found = links(await evening.person("Ann").slash(command))
    assert {*found} == ({"Add me to a server"} if command == "about" else set())


async def test_a_single_page_is_linked_alone(evening: Evening) -> None:
    await show_links(evening.bot, Links(terms=PAGES.terms))
    assert links(await evening.person("Ann").slash("help")) == {"Terms": PAGES.terms}


async def test_people_who_can_not_use_commands_are_told_whom_to_ask(evening: Evening, ann: Person) -> None:
    assert "ask those who run me" in private_text(await ann.slash("privacy"))
    await show_links(evening.bot, Links())
    assert "ask those who run me" not in private_text(await ann.slash("privacy"))
