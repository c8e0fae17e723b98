"""Everything that `gauntlet doctor` looks at, in order."""

import queue
import time
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path

from bot.config import (
    BadConfig,
    Config,
    check_folder,
    database_in,
    discord_in,
    name_of_database,
    token_in,
)
from bot.database import SQLITE
from bot.doctor.backups import of_backups
from bot.doctor.discord import of_discord
from bot.doctor.file import measured_in, of_file, told_by
from bot.doctor.finding import Finding, bad, ok
from bot.doctor.machine import PATIENCE, file_limit, of_clock, of_files, text_at, within

SETTINGS, DATABASE = "settings", "database"
BACKUPS = "backups"
"""The folder with backups, beside the database, unless another one is named."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - these are replaced
"""Addresses at which a program listens, and those at which it is reached from its own machine."""


async def examine(env: Mapping[str, str], backups: str | None = None) -> list[Finding]:
    """Looks at everything and changes nothing."""
    try:
        config = Config.from_env(env)
        found = [ok(SETTINGS, "Every setting can be read.")]
    except BadConfig as problem:
        config = None
        found = [bad(SETTINGS, " ".join(str(problem).splitlines()))]
    found += await _of_database(env, config, backups)
    return [*found, *await _of_discord(env), of_files(file_limit())]


async def _of_discord(env: Mapping[str, str]) -> list[Finding]:
    """Examines the clock and the application. What the settings complain of is not said again."""
    try:
        api = discord_in(env)
    except BadConfig:
        return []
    return [of_clock(api), *await _of_application(env, api)]


async def _of_application(env: Mapping[str, str], api: str | None) -> list[Finding]:
    try:
        return await of_discord(token_in(env), api)
    except BadConfig:
        return [] if env.get("DISCORD_TOKEN", "").strip() else await of_discord(None)


async def _of_database(env: Mapping[str, str], config: Config | None, backups: str | None) -> list[Finding]:
    """Examines the database. What the settings already complain of is not said again."""
    setting = name_of_database(env)
    try:
        address = database_in(env)
    except BadConfig:
        return []
    try:
        check_folder(address, setting)
    except BadConfig as problem:
        return [bad(DATABASE, str(problem))]
    if not address.startswith(SQLITE):
        from bot.doctor.server import of_server  # noqa: PLC0415 - needs PostgreSQL's driver

        return [*await of_server(address, setting), _of_dumps(backups)]
    path = Path(address.removeprefix(SQLITE)).resolve()
    place = Path(backups) if backups else path.parent / BACKUPS
    return [*of_file(path), _of_commits(path, config), of_backups(place, time.time(), on_server=False)]


def _of_dumps(backups: str | None) -> Finding:
    return of_backups(Path(backups or BACKUPS), time.time(), on_server=True)


def _of_commits(path: Path, config: Config | None) -> Finding:
    """Tells how long commits take. A bot that runs has measured the real ones."""
    told = None
    if config is not None and config.health is not None:
        told = _told_at(*config.health)
    return told or measured_in(path.parent)


def _told_at(host: str, port: int) -> Finding | None:
    host = EVERYWHERE.get(host, host)
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        return told_by(within(PATIENCE, lambda: text_at(f"http://{place}/metrics")))
    except (OSError, HTTPException, ValueError, queue.Empty):
        return None
