"""Sends the commands to Discord when they have changed since the last start."""

import hashlib
import json
import logging
from typing import Any

from discord import AppCommandType
from discord.app_commands import CommandTree

from bot.storage.storage import Storage

log = logging.getLogger(__name__)

DIGEST, IDS = "commands", "command ids"


async def publish(tree: CommandTree[Any], storage: Storage) -> dict[str, int]:
    """The ids of the commands by their names, as Discord gave them."""
    digest = _digest(tree)
    known = await storage.note(IDS)
    if known is None or await storage.note(DIGEST) != digest:
        sent = await tree.sync()
        typed = {command.name: command.id for command in sent if command.type is AppCommandType.chat_input}
        known = json.dumps(typed)
        await storage.set_note(IDS, known)
        await storage.set_note(DIGEST, digest)
        log.info("commands sent to Discord: %d", len(sent))
    ids: dict[str, int] = json.loads(known)
    return ids


def _digest(tree: CommandTree[Any]) -> str:
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps(payload, sort_keys=True) + str(tree.client.application_id)
    return hashlib.sha256(text.encode()).hexdigest()
