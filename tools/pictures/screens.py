"""Every screen of every game, and of the commands, in every look."""

from pathlib import Path

from playwright.async_api import expect

from games import GAMES
from tools.pictures.camera import DESKTOP, Camera
from tools.pictures.match import PRIVATE, PUBLIC, Match
from tools.pictures.sheet import write_sheet
from tools.pictures.stage import Stage
from tools.pictures.window import Window

COMMANDS = (
    *("help", "about", "puzzle", "leaderboard", "profile", "history", "duels", "settings", "privacy"),
    "mydata export",
)
REPLIES = ("review", "share", "replay", "fair", "more", "rules")
"""What can be asked of a finished duel. What a board does not offer is left out."""


async def take_screens(stage: Stage, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    async with stage.open(DESKTOP) as window:
        camera = Camera(window, folder)
        await _take_commands(stage, window, camera, "new")
        for room in GAMES:
            await _take_match(stage, window, camera, room.game.key)
            await _take_sudden_end(stage, window, camera, room.game.key, picks=0, name="called-off")
            await _take_sudden_end(stage, window, camera, room.game.key, picks=4, name="resigned")
        await _take_computer(stage, window, camera, GAMES[0].game.key)
        await _take_commands(stage, window, camera, "later")
    return write_sheet(folder, camera.shots)


async def _take_match(stage: Stage, window: Window, camera: Camera, game: str) -> None:
    ann, bob = window.sides
    match = Match(window, game)
    await match.challenge(stage, f"{game}-match")
    await camera.take(game, "challenge", ann, match.board)
    await match.accept()
    await camera.take(game, "live-first", ann, match.board)
    await _take_panel(camera, match, "panel-first")
    await match.play(4, modest=True)
    await camera.take(game, "live", ann, match.board)
    await _take_panel(camera, match, "panel")
    if not await match.is_over() and await match.pick(ann):
        await _take_panel(camera, match, "locked")
        await camera.take(game, "live-locked", bob, match.board_of(bob))
        await match.pick(bob)
    await camera.take(game, "reveal", ann, match.board)
    await _take_panel(camera, match, "panel-reveal")
    await match.play()
    await camera.take(game, "final", ann, match.board)
    await _take_panel(camera, match, "panel-final")
    await _take_replies(window, camera, game)


async def _take_panel(camera: Camera, match: Match, name: str) -> None:
    ann = match.window.ann
    if await ann.private.count():
        await camera.take(match.game, name, ann, match.panel_of(ann))


async def _take_replies(window: Window, camera: Camera, game: str) -> None:
    ann = window.ann
    for verb in REPLIES:
        if not await ann.controls.has(verb, inside=PUBLIC):
            continue
        before = await ann.box.locator(".message").count()
        await ann.controls.press(verb, inside=PUBLIC)
        await expect(ann.box.locator(".message")).not_to_have_count(before)
        await camera.take(game, verb, ann, ann.box.locator(".message").last)
        if verb == "review" and await ann.controls.has("page", inside=PRIVATE):
            await ann.controls.press("page", inside=PRIVATE)
            await camera.take(game, "review-next", ann, ann.private.last)


async def _take_sudden_end(
    stage: Stage, window: Window, camera: Camera, game: str, *, picks: int, name: str
) -> None:
    """Ann resigns, with a question before it."""
    ann = window.ann
    match = Match(window, game, seed=picks)
    await match.begin(stage, f"{game}-{name}")
    await match.play(picks, modest=True)
    if await match.is_over():
        return
    await ann.controls.press("more")
    await expect(ann.controls.of("resign").last).to_be_visible()
    await ann.controls.press("resign")
    await expect(ann.controls.of("resignnow").last).to_be_visible()
    await camera.take(game, f"{name}-question", ann, ann.private.last)
    await ann.controls.press("resignnow")
    await expect(ann.controls.of("resignnow")).to_have_count(0)
    await camera.take(game, name, ann, match.board)


async def _take_computer(stage: Stage, window: Window, camera: Camera, game: str) -> None:
    """A match against the computer, from its first board to its end, which Ann plays alone."""
    ann = window.ann
    match = Match(window, game)
    await window.enter(stage.add_channel("computer"))
    await ann.asks(f"duel {game}", level="Sprout")
    await camera.take("computer", "challenge", ann, match.board)
    await ann.controls.click_away(ann.controls.of("accept").last)
    await match.open_panel(ann)
    await camera.take("computer", "live-first", ann, match.board)
    await match.play()
    await camera.take("computer", "final", ann, match.board)


async def _take_commands(stage: Stage, window: Window, camera: Camera, when: str) -> None:
    ann = window.ann
    await window.enter(stage.add_channel(f"commands-{when}"))
    for command in COMMANDS:
        answer = await ann.asks(command)
        await camera.take("commands", f"{when}-{command.replace(' ', '-')}", ann, answer)
    answer = await ann.asks("rules", game=GAMES[0].game.title)
    await camera.take("commands", f"{when}-rules", ann, answer)
