"""Finds whom a message pings: the people and roles in its texts that `allowed_mentions` allows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sandbox.wire import Wire

USER = re.compile(r"<@!?(\d{1,20})>")
ROLE = re.compile(r"<@&(\d{1,20})>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")


EVERY_KIND = frozenset({"users", "roles", "everyone"})
PEOPLE_ONLY = frozenset({"users"})


@dataclass(frozen=True, slots=True)
class Mentions:
    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False


NOBODY = Mentions()


@dataclass(frozen=True, slots=True)
class Allowed:
    """The mentions that may ping.

    Without `allowed_mentions`, a message pings all it mentions, but an interaction's answer only people.
    """

    parse: frozenset[str] = EVERY_KIND
    users: frozenset[int] = field(default_factory=frozenset)
    roles: frozenset[int] = field(default_factory=frozenset)
    replied_user: bool = True

    @classmethod
    def of(cls, raw: Wire | None, default: frozenset[str] = EVERY_KIND) -> "Allowed":
        if raw is None:
            return cls(default)
        return cls(
            frozenset(raw.get("parse") or ()),
            frozenset(int(user) for user in raw.get("users") or ()),
            frozenset(int(role) for role in raw.get("roles") or ()),
            bool(raw.get("replied_user")),
        )

    def find(self, wire: Wire) -> Mentions:
        """Finds whom a message pings."""
        if not (self.parse or self.users or self.roles):
            return NOBODY
        text = "\n".join(texts_of(wire))
        if "@" not in text:
            return NOBODY
        users = dict.fromkeys(int(user) for user in USER.findall(text))
        roles = dict.fromkeys(int(role) for role in ROLE.findall(text))
        return Mentions(
            tuple(u for u in users if "users" in self.parse or u in self.users),
            tuple(r for r in roles if "roles" in self.parse or r in self.roles),
            "everyone" in self.parse and EVERYONE.search(text) is not None,
        )


def texts_of(wire: Wire) -> Iterator[str]:
    """The texts of a message that can mention someone: its content and all its text displays."""
    if wire.get("content"):
        yield wire["content"]
    yield from _texts_in(wire.get("components") or [])


def _texts_in(components: list[Wire]) -> Iterator[str]:
    for component in components:
        if component["type"] == 10:
            yield component["content"]
        elif "components" in component:
            yield from _texts_in(component["components"])
