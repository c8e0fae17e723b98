"""A user of the sandbox: a person or the bot."""

from dataclasses import dataclass

from sandbox.wire import Wire


@dataclass(slots=True)
class User:
    id: int
    name: str
    bot: bool = False
    accepts_dms: bool = True
    locale: str = "en-US"

    def wire(self) -> Wire:
        return {
            "id": str(self.id),
            "username": self.name if self.bot else self.name.lower().replace(" ", "_"),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }
