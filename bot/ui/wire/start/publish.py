"""Compares the commands with what Discord has, and sends them when they differ."""

import json
import logging
from typing import Any

import aiohttp
import discord
from discord.app_commands import CommandTree
from discord.http import Route

from bot.storage.storage import Storage
from bot.ui.wire.start.comparison import Command, are_same, ids_in

log = logging.getLogger(__name__)

IDS = "command ids"
COMMANDS = "/applications/{application_id}/commands"
NO_ANSWER = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


async def publish(tree: CommandTree[Any], storage: Storage) -> dict[str, int]:
    """The ids of the commands by their names, as Discord gave them. If Discord does not say what it has, the
    ids of the last start are used, and commands are only sent if there are none. If Discord does not take
    them, those that it has go on to work."""
    known = await storage.note(IDS)
    ours = [command.to_dict(tree) for command in tree.get_commands()]
    theirs = await _registered(tree)
    if theirs is None and known is not None:
        noted: dict[str, int] = json.loads(known)
        return noted
    if theirs is None or not are_same(ours, theirs):
        theirs = await _sent(tree, ours, theirs or [])
    ids = ids_in(theirs)
    if json.dumps(ids) != known:
        await storage.set_note(IDS, json.dumps(ids))
    return ids


async def _registered(tree: CommandTree[Any]) -> list[Command] | None:
    """The commands that Discord has; None if it does not say."""
    try:
        return await _request(tree, "GET", params={"with_localizations": "true"})
    except NO_ANSWER as problem:
        log.warning("Discord does not say which commands it has, so they stay as they are: %s", problem)
        return None


async def _sent(tree: CommandTree[Any], ours: list[Any], theirs: list[Command]) -> list[Command]:
    """The commands that Discord has afterwards. It takes only so many new ones a day; a bot with none of its
    commands is of no use, so it does not start then."""
    try:
        taken = await _request(tree, "PUT", json=ours)
    except NO_ANSWER as problem:
        if not theirs:
            raise
        log.warning("Discord does not take the commands, so the earlier ones stay: %s", problem)
        return theirs
    log.info("commands sent to Discord: %d", len(taken))
    return taken


async def _request(tree: CommandTree[Any], method: str, **rest: Any) -> list[Command]:
    route = Route(method, COMMANDS, application_id=tree.client.application_id)
    commands: list[Command] = await tree.client.http.request(route, **rest)
    return commands
