"""The pages that a host has about the bot; /about, /help and /privacy link to them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses; None where the host has no such page."""

    source: str | None = None
    """The source code of this bot."""
    support: str | None = None
    """Where those who run it can be asked, also by people who can't use it any more."""
    privacy: str | None = None
    """The privacy policy."""
    terms: str | None = None
    """The terms of service."""


NO_LINKS = Links()
