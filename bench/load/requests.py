"""Counts the requests of a bot, by what became of them."""

import re
from collections import Counter
from collections.abc import Container

from sandbox.interactions.interactions import Interactions
from sandbox.server.errors import ApiError
from sandbox.server.traffic import Traffic

NOT_FOUND = 404
LIMITED = "429"
DISMISSED = "edits of panels that had just been dismissed"
EDIT = re.compile(r"/webhooks/(\d+)/([^/]+)/messages/(\d+|@original)$")


class RequestsByStatus(Traffic):
    """Counts failed requests by method and status. Somebody can dismiss a panel while an edit of it is on
    its way; such edits are counted apart."""

    def __init__(self, dismissed: Container[int], interactions: Interactions) -> None:
        """`dismissed` are the panels that their owners have dismissed."""
        super().__init__()
        self.counts: Counter[str] = Counter()
        self._dismissed = dismissed
        self._interactions = interactions

    def record(self, method: str, path: str, status: int) -> None:
        if status < 300:
            self.counts["all"] += 1
        elif method == "PATCH" and status == NOT_FOUND and self._is_dismissed(path):
            self.counts[DISMISSED] += 1
        else:
            self.counts[f"{method} answered with {status}"] += 1

    def _is_dismissed(self, path: str) -> bool:
        """Whether this is the address of a message that its owner has dismissed."""
        edit = EDIT.search(path)
        if edit is None:
            return False
        application, token, message = edit.groups()
        try:
            interaction = self._interactions.of_webhook(int(application), token)
        except ApiError:
            return False
        number = interaction.original_id if message == "@original" else int(message)
        return number is not None and number in self._dismissed

    @property
    def wrong(self) -> Counter[str]:
        """Those that should not have been answered so. A limit can be met while its size is unknown."""
        allowed = {"all", DISMISSED}
        return Counter(
            {
                what: count
                for what, count in self.counts.items()
                if what not in allowed and not what.endswith(LIMITED)
            }
        )
