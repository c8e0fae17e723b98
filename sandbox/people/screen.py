"""What a person's client shows: messages, buttons, lists and an open form, as data and as text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sandbox.interactions.components import walk
from sandbox.people.notices import notice_of
from sandbox.wire import SELECTS, Component, MessageFlag, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild, Message
from sandbox.world.world import World

REFERENCE = re.compile(r"<(@!?|@&|#)(\d+)>|<(/[^:>]+):\d+>")


@dataclass(frozen=True)
class Control:
    """A button or a list on a message. Only a list has options."""

    label: str
    custom_id: str
    disabled: bool
    options: tuple[tuple[str, str], ...] = ()
    type: int = Component.BUTTON

    def __str__(self) -> str:
        if self.type == Component.BUTTON:
            return f"[{self.label}]" if not self.disabled else f"[{self.label}: off]"
        return "{" + ": ".join([self.label, ", ".join(name for name, _ in self.options)]).rstrip(": ") + "}"


@dataclass(frozen=True)
class Seen:
    """A message as it looks at one moment. A later edit does not change this object."""

    id: int
    author: str
    text: str
    private: bool
    thinking: bool
    buttons: tuple[Control, ...]
    lists: tuple[Control, ...]
    files: tuple[str, ...]
    wire: Wire

    def __str__(self) -> str:
        who = f"{self.author} (only you can see this)" if self.private else self.author
        text = "is thinking…" if self.thinking else self.text
        files = [f"<{name}>" for name in self.files]
        return f"{who}: " + " ".join(filter(None, [text, *files, *map(str, self.buttons + self.lists)]))

    def __contains__(self, text: str) -> bool:
        return text in self.text


@dataclass(frozen=True)
class Screen:
    person: str
    place: str
    messages: tuple[Seen, ...]
    form: Wire | None

    @cached_property
    def text(self) -> str:
        return "\n".join(message.text for message in self.messages)

    @property
    def buttons(self) -> list[str]:
        return [button.label for message in self.messages for button in message.buttons]

    def find(self, text: str) -> Seen | None:
        """The newest message that contains this text."""
        return next((message for message in reversed(self.messages) if text in message.text), None)

    def __contains__(self, text: str) -> bool:
        return any(text in str(message) for message in self.messages)

    def __str__(self) -> str:
        lines = [f"{self.place}, as {self.person} sees it:"]
        lines += [f"  {message}" for message in self.messages] or ["  (nothing)"]
        if self.form is not None:
            lines.append(f"  form “{self.form['title']}”: {', '.join(field_labels(self.form))}")
        return "\n".join(lines)


def look(world: World, message: Message) -> Seen:
    if message.seen is None:
        message.seen = _look(world, message)
    return message.seen


def _look(world: World, message: Message) -> Seen:
    wire = message.wire
    channel = world.channels.get(message.channel_id)
    guild = world.guild_of(channel) if channel else None
    controls = [c for c in walk(wire["components"]) if "custom_id" in c or c["type"] == Component.BUTTON]
    return Seen(
        message.id,
        world.users[message.author_id].name,
        readable("\n".join(_texts(wire)), world, guild),
        message.only_for is not None,
        bool(wire["flags"] & MessageFlag.LOADING),
        tuple(_button(c) for c in controls if c["type"] == Component.BUTTON),
        tuple(_list(c) for c in controls if c["type"] in SELECTS),
        tuple(attachment["filename"] for attachment in wire["attachments"]),
        dict(wire),
    )


def place_name(channel: Channel) -> str:
    return "direct messages" if channel.is_dm else f"#{channel.name}"


def field_labels(form: Wire) -> list[str]:
    return [label for label, _ in form_fields(form)]


def form_fields(form: Wire) -> Iterator[tuple[str, Wire]]:
    """Yields each input of a form with its label."""
    for component in form["components"]:
        if component["type"] == Component.LABEL:
            yield component["label"], component["component"]
        else:
            for field in component.get("components", []):
                yield field.get("label", ""), field


def readable(text: str, world: World, guild: Guild | None) -> str:
    """Replaces mentions by names, as a client shows them."""

    def name(match: re.Match[str]) -> str:
        sign, number, command = match.groups()
        if command:
            return str(command)
        if sign == "@&":
            role = guild.roles.get(int(number)) if guild else None
            return f"@{role.name}" if role else "@deleted-role"
        if sign == "#":
            channel = world.channels.get(int(number))
            return f"#{channel.name}" if channel else "#unknown"
        user = world.users.get(int(number))
        return f"@{user.name}" if user else "@unknown-user"

    return REFERENCE.sub(name, text) if "<" in text else text


def _texts(wire: Wire) -> Iterator[str]:
    notice = notice_of(wire)
    if notice:
        yield notice
        return
    if wire["content"]:
        yield wire["content"]
    for embed in wire["embeds"]:
        yield from filter(
            None, (embed.get("author", {}).get("name"), embed.get("title"), embed.get("description"))
        )
        for field in embed.get("fields", []):
            yield f"{field['name']}\n{field['value']}"
        if embed.get("footer"):
            yield embed["footer"]["text"]
    for component in walk(wire["components"]):
        if component["type"] == Component.TEXT_DISPLAY:
            yield component["content"]


def _button(component: Wire) -> Control:
    emoji = (component.get("emoji") or {}).get("name") or ""
    label = component.get("label") or emoji
    return Control(label, component.get("custom_id", ""), bool(component.get("disabled")))


def _list(component: Wire) -> Control:
    options = tuple((option["label"], option["value"]) for option in component.get("options", []))
    label = component.get("placeholder") or component["custom_id"]
    return Control(label, component["custom_id"], bool(component.get("disabled")), options, component["type"])
