"""People and commands, mentioned so that a tap opens them."""

from collections.abc import Mapping

from bot.duels.duel import FORMER, is_former


def mention(person: int) -> str:
    return FORMER if is_former(person) else f"<@{person}>"


class CommandMentions:
    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def learn(self, ids: Mapping[str, int]) -> None:
        """The ids by the names of the commands, as Discord gave them."""
        self._ids = ids

    def mention(self, name: str) -> str:
        """`duel highlow`, say, as text that opens the command when it is tapped."""
        known = self._ids.get(name.partition(" ")[0])
        return f"/{name}" if known is None else f"</{name}:{known}>"


UNKNOWN = CommandMentions()
"""Commands by their names only, as plain text."""
