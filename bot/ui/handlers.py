"""Lets a module name the presses that it handles, and holds what most handlers need."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from bot.arena.arena import Arena
from bot.duels.duel import Duel, Status
from bot.services import Services
from bot.ui.ids import CustomId, DuelAction
from bot.ui.wire.press import Kind, Press
from bot.ui.wire.reply import Late
from games.engine import Refused
from games.match import AnyMatch

Handler: TypeAlias = Callable[[Press, Services, Any], Awaitable[None]]
"""A handler does what a press asks for, and answers it. The third argument is what its custom id says."""
H = TypeVar("H", bound=Handler)
Key: TypeAlias = tuple[Kind, str]
"""A component or a form, and the first words of its custom id."""
PRESS_IN_SERVERS = "Duels are played in servers. Press the button there."
NOT_BEGUN = "This duel hasn't begun: the challenge is still open."


@dataclass(frozen=True, slots=True)
class Route:
    custom_id: type[CustomId]
    handler: Handler
    holds: bool = False
    """Whether the handler may change its duel: then the duel is painted after the answer."""
    late: Late = Late.OWN
    """Where the answer will stand."""


class Handlers:
    """Collects the handlers of one module."""

    def __init__(self) -> None:
        self.routes: dict[Key, Route] = {}

    def __call__(self, verb: str, *, holds: bool = True, late: Late = Late.OWN) -> Callable[[H], H]:
        """Handles a button of a duel. `holds=False`: the board need not wait for its answer. `late` says
        where the answer will stand."""
        key = (Kind.COMPONENT, f"{DuelAction.word}:{verb}")
        return self._register(key, DuelAction, late, holds=holds)

    def component(self, custom_id: type[CustomId], late: Late = Late.OWN) -> Callable[[H], H]:
        """Handles every button and list of this kind."""
        return self._register((Kind.COMPONENT, custom_id.word), custom_id, late, holds=False)

    def form(self, custom_id: type[CustomId]) -> Callable[[H], H]:
        """Handles a form about a duel."""
        return self._register((Kind.FORM, custom_id.word), custom_id, Late.OWN, holds=True)

    def _register(self, key: Key, custom_id: type[CustomId], late: Late, *, holds: bool) -> Callable[[H], H]:
        def register(handler: H) -> H:
            if key in self.routes:
                raise ValueError(f"two handlers for {key[1]}")
            self.routes[key] = Route(custom_id, handler, holds, late)
            return handler

        return register


def arena_of(press: Press, services: Services) -> Arena:
    """Returns the arena of the guild where the button was pressed."""
    if press.guild is None:
        raise Refused(PRESS_IN_SERVERS)
    return services.arenas.arena(press.guild)


async def arena_for(press: Press, services: Services, duel: int) -> Arena:
    """Returns the arena of a duel; its players may press in a direct message too."""
    if press.guild is not None:
        return services.arenas.arena(press.guild)
    guild = await services.storage.guild_of(duel)
    if guild is not None:
        arena = services.arenas.arena(guild)
        if (await arena.duel(duel)).seat_of(press.person) is not None:
            return arena
    raise Refused(PRESS_IN_SERVERS)


async def finished(press: Press, services: Services, number: int) -> tuple[Duel, AnyMatch]:
    """Returns a duel that is over; nothing of a duel is opened before its end."""
    duel = await arena_of(press, services).duel(number)
    if duel.match is None or duel.status not in (Status.WON, Status.VOID):
        raise Refused("This duel is not over yet. Wait for its end.")
    return duel, duel.match
