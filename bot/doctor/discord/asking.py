"""Asks Discord with the bot's token. It only reads: every request is a GET."""

import json
import queue
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

from bot.doctor.machine import AGENT, DIRECTLY, DISCORD, PATIENCE, within

UNAUTHORIZED, TOO_MANY = 401, 429
SILENT = "Discord did not answer. Check the network, and try again."
SHUT_OUT = "Discord takes no more requests from this address. Leave the bot alone, and try again in an hour."


class NotAnswered(Exception):  # noqa: N818 - named after what happened
    """Discord could not be asked, or did not answer in its own way; the message says what to do."""


class NotAllowed(Exception):  # noqa: N818 - named after what happened
    """Discord knows no such token."""


class Discord:
    def __init__(self, token: str, api: str | None = None) -> None:
        """`api` is another address for Discord's API."""
        self._token = token
        self._api = api or DISCORD

    def ask(self, path: str) -> Any:
        """What stands at this path, such as `/gateway/bot`."""
        try:
            return within(PATIENCE, lambda: self._read(path))
        except HTTPError as refusal:
            with refusal:
                raise _problem(refusal.code) from None
        except (OSError, HTTPException, ValueError, queue.Empty):
            raise NotAnswered(SILENT) from None

    def _read(self, path: str) -> Any:
        headers = {"User-Agent": AGENT, "Authorization": f"Bot {self._token}"}
        request = Request(f"{self._api}{path}", headers=headers)  # noqa: S310 - the settings allow http and https only
        with DIRECTLY.open(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())


def _problem(status: int) -> Exception:
    if status == UNAUTHORIZED:
        return NotAllowed()
    said = f"Discord refuses to answer (status {status}). Try again later."
    return NotAnswered(SHUT_OUT if status == TOO_MANY else said)
