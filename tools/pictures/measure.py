"""How high what the bot draws of a match is on a phone."""

from tools.pictures.camera import DESKTOP, height_of, settle
from tools.pictures.match import Match
from tools.pictures.stage import Stage

LIMITS = {"challenge": 230, "live": 340, "panel": 330, "final": 270}
"""The most that each frame may take at a width of 390 pixels."""


async def heights(stage: Stage, game: str, picks: int = 4) -> dict[str, float]:
    """Plays a match. `live` and `panel` are the highest that the board and a panel have been."""
    measured = dict.fromkeys(LIMITS, 0.0)
    async with stage.open(DESKTOP, touch=True) as window:
        match = Match(window, game)

        async def measure(name: str, *, panel: bool = False) -> None:
            side = window.ann
            if panel and not await side.private.count():
                return
            message = await side.lasting(match.panel_of(side) if panel else match.board)
            await settle(message)
            measured[name] = max(measured[name], await height_of(window, side, message))
            await window.resize(DESKTOP)

        await match.challenge(stage, f"heights-{game}")
        await measure("challenge")
        await match.accept()
        while not await match.is_over():
            await measure("live")
            await measure("panel", panel=True)
            await match.play(picks)
        await measure("final")
    return measured
