"""What a person's client shows: messages, buttons, lists and an open form, as data and as text."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sandbox.people.spoken.emoji_names import in_words
from sandbox.wire import Component, Wire
from sandbox.world.channel import Channel


@dataclass(frozen=True)
class Control:
    """A button or a list on a message. Only a list has options."""

    label: str
    custom_id: str
    disabled: bool
    options: tuple[tuple[str, str], ...] = ()
    type: int = Component.BUTTON
    emoji: str = ""
    """A character, or the name of a picture in words."""

    @property
    def spoken(self) -> str:
        """What a screen reader calls it: its emoji by name, then its label."""
        return in_words(self.label if self.emoji in {"", self.label} else f"{self.emoji} {self.label}")

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
