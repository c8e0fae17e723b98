"""Finds the handler of a press in one table, and explains what a handler could not do."""

from contextlib import suppress

from bot.process.background import BackgroundTasks
from bot.services import Services
from bot.ui.duels import answers, fairness, menu, new_challenge, panel, resigning, review, share, votes
from bot.ui.duels.number_form import NumberEntry
from bot.ui.handlers import Key, Route
from bot.ui.ids import CustomId, DuelAction
from bot.ui.pages import help as help_page
from bot.ui.pages import history, leaderboard, mydata, puzzle, settings
from bot.ui.wire.errors import explain, wording
from bot.ui.wire.overload import SentAway
from bot.ui.wire.press import Kind, Press
from games.engine import Refused

MODULES = (
    *(answers, fairness, menu, new_challenge, panel, resigning, review, share, votes),
    *(help_page, history, leaderboard, mydata, puzzle, settings),
)
"""Each names its presses with `on`."""
OLD_BUTTON = "This button is from an older version. Open your hand again from the board."
OUTDATED = "That is from an older version of me. Start again from the board, or with /duel."


class Router:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._routes = routes()
        self._background = BackgroundTasks()

    def handle(self, press: Press) -> None:
        self._background.run(self._handle(press))

    def duel_in(self, custom_id: str) -> int | None:
        """Returns the duel that a component or a form is about."""
        action = DuelAction.read(custom_id) or NumberEntry.read(custom_id)
        return None if action is None else action.about

    async def _handle(self, press: Press) -> None:
        route, said = self._find(press)
        press.reply.duel = "-" if said.about is None else f"{said.about:x}"
        with suppress(SentAway):
            async with self._services.overload.place(press, route.late):
                await self._answer(press, route, said)

    async def _answer(self, press: Press, route: Route, said: CustomId) -> None:
        if said.about is None:
            await self._try(press, route, said)
            return
        held = said.about if route.holds else None
        with self._services.announcer.answering(press.id, press.person, held):
            await self._try(press, route, said)

    async def _try(self, press: Press, route: Route, said: CustomId) -> None:
        """Calls a handler. Every error of it ends here, before anything of its duel is painted."""
        try:
            await route.handler(press, self._services, said)
        except Exception as error:
            worded = wording(self._services, press.guild)
            await explain(press.reply, error, self._services.metrics, worded)

    def _find(self, press: Press) -> tuple[Route, CustomId]:
        found = find(self._routes, press.kind, press.custom_id)
        if found is not None:
            return found
        old = DuelAction.read(press.custom_id)
        return (NOBODYS, Unknown()) if old is None else (OLD, old)


class Unknown(CustomId):
    """A custom id that no version has posted, or one of another kind of press."""


async def _refuse_old(_press: Press, _services: Services, _said: CustomId) -> None:
    raise Refused(OLD_BUTTON)


async def _refuse_unknown(_press: Press, _services: Services, _said: CustomId) -> None:
    raise Refused(OUTDATED)


OLD = Route(DuelAction, _refuse_old)
NOBODYS = Route(Unknown, _refuse_unknown)


def find(table: dict[Key, Route], kind: Kind, custom_id: str) -> tuple[Route, CustomId] | None:
    """Returns the handler of a custom id, and what the custom id says."""
    first, _, rest = custom_id.partition(":")
    route = table.get((kind, f"{first}:{rest.partition(':')[0]}")) or table.get((kind, first))
    said = None if route is None else route.custom_id.read(custom_id)
    return None if route is None or said is None else (route, said)


def routes() -> dict[Key, Route]:
    """Makes the table of all handlers."""
    table: dict[Key, Route] = {}
    for module in MODULES:
        for key, route in module.on.routes.items():
            if key in table:
                raise ValueError(f"two handlers for {key[1]}")
            table[key] = route
    return table
