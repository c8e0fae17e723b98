"""A round of a match as a moving picture: both people side by side, a pointer, and what they press."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator

from tools.pictures.camera import settle
from tools.pictures.match import PICKS, PRIVATE, PUBLIC, Match
from tools.pictures.stage import Stage
from tools.pictures.window import Side, Window

SIZE = (880, 860)
SCALE = 1.25
LOOK, POINT, READ = 1500, 700, 2600
"""How long a picture stands, in milliseconds: something to look at, a press, a result to read."""
POINTER = """(place) => {
  document.getElementById('pointer')?.remove();
  if (!place) return;
  const dot = document.createElement('div');
  dot.id = 'pointer';
  dot.style = `position: fixed; z-index: 99; left: ${place.x - 14}px; top: ${place.y - 14}px; width: 28px;
    height: 28px; border-radius: 50%; background: rgb(255 255 255 / 45%); border: 3px solid #fff;
    box-shadow: 0 1px 6px rgb(0 0 0 / 60%)`;
  document.body.append(dot);
}"""
END = """() => {
  for (const box of document.querySelectorAll('.scroller')) box.scrollTop = box.scrollHeight;
}"""


class Film:
    def __init__(self, window: Window) -> None:
        self._window = window
        self._frames: list[tuple[Image.Image, int]] = []

    async def expose(self, milliseconds: int) -> None:
        for side in self._window.sides:
            await settle(side.public.first)
        await self._window.page.evaluate(END)
        await self._window.rest()
        raw = await self._window.page.screenshot(animations="disabled")
        self._frames.append((Image.open(BytesIO(raw)).convert("RGB"), milliseconds))

    async def point_at(self, button: Locator) -> None:
        await self._window.page.evaluate(END)
        box = await button.bounding_box()
        if box:
            place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            await self._window.page.evaluate(POINTER, place)
            await self.expose(POINT)
            await self._window.page.evaluate(POINTER, None)

    def save(self, path: Path) -> None:
        (first, _), *others = self._frames
        first.save(
            path,
            save_all=True,
            append_images=[frame for frame, _ in others],
            duration=[milliseconds for _, milliseconds in self._frames],
            loop=0,
            quality=70,
            method=6,
        )


async def film_round(stage: Stage, game: str, path: Path, rounds: int = 2) -> None:
    async with stage.open(SIZE, scale=SCALE) as window:
        await window.light("dark")
        match, film = Match(window, game), Film(window)
        await match.challenge(stage, "round")
        await film.expose(LOOK)
        await film.point_at(window.bob.controls.of("accept").last)
        await match.accept()
        await film.expose(LOOK)
        for turn in range(rounds):
            for number, side in enumerate(window.sides):
                await _pick(film, side, high=number == turn % 2)
                await film.expose(LOOK)
            await film.expose(READ)
        film.save(path)
        await match.play()


async def _pick(film: Film, side: Side, *, high: bool) -> None:
    offered = side.controls.of(*PICKS, inside=PRIVATE)
    if not await offered.count():
        offered = side.controls.of(*PICKS, inside=PUBLIC)
    third = (await offered.count()) // 3
    button = offered.nth(2 * third if high else third)
    await film.point_at(button)
    await side.controls.click_away(button)
