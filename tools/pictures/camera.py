"""Takes pictures of single messages, at the width of a phone and of a desktop, light and dark."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from playwright.async_api import Error, Locator

from tools.pictures.window import Side, Window

Scheme: TypeAlias = Literal["light", "dark"]
HEIGHT = 2000
"""Tall enough for the longest message, because a picture shows only what the list of messages shows."""
PHONE = (390, HEIGHT)
DESKTOP = (1400, HEIGHT)
STILL = 0.4
ATTEMPTS = 5
CONTENT = """(message) => {
  const copy = message.cloneNode(true);
  for (const time of copy.querySelectorAll('time, .dots')) time.remove();
  return copy.querySelector('.body').innerHTML;
}"""
"""What a message shows, without the times that tick."""
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@dataclass(frozen=True)
class Look:
    size: tuple[int, int]
    scheme: Scheme

    def __str__(self) -> str:
        return f"{self.size[0]}-{self.scheme}"


EVERY_LOOK = tuple(Look(size, scheme) for size in (PHONE, DESKTOP) for scheme in SCHEMES)


@dataclass(frozen=True)
class Shot:
    """Pictures of one message in several looks."""

    group: str
    name: str
    files: dict[str, Path]
    height: float
    """How high it is on a phone."""


class Camera:
    def __init__(self, window: Window, folder: Path, looks: tuple[Look, ...] = EVERY_LOOK) -> None:
        self._window = window
        self._folder = folder
        self._looks = looks
        self.shots: list[Shot] = []

    async def take(self, group: str, name: str, side: Side, message: Locator) -> Shot:
        message = await side.lasting(message)
        await settle(message)
        files: dict[str, Path] = {}
        for look in self._looks:
            path = self._folder / f"{group}-{name}-{look}.png"
            await self._show(look, side)
            await photograph(message, path)
            files[str(look)] = path
        shot = Shot(group, name, files, await height_of(self._window, side, message))
        await self._window.resize(DESKTOP)
        self.shots.append(shot)
        return shot

    async def _show(self, look: Look, side: Side) -> None:
        await self._window.resize(look.size)
        await self._window.light(look.scheme)
        await self._window.turn_to(side)
        await self._window.rest()


async def settle(message: Locator) -> None:
    """Waits until a message has stopped changing: a board is painted a moment after the pick."""
    before = None
    while (now := await message.evaluate(CONTENT)) != before:
        before = now
        await asyncio.sleep(STILL)


async def photograph(message: Locator, path: Path) -> None:
    """Takes a picture of a message, again if it is drawn anew meanwhile."""
    for attempt in range(ATTEMPTS):
        try:
            await message.screenshot(path=path, animations="disabled")
        except Error:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return


async def height_of(window: Window, side: Side, message: Locator) -> float:
    """How high a message is on a phone, in pixels: the frame that the bot draws, or all of it without one.
    What stands above the frame is Discord's."""
    await window.resize(PHONE)
    await window.turn_to(side)
    await window.rest()
    frame = message.locator(".container").first
    box = await (frame if await frame.count() else message).bounding_box()
    return box["height"] if box else 0.0
