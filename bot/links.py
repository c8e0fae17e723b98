"""The pages that a host has about the bot; /about, /help and /privacy link to them."""

from dataclasses import dataclass
from urllib.parse import urlsplit

WAYS = {"github.com": "blob/HEAD", "gitlab.com": "-/blob/HEAD", "codeberg.org": "src/branch/main"}
"""What stands between the address of a repository and the path of a page in it."""


@dataclass(frozen=True, slots=True)
class Links:
    """Holds the addresses of a host's pages; None where the host has no such page."""

    source: str | None = None
    """The source code of this bot."""
    support: str | None = None
    """Where those who run it can be asked, also by people who can't use it any more."""
    privacy: str | None = None
    """The privacy policy."""
    terms: str | None = None
    """The terms of service."""

    def page(self, path: str) -> str | None:
        """Returns the address of one of the source code's pages, or of the source code where the way to its
        pages is not known."""
        if self.source is None:
            return None
        host = urlsplit(self.source).hostname or ""
        way = next((way for name, way in WAYS.items() if host in (name, f"www.{name}")), None)
        return self.source if way is None else f"{self.source}/{way}/{path}"


NO_LINKS = Links()
