"""The pictures of the README: small, dark, as on a phone."""

from pathlib import Path

from PIL import Image
from playwright.async_api import Locator

from games import GAMES
from tools.pictures.animation import film_round
from tools.pictures.camera import DESKTOP, PHONE, photograph, settle
from tools.pictures.match import PUBLIC, Match
from tools.pictures.stage import Stage
from tools.pictures.window import Side, Window

SCALE = 2
COLOURS = 200
ROUND = "round.webp"
MIDDLE = {"highlow": 6, "numbermatch": 7, "digitduel": 9, "ten": 2}
"""After how many picks a match is in its middle."""
CLEAN = """
.message { padding-block: 10px !important }
.message.highlighted { background: none; box-shadow: none }
.edited { display: none }
"""
"""What is for the person who reads the channel, and not for who looks at a picture of it."""


async def take_readme(stage: Stage, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    taken: list[Path] = []
    await film_round(stage, GAMES[0].game.key, folder / ROUND)
    taken.append(folder / ROUND)
    async with stage.open(DESKTOP, scale=SCALE) as window:
        await window.light("dark")
        await window.page.add_style_tag(content=CLEAN)
        for room in GAMES:
            taken += await _take_match(stage, window, folder, room.game.key, whole=room is GAMES[0])
        await window.enter(stage.add_channel("table"))
        answer = await window.ann.asks("leaderboard")
        taken.append(await _take(window, window.ann, answer, folder / "leaderboard.png"))
    return taken


async def _take_match(stage: Stage, window: Window, folder: Path, game: str, *, whole: bool) -> list[Path]:
    """The board in the middle of a match. Of one match everything else too."""
    ann = window.ann
    match = Match(window, game, seed=3)
    taken: list[Path] = []

    async def take(name: str, message: Locator) -> None:
        taken.append(await _take(window, ann, message, folder / f"{name}.png"))

    await match.challenge(stage, f"picture-{game}")
    if whole:
        await take("challenge", match.board)
    await match.accept()
    await match.play(MIDDLE.get(game, 4), modest=True)
    await take(f"board-{game}", match.board)
    if whole:
        await take("panel", match.panel_of(ann))
    await match.play()
    if whole:
        await take("end", match.board)
        await ann.controls.press("review", inside=PUBLIC)
        await take("review", ann.private.last)
    return taken


async def _take(window: Window, side: Side, message: Locator, path: Path) -> Path:
    message = await side.lasting(message)
    await settle(message)
    await window.resize(PHONE)
    await window.turn_to(side)
    await window.rest()
    await photograph(message, path)
    await window.resize(DESKTOP)
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    small.save(path, optimize=True)
    return path
