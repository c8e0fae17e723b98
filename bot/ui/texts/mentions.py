"""The commands as Discord knows them: sent when they have changed, and mentioned so that a tap types them."""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

from discord import AppCommandType
from discord.app_commands import CommandTree

from bot.storage.storage import Storage

log = logging.getLogger(__name__)

DIGEST, IDS = "commands", "command ids"


class Commands:
    def __init__(self, ids: Mapping[str, int]) -> None:
        self._ids = ids

    def mention(self, name: str) -> str:
        """`duel highlow`, say, as text that opens the command when it is tapped."""
        known = self._ids.get(name.partition(" ")[0])
        return f"/{name}" if known is None else f"</{name}:{known}>"


async def publish(tree: CommandTree[Any], storage: Storage) -> Commands:
    """Discord is asked only when something has changed since the last start; its answer is remembered."""
    digest = _digest(tree)
    known = await storage.note(IDS)
    if known is None or await storage.note(DIGEST) != digest:
        sent = await tree.sync()
        typed = {command.name: command.id for command in sent if command.type is AppCommandType.chat_input}
        known = json.dumps(typed)
        await storage.set_note(IDS, known)
        await storage.set_note(DIGEST, digest)
        log.info("commands were sent to Discord: %d", len(sent))
    return Commands(json.loads(known))


def _digest(tree: CommandTree[Any]) -> str:
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps(payload, sort_keys=True) + str(tree.client.application_id)
    return hashlib.sha256(text.encode()).hexdigest()
