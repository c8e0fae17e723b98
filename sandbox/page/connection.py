"""One person's websocket from the page: it carries out requests and tells the page what changes."""

import asyncio
from collections.abc import Callable
from typing import Any

import orjson
from aiohttp import web

from sandbox.interactions.interactions import Answer, Interaction
from sandbox.page.world import emoji_wire, people_wire, world_wire
from sandbox.people.client import Client
from sandbox.people.options import Refused
from sandbox.server.outbox import Outbox
from sandbox.server.platform import Platform
from sandbox.server.status import BotStatus
from sandbox.wire import CallbackType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.feed import Listener
from sandbox.world.snowflake import as_id
from sandbox.world.user import User

SHOWN_AT_MOST = 100
LONGEST_NAME = 32


class PersonConnection(Listener):
    def __init__(
        self, platform: Platform, user: User, status: BotStatus, socket: web.WebSocketResponse
    ) -> None:
        self._platform = platform
        self._client = Client(platform, user)
        self._user = user
        self._status = status
        self._socket = socket
        self._outbox = Outbox(self._send)
        self._world_is_stale = False
        self._emoji_are_stale = False
        self._opened = 0
        self._known = self._client.view.known
        self._actions: dict[str, Callable[[Wire], Interaction | None]] = {
            "open": self._open,
            "say": self._say,
            "slash": lambda a: self._client.slash(self._channel(a), a["command"], a.get("options", [])),
            "menu": lambda a: self._client.menu(self._channel(a), a["command"], a["target"]),
            "complete": lambda a: self._client.complete(self._channel(a), a["command"], a.get("options", [])),
            "press": lambda a: self._client.press(a["message"], a["custom_id"]),
            "choose": lambda a: self._client.choose(a["message"], a["custom_id"], a["values"]),
            "submit": lambda a: self._client.submit(a["modal"], a["components"]),
            "dismiss": self._dismiss,
            "read": lambda a: platform.notifications.read(user, self._channel(a)),
            "add_person": self._add_person,
        }
        platform.feed.join(self)
        self._tell(world_wire(self._client))
        self._tell(status.wire())

    def close(self) -> None:
        self._platform.feed.leave(self)
        self._outbox.close()

    def receive(self, raw: str | bytes) -> None:
        """Carries out a request. If it is wrong, the page is told; nothing is raised."""
        nonce = None
        try:
            request = _object(raw)
            nonce = request.get("nonce")
            self._carry_out(request, nonce)
        except Refused as refusal:
            self._tell({"type": "refused", "nonce": nonce, "text": str(refusal)})
        except KeyError as missing:
            text = f"The request lacks {missing}."
            self._tell({"type": "refused", "nonce": nonce, "text": text})

    def created(self, message: Message) -> None:
        ping = self._platform.notifications.ping_by(message, self._user)
        silent = ping is not None and ping.silent
        self._show(message, {"new": True, "mentions_me": ping is not None, "silent": silent})

    def shown(self, message: Message) -> None:
        self._show(message, {"new": False, "mentions_me": False, "silent": False})

    def gone(self, message: Message) -> None:
        if self._client.view.shows(message):
            self._tell({"type": "gone", "channel": str(message.channel_id), "message": str(message.id)})

    def world_changed(self) -> None:
        """Sends the world soon. Many changes at the same moment are sent only once."""
        if not self._world_is_stale:
            self._world_is_stale = True
            asyncio.get_running_loop().call_soon(self._tell_world)

    def emoji_changed(self) -> None:
        """Sends the list soon, and before any message that may need it."""
        if not self._emoji_are_stale:
            self._emoji_are_stale = True
            asyncio.get_running_loop().call_soon(self._tell_emoji)

    def bot_changed(self) -> None:
        self._tell(self._status.wire())

    def _carry_out(self, request: Wire, nonce: Any) -> None:
        action = self._actions.get(str(request.get("do")))
        if action is None:
            raise Refused(f"The sandbox does not know how to {str(request.get('do'))[:40]!r}.")
        interaction = action(request)
        self._introduce()
        if interaction is None:
            self._tell({"type": "acknowledged", "nonce": nonce})
        elif interaction.answer is not None:
            interaction.answer.add_done_callback(lambda done: self._report(nonce, done))

    def _report(self, nonce: Any, done: "asyncio.Future[Answer | None]") -> None:
        answer = None if done.cancelled() else done.result()
        if answer is None:
            self._tell({"type": "failed", "nonce": nonce, "text": "This interaction failed"})
        elif answer.kind is CallbackType.MODAL:
            self._tell({"type": "modal", "nonce": nonce, "modal": answer.modal})
        elif answer.kind is CallbackType.CHOICES:
            self._tell({"type": "choices", "nonce": nonce, "choices": answer.choices})
        else:
            self._tell({"type": "acknowledged", "nonce": nonce})

    def _open(self, request: Wire) -> None:
        channel = self._channel(request)
        self._opened = channel.id
        seen = self._client.view.open(channel)[-SHOWN_AT_MOST:]
        self._introduce()
        self._tell(
            {"type": "messages", "channel": str(channel.id), "messages": [message.wire for message in seen]}
        )

    def _say(self, request: Wire) -> None:
        self._client.say(self._channel(request), request["text"])

    def _dismiss(self, request: Wire) -> None:
        message = self._client.dismiss(request["message"])
        self._tell({"type": "gone", "channel": str(message.channel_id), "message": str(message.id)})

    def _add_person(self, request: Wire) -> None:
        name = request["name"]
        if not isinstance(name, str) or not 1 <= len(name.strip()) <= LONGEST_NAME:
            raise Refused(f"A name has 1 to {LONGEST_NAME} characters.")
        world = self._platform.world
        if any(user.name.lower() == name.strip().lower() for user in world.users.values()):
            raise Refused("Someone here has that name already.")
        for guild in world.guilds.values():
            world.add_member(guild, name.strip())

    def _channel(self, request: Wire) -> Channel:
        return self._client.channel(as_id(request["channel"]) or 0)

    def _show(self, message: Message, news: Wire) -> None:
        if not self._sees(message):
            return
        if message.channel_id == self._opened:
            self._client.view.notice(message)
            self._introduce()
        self._tell_emoji()
        self._tell({"type": "message", "message": message.wire, **news})

    def _introduce(self) -> None:
        """Tells the page whom its client has met since it was last told."""
        known = self._client.view.known
        if known != self._known:
            fresh, self._known = known - self._known, known
            self._tell({"type": "met", "people": people_wire(self._client, fresh)})

    def _sees(self, message: Message) -> bool:
        if message.only_for is not None:
            return self._client.view.shows(message)
        channel = self._platform.world.channels.get(message.channel_id)
        return channel is not None and self._platform.world.can_see(self._user, channel)

    def _tell_world(self) -> None:
        self._world_is_stale = False
        self._tell(world_wire(self._client))

    def _tell_emoji(self) -> None:
        if self._emoji_are_stale:
            self._emoji_are_stale = False
            self._tell({"type": "emoji", "emoji": emoji_wire(self._client)})

    def _tell(self, message: Wire) -> None:
        self._outbox.put(orjson.dumps(message))

    async def _send(self, frame: bytes) -> None:
        await self._socket.send_str(frame.decode())


def _object(raw: str | bytes) -> Wire:
    try:
        request = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise Refused("That was not JSON.") from None
    if not isinstance(request, dict):
        raise Refused("A request must be an object.")
    return request
