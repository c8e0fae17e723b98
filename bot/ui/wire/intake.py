"""Where every interaction comes in: one list of filters, then the router or discord.py's command tree.

discord.py takes payloads as they are. One that it can't read would end the connection, and the bot with it.
"""

import logging
from collections.abc import Callable, Sequence
from typing import TypeAlias

import discord
from cachetools import FIFOCache

from bot.health.metrics import Metrics, reason_of
from bot.ui.wire.press import Kind, Payload, Press, press_from
from bot.ui.wire.requests import Requests

log = logging.getLogger(__name__)

Receiver: TypeAlias = Callable[[Payload], None]
Filter: TypeAlias = Callable[[Receiver], Receiver]
"""Takes the next step, and returns a step that comes before it."""
EVENT = "INTERACTION_CREATE"
LARGEST_ID = 2**63 - 1
REMEMBERED = 5_000
"""How many interactions are remembered: many seconds' worth, on a busy bot."""
PRESSES = (Kind.COMPONENT.value, Kind.FORM.value)


class Intake:
    def __init__(
        self, requests: Requests, metrics: Metrics, route: Callable[[Press], None], meet: Receiver
    ) -> None:
        """`meet` is shown every interaction, for the names in it."""
        self._requests = requests
        self._metrics = metrics
        self._route = route
        self._meet = meet
        self._seen: FIFOCache[int, None] = FIFOCache(REMEMBERED)

    def open(self, client: discord.Client, more: Sequence[Filter] = ()) -> None:
        """Takes the place of discord.py's own handling of interactions."""
        handlers = handlers_of(client)
        handlers[EVENT] = self._stack(handlers[EVENT], more)

    def _stack(self, command_tree: Receiver, more: Sequence[Filter]) -> Receiver:
        """Puts every filter that an interaction passes in front of the last step, in this order. `more` are
        those that a process may lack: forwarding to another process, and the stopwatch."""
        filters: list[Filter] = [self._readable, self._once, *more]
        receiver = self._sorted(command_tree)
        for each in reversed(filters):
            receiver = each(receiver)
        return receiver

    def _readable(self, pass_on: Receiver) -> Receiver:
        """Ignores what can't be read, here or in a later step."""

        def receive(payload: Payload) -> None:
            try:
                check(payload)
                pass_on(payload)
            except Exception as error:
                self._metrics.refusals.labels("intake").inc()
                log.warning(
                    "invalid interaction payload, ignored (%s in %s)", type(error).__name__, reason_of(error)
                )

        return receive

    def _once(self, pass_on: Receiver) -> Receiver:
        """Lets an interaction in once. Discord may deliver it twice, after a lost connection."""

        def receive(payload: Payload) -> None:
            interaction = int(payload["id"])
            if interaction not in self._seen:
                self._seen[interaction] = None
                self._meet(payload)
                pass_on(payload)

        return receive

    def _sorted(self, command_tree: Receiver) -> Receiver:
        """Presses go to the router, commands to discord.py."""

        def receive(payload: Payload) -> None:
            if payload["type"] in PRESSES:
                self._route(press_from(payload, self._requests))
            else:
                command_tree(payload)

        return receive


def handlers_of(client: discord.Client) -> dict[str, Receiver]:
    """Returns the handlers of the gateway's events, by their names. discord.py looks here, and so do we."""
    return client._connection.parsers  # noqa: SLF001 - there is no other place in front of discord.py's own


def only_if(admits: Callable[[Payload], bool]) -> Filter:
    """Makes a filter that passes on what is admitted."""

    def before(pass_on: Receiver) -> Receiver:
        def receive(payload: Payload) -> None:
            if admits(payload):
                pass_on(payload)

        return receive

    return before


def check(payload: Payload) -> None:
    """Raises for a payload that lacks what every interaction has."""
    guild, message = payload.get("guild_id"), payload.get("message")
    ids = [payload["id"], payload["application_id"], _person(payload)["id"]]
    ids += [] if guild is None else [guild]
    ids += [] if message is None else [message["id"]]
    if not all(map(_is_id, ids)):
        raise ValueError("an invalid id")
    if type(payload["type"]) is not int or not isinstance(payload["token"], str):
        raise TypeError("an invalid type or token")
    if not isinstance(payload["data"], dict):
        raise TypeError("no data")


def _person(payload: Payload) -> Payload:
    person: Payload = payload["user"] if payload.get("guild_id") is None else payload["member"]["user"]
    return person


def _is_id(value: object) -> bool:
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20
    return is_number and 0 < int(str(value)) <= LARGEST_ID
