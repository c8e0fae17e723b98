"""Commands with their options filled in, which an empty channel offers as one button each."""

from dataclasses import asdict, dataclass, field

from sandbox.wire import Wire


@dataclass(frozen=True)
class Shortcut:
    """It is offered where the bot has this command with all of these options."""

    label: str
    about: str
    command: str
    options: dict[str, str] = field(default_factory=dict)

    def wire(self) -> Wire:
        return asdict(self)


SHORTCUTS = (
    Shortcut(
        "Play the computer now",
        "High-Low against Sprout, who is easy to beat. It takes two minutes.",
        "duel highlow",
        {"level": "sprout"},
    ),
)
