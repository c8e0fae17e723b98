"""An unchanged discord.py client, over loopback sockets, on the other side of a sandbox."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, TypeAlias

import aiohttp
import discord
import pytest
from discord import app_commands

from sandbox import Sandbox, World

INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class Bot(discord.Client):
    """Bare discord.py; tests hang their commands on `tree` and read `heard`, the events in order."""

    def __init__(self, intents: discord.Intents = INTENTS, **options: Any) -> None:
        super().__init__(
            intents=intents, guild_ready_timeout=0.01, max_messages=None, enable_debug_events=True, **options
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Real bots wait five seconds here."""

    async def on_socket_event_type(self, name: str) -> None:
        self.heard.append(name)

    async def hears(self, name: str, patience: float = 5.0) -> None:
        """Until an event of that name has come, since the last time `heard` was cleared."""
        async with asyncio.timeout(patience):
            while name not in self.heard:
                await asyncio.sleep(0.005)


Launch: TypeAlias = Callable[..., Any]


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob"]}, channels=("duels", "lounge"))


@pytest.fixture
async def launch(sandbox: Sandbox) -> AsyncIterator[Launch]:
    """Logs a client in, syncs its commands if it has any, and returns it when it is ready. Time is moved on
    until it may identify itself."""
    async with AsyncExitStack() as running:

        async def start(bot: discord.Client) -> Any:
            await running.enter_async_context(bot)
            await bot.login(sandbox.token)
            if isinstance(bot, Bot) and bot.tree.get_commands():
                await bot.tree.sync()
            sandbox.clock.advance(sandbox.gateway.starts.wait_for(0))
            connection = asyncio.create_task(bot.connect())
            running.push_async_callback(_end, connection)
            running.push_async_callback(bot.close)
            async with asyncio.timeout(5):
                await bot.wait_until_ready()
            return bot

        yield start


@pytest.fixture
async def channel(launch: Launch) -> discord.TextChannel:
    """#duels, as the bot sees it."""
    bot = await launch(Bot())
    found = bot.guilds[0].text_channels[0]
    assert isinstance(found, discord.TextChannel)
    return found


async def _end(task: "asyncio.Task[None]") -> None:
    await asyncio.wait([task], timeout=5)


class Api:
    """Requests as anyone could send them, without discord.py's manners."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self._session = session
        self.headers: Mapping[str, str] = {}

    async def __call__(
        self, method: str, path: str, json: Any = None, *, token: str | None = None, **options: Any
    ) -> tuple[int, Any]:
        authorization = {"Authorization": f"Bot {token or self.sandbox.token}"}
        headers = authorization | options.pop("headers", {})
        url = self.sandbox.api_url + path
        async with self._session.request(method, url, json=json, headers=headers, **options) as answer:
            self.headers = answer.headers
            is_json = answer.headers.get("Content-Type") == "application/json"
            return answer.status, await answer.json() if is_json else await answer.text()


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)
