"""Whether the commands that Discord has are those of this version."""

from collections.abc import Sequence

from bot.doctor.discord.application import Answer
from bot.doctor.finding import Finding


def of_commands(received: Sequence[Answer]) -> Finding:
    raise NotImplementedError
