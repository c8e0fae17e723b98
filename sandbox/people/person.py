"""A person at their Discord client, for tests to drive."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.interactions.interactions import Interaction
from sandbox.people.allowed import start_thread
from sandbox.people.client import Client
from sandbox.people.looking import readable
from sandbox.people.notifications import Ping
from sandbox.people.options import Refused
from sandbox.people.screen import Control, Screen, Seen, place_name
from sandbox.people.spoken.voice import Voice, spoken_form
from sandbox.people.typed_input import command_named, typed_fields, typed_options, value_of
from sandbox.server.platform import Platform
from sandbox.wire import CallbackType, ChannelType, CommandType, Wire
from sandbox.world.channel import Channel
from sandbox.world.kinds import WITHOUT_MESSAGES
from sandbox.world.user import User

PATIENCE = 5.0
REACTION = 0.02


class NotAsExpected(AssertionError):  # noqa: N818 - it fails a test, as an assertion does
    """A person could not do or see what a test expected. The text shows that person's screen."""


@dataclass(frozen=True)
class Reply:
    """How the bot answered: with a message, a form, choices, or a change to the pressed message."""

    kind: CallbackType
    message: Seen | None
    form: Wire | None
    choices: list[str]


class Person:
    """Someone who types, presses and reads. `reaction` is how long they look at each answer, in seconds.

    discord.py knows a view or a form only after it has read the response to its own request. It ignores
    a press that comes earlier, which no human could make.
    """

    def __init__(self, platform: Platform, user: User, reaction: float = REACTION) -> None:
        self._platform = platform
        self._client = Client(platform, user)
        self._view = self._client.view
        self._world = platform.world
        self.user = user
        self._reaction = reaction
        self.channel = self._first_channel()

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    def __repr__(self) -> str:
        return f"<{self.name} in {place_name(self.channel)}>"

    def go_to(self, place: str | Channel) -> "Person":
        """Opens a channel or a thread. A text is its name."""
        if isinstance(place, Channel):
            return self._open(place)
        wanted = place.removeprefix("#")
        here = [c for g in self._world.guilds_of(self.user) for c in g.channels.values()]
        seen = [channel for channel in here if self._world.can_see(self.user, channel)]
        for channel in seen:
            if channel.name == wanted:
                return self._open(channel)
        names = ", ".join(place_name(channel) for channel in seen)
        raise NotAsExpected(f"{self.name} sees no #{wanted}, only {names or 'nothing'}.")

    def go_to_dms(self) -> "Person":
        return self._open(self._world.dm_with(self.user))

    def sees(self) -> Screen:
        messages = self._view.open(self.channel)
        modal = self._platform.open_modals.get(self.id)
        shown = tuple(self._view.read(message) for message in messages)
        return Screen(self.name, place_name(self.channel), shown, modal.wire if modal else None)

    def hears(self, message: Seen | None = None) -> list[str]:
        """What a screen reader speaks, line by line: all that this person sees, or one message of it."""
        screen = self.sees()
        shown = [seen for seen in screen.messages if message is None or seen.id == message.id]
        voice = Voice(self._with_names, self._world.emoji, self._world.clock.now())
        lines = [line for seen in shown for line in voice.message(seen)]
        return lines if screen.form is None or message is not None else [*lines, *spoken_form(screen.form)]

    def _with_names(self, text: str, message: Wire) -> str:
        carried = {int(user["id"]) for user in message["mentions"]}
        guild = self._world.guild_of(self.channel)
        return readable(text, self._world, guild, self._view.known | carried)

    async def wait_for(self, text: str, patience: float = PATIENCE) -> Seen:
        """Waits until a message here contains this text. Returns the newest such message."""
        screen = await self.wait_until(lambda seen: seen.find(text) is not None, patience, repr(text))
        message = screen.find(text)
        assert message is not None  # noqa: S101 - `wait_until` has found it
        return message

    async def wait_until(
        self, likes: Callable[[Screen], Any], patience: float = PATIENCE, what: str = "what was waited for"
    ) -> Screen:
        """Waits until the function accepts this person's screen."""
        deadline = asyncio.get_running_loop().time() + patience
        with self._platform.watch.on(self.channel.id) as change:
            while True:
                change.clear()
                screen = self.sees()
                if likes(screen):
                    return screen
                try:
                    left = deadline - asyncio.get_running_loop().time()
                    await asyncio.wait_for(change.wait(), max(left, 0))
                except TimeoutError:
                    raise NotAsExpected(f"{self.name} never saw {what}.\n{screen}") from None

    def say(self, text: str) -> Seen:
        message = self._attempt("saying that", lambda: self._client.say(self.channel, text))
        return self._view.read(message)

    async def slash(self, line: str, /, **options: Any) -> Reply:
        command, path = self._find_command(line)
        wire = typed_options(command, path, options)
        return await self._do(f"/{line}", lambda: self._client.slash(self.channel, command["id"], wire))

    async def complete(self, line: str, /, **options: Any) -> list[str]:
        """Types the last option and returns the suggestions for it."""
        command, path = self._find_command(line)
        wire = typed_options(command, path, options, focused=list(options)[-1])
        reply = await self._do(
            f"completing /{line}", lambda: self._client.complete(self.channel, command["id"], wire)
        )
        return reply.choices

    async def menu(self, name: str, target: "Person | Seen") -> Reply:
        """Uses a command from the context menu of a person or a message."""
        offered = [c for c in self._client.offered(self.channel) if c["type"] != CommandType.CHAT_INPUT]
        command = next((c for c in offered if c["name"] == name), None)
        if command is None:
            names = ", ".join(c["name"] for c in offered)
            raise NotAsExpected(f"{self.name}'s menu has no “{name}”, only {names or 'nothing'}.")
        wanted = command["id"]
        return await self._do(f"“{name}”", lambda: self._client.menu(self.channel, wanted, str(target.id)))

    async def press(self, label: str, on: Seen | None = None) -> Reply:
        """Presses the newest button with that label, emoji, spoken name or custom id."""
        message, button = self._control(label, on, lambda seen: seen.buttons, "button")
        return await self._do(f"[{label}]", lambda: self._client.press(message.id, button.custom_id))

    async def choose(self, label: str, *values: "str | Person", on: Seen | None = None) -> Reply:
        """Chooses from the newest list with that placeholder or custom id, by labels, values or people."""
        message, chosen = self._control(label, on, lambda seen: seen.lists, "list")
        by_label = dict(chosen.options)
        wire = [by_label.get(v, v) if isinstance(v, str) else value_of(v) for v in values]
        return await self._do(f"{{{label}}}", lambda: self._client.choose(message.id, chosen.custom_id, wire))

    async def fill(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Reply:
        """Fills in the fields of the open form by their labels, and sends it."""
        modal = self._platform.open_modals.get(self.id)
        if modal is None:
            raise NotAsExpected(f"No form is open for {self.name}.\n{self.sees()}")
        given = {**(values or {}), **named}
        components = typed_fields(modal.wire, given)
        if len(components) < len(given):
            raise NotAsExpected(f"The form has no such field: {', '.join(given)}.\n{self.sees()}")
        title = modal.wire["title"]
        return await self._do(
            f"the form “{title}”", lambda: self._client.submit(modal.wire["custom_id"], components)
        )

    def dismiss(self, message: Seen) -> None:
        """Hides a private message in this client alone. The bot is not told."""
        self._attempt("dismissing", lambda: self._client.dismiss(message.id))

    def reload(self) -> None:
        """Starts this client anew, without its private messages and the people it has met."""
        self._view.reload()

    def go_to_group(self, name: str) -> "Person":
        """Opens a group of direct messages, in which the bot is not."""
        for channel in self._world.dms_of(self.user):
            if channel.type is ChannelType.GROUP and channel.name == name:
                return self._open(channel)
        raise NotAsExpected(f"{self.name} is in no group “{name}”.")

    def start_thread(self, name: str, *, private: bool = False) -> Channel:
        """Starts a thread here and opens it. In a forum, that is a post."""
        place, user = self.channel, self.user
        thread: Channel = self._attempt(
            "starting a thread",
            lambda: start_thread(self._platform, user, place, name, private=private),
        )
        self._open(thread)
        return thread

    def notified(self) -> list[Ping]:
        """The new messages that called this person, oldest first: mentions and direct messages."""
        return self._platform.notifications.pings(self.user)

    def unread(self) -> list[Channel]:
        """The channels with new messages that this person has not looked at on any client."""
        return [
            self._world.channels[number] for number in self._platform.notifications.channels_unread(self.user)
        ]

    def _open(self, channel: Channel) -> "Person":
        self.channel = channel
        self._view.open(channel)
        return self

    def _first_channel(self) -> Channel:
        for guild in self._world.guilds_of(self.user):
            for channel in guild.channels.values():
                if self._world.can_see(self.user, channel) and channel.type not in WITHOUT_MESSAGES:
                    return channel
        return self._world.dm_with(self.user)

    def _find_command(self, line: str) -> tuple[Wire, list[str]]:
        offered = [c for c in self._client.offered(self.channel) if c["type"] == CommandType.CHAT_INPUT]
        command = command_named(offered, line)
        if command is None:
            names = ", ".join(f"/{c['name']}" for c in offered)
            text = (
                f"{self.name} is offered no /{line} in {place_name(self.channel)}, only {names or 'nothing'}."
            )
            raise NotAsExpected(text)
        return command, line.split()[1:]

    def _control(
        self, label: str, on: Seen | None, controls: Callable[[Seen], tuple[Control, ...]], kind: str
    ) -> tuple[Seen, Control]:
        """Finds a button or a list on the given message as it is now, or on the newest that has it."""
        if on is None:
            messages = self._view.open(self.channel)
        else:
            current = self._platform.messages.get(on.id)
            messages = [current] if current and self._view.shows(current) else []
        off = False
        for message in reversed(messages):
            seen = self._view.read(message)
            for control in controls(seen):
                if label in {control.label, control.custom_id} or label == control.spoken:
                    if not control.disabled:
                        return seen, control
                    off = True
        why = f"the {kind} “{label}” is switched off" if off else f"there is no {kind} “{label}”"
        raise NotAsExpected(f"For {self.name} {why}.\n{self.sees()}")

    async def _do(self, what: str, start: Callable[[], Interaction]) -> Reply:
        interaction = self._attempt(what, start)
        self._view.begin(interaction)
        answer = await interaction.answer if interaction.answer is not None else None
        if answer is None:
            raise NotAsExpected(f"The bot did not answer {self.name}'s {what} in time.\n{self.sees()}")
        message = self._view.read(answer.message) if answer.message else None
        await asyncio.sleep(self._reaction)
        return Reply(answer.kind, message, answer.modal, [choice["name"] for choice in answer.choices])

    def _attempt(self, what: str, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except Refused as refusal:
            raise NotAsExpected(f"{self.name} can't do {what}: {refusal}\n{self.sees()}") from None
