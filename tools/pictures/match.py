"""A match between Ann and Bob, played on the page by pressing buttons."""

import asyncio
import random
import re

from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as TookTooLong

from tools.pictures.controls import selector
from tools.pictures.stage import Stage
from tools.pictures.window import Side, Window

PRIVATE = ".message.private"
PUBLIC = ".message:not(.private)"
PICKS = ("pick", "confirm")
OVER = ("rematch",)
MOST_PICKS = 200
ATTEMPTS, PAUSE = 20, 2.0
"""Who challenges often is asked to wait for a few seconds."""
TURN = re.compile(r"duel:\w+:[0-9a-f]+:(\d+)")


class Match:
    """Each match has a channel of its own, in which nothing else happens."""

    def __init__(self, window: Window, game: str, seed: int = 7) -> None:
        self.window = window
        self.game = game
        self._random = random.Random(f"{game} {seed}")
        self._modest = False
        self._movers: dict[int, Side] = {}
        """Who moves at even and at odd turns, in a game that is played on the board."""

    @property
    def board(self) -> Locator:
        """The board as Ann sees it: what was the challenge before. Later messages only call the players."""
        return self.board_of(self.window.ann)

    def board_of(self, side: Side) -> Locator:
        return side.public.first

    def panel_of(self, side: Side) -> Locator:
        return side.private.last

    async def challenge(self, stage: Stage, channel: str, **options: str) -> None:
        await self.window.enter(stage.add_channel(channel))
        for _ in range(ATTEMPTS):
            answer = await self.window.ann.asks(f"duel {self.game}", opponent="Bob", **options)
            if await answer.locator(selector("accept")).count():
                return
            await self._dismiss(self.window.ann)
            await asyncio.sleep(PAUSE)
        raise RuntimeError(f"Ann can't challenge Bob to {self.game}.")

    async def accept(self) -> None:
        """Bob accepts, and both open what only they can see, unless it opens by itself or there is none."""
        bob = self.window.bob
        await bob.controls.click_away(bob.controls.of("accept").last)
        for side in (bob, self.window.ann):
            await self.open_panel(side)

    async def open_panel(self, side: Side) -> None:
        if not await self._has_panel(side) and await side.controls.has("hand"):
            await side.controls.press("hand", inside=PUBLIC)
            await expect(side.private.first).to_be_visible()

    async def begin(self, stage: Stage, channel: str) -> None:
        await self.challenge(stage, channel)
        await self.accept()

    async def is_over(self) -> bool:
        return await self.window.ann.controls.has(*OVER, inside=PUBLIC)

    async def pick(self, side: Side) -> bool:
        """This person picks, if it is their turn. A pick that asks first is confirmed."""
        offered = side.controls.of(*PICKS, inside=PRIVATE)
        if not await offered.count():
            return await self._pick_on_board(side)
        return await side.controls.click_away(await self._choose(offered))

    async def play(self, picks: int = MOST_PICKS, *, modest: bool = False) -> int:
        """Both pick in turn, so often or to the end. Returns how many picks were made. Modest people pick
        from the lower half, so that a match that can be over at once goes on for a while."""
        self._modest = modest
        made = idle = 0
        while made < picks and not await self.is_over():
            before = made
            for side in self.window.sides:
                if made < picks and not await self.is_over():
                    made += await self.pick(side)
            idle = idle + 1 if made == before else 0
            if idle > 100:
                raise TimeoutError(f"Nobody can pick in {self.game}.")
            if idle:
                await asyncio.sleep(0.1)
        return made

    async def _pick_on_board(self, side: Side) -> bool:
        offered = side.controls.of(*PICKS, inside=PUBLIC)
        if not await offered.count():
            return False
        button = await self._choose(offered)
        turn = TURN.match(await button.get_attribute("data-custom-id") or "")
        parity = int(turn[1]) % 2 if turn else 0
        if self._movers.get(parity, side) is not side:
            return False
        if await side.controls.click_away(button):
            self._movers[parity] = side
            self._movers[1 - parity] = next(other for other in self.window.sides if other is not side)
            return True
        if await side.controls.has("confirm", inside=PRIVATE):
            return await side.controls.click_away(side.controls.of("confirm", inside=PRIVATE).last)
        await self._dismiss(side)
        return False

    async def _choose(self, offered: Locator) -> Locator:
        """Any pick but a dangerous one, as long as there is another."""
        safe = offered.and_(offered.page.locator(":not(.danger)"))
        among = safe if await safe.count() else offered
        count = await among.count()
        return among.nth(self._random.randrange((count + 1) // 2 if self._modest else count))

    async def _dismiss(self, side: Side) -> None:
        """What the bot said to somebody who was not to move."""
        dismiss = side.private.last.get_by_role("button", name="Dismiss")
        if await dismiss.count():
            await dismiss.click()

    async def _has_panel(self, side: Side) -> bool:
        try:
            await side.private.first.wait_for(timeout=700)
        except TookTooLong:
            return False
        return True
