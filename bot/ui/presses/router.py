"""Finds the handler of a press in one table, and explains what a handler could not do."""

import logging
from contextlib import AbstractContextManager, nullcontext

from bot.process.background import BackgroundTasks
from bot.services import Services
from bot.ui.errors import explain
from bot.ui.pages import history, leaderboard, mydata, puzzle
from bot.ui.pages.settings import handler as settings
from bot.ui.presses import answers, challenge, computer, panel, replay, review, votes
from bot.ui.presses.custom_id import CustomId, DuelAction
from bot.ui.presses.handlers import Key, Route
from bot.ui.presses.number_form import NumberEntry
from bot.ui.presses.overload import Overload
from bot.ui.wire.press import Press
from games.engine import Refused

log = logging.getLogger(__name__)

MODULES = (
    *(answers, challenge, computer, panel, replay, review, votes),
    *(history, leaderboard, mydata, puzzle, settings),
)
"""Each names its presses with `on`."""
OLD_BUTTON = "This button is from an older version. Open your hand again from the board."
OUTDATED = "That is from an older version of me. Start again from the board, or with /duel."


class Router:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._routes = routes()
        self._overload = Overload()
        self._background = BackgroundTasks()

    def take(self, press: Press) -> None:
        self._background.run(self._handle(press))

    def duel_in(self, custom_id: str) -> int | None:
        """The duel that a component or a form is about."""
        action = DuelAction.read(custom_id) or NumberEntry.read(custom_id)
        return None if action is None else action.about

    async def _handle(self, press: Press) -> None:
        """When too many presses come in at once, those that change a duel wait for each other."""
        route, said = self._find(press)
        if not route.holds:
            await self._answer(press, route, said)
        elif await self._overload.enter():
            try:
                await self._answer(press, route, said)
            finally:
                self._overload.leave()
        else:
            log.warning("press dropped, overloaded: it waited too long (%s)", press.custom_id)

    def _find(self, press: Press) -> tuple[Route, CustomId | None]:
        first, _, rest = press.custom_id.partition(":")
        key = press.kind, f"{first}:{rest.partition(':')[0]}"
        route = self._routes.get(key) or self._routes.get((press.kind, first))
        said = None if route is None else route.custom_id.read(press.custom_id)
        return (OLD, None) if route is None or said is None else (route, said)

    async def _answer(self, press: Press, route: Route, said: CustomId | None) -> None:
        """Every error of every handler ends here, before anything of its duel is painted."""
        duel = None if said is None else said.about
        press.reply.duel = "-" if duel is None else f"{duel:x}"
        with nullcontext() if duel is None else self._answering(press, duel if route.holds else None):
            try:
                await route.handler(press, self._services, said)
            except Exception as error:
                await explain(press.reply, error, self._services.metrics)

    def _answering(self, press: Press, held: int | None) -> AbstractContextManager[None]:
        return self._services.announcer.answering(press.id, press.person, held)


async def _refuse_old(press: Press, _services: Services, _said: None) -> None:
    raise Refused(OUTDATED if DuelAction.read(press.custom_id) is None else OLD_BUTTON)


OLD = Route(DuelAction, _refuse_old)
"""Handles what no module handles."""


def routes() -> dict[Key, Route]:
    """The table of all handlers."""
    table: dict[Key, Route] = {}
    for module in MODULES:
        for key, route in module.on.routes.items():
            if key in table:
                raise ValueError(f"two handlers for {key[1]}")
            table[key] = route
    return table
