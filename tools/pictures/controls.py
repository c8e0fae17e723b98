"""Finds the buttons of a duel by what they ask for, whatever is written on them."""

from playwright.async_api import Locator, expect

ENABLED = ":not([disabled])"


def selector(*verbs: str) -> str:
    """CSS for the buttons of duels that ask for one of these and can be pressed."""
    return ", ".join(f'[data-custom-id^="duel:{verb}:"]{ENABLED}' for verb in verbs)


class Controls:
    """The buttons of duels in one person's open channel."""

    def __init__(self, box: Locator) -> None:
        self._box = box

    def of(self, *verbs: str, inside: str = ".message") -> Locator:
        return self._box.locator(inside).locator(selector(*verbs))

    async def has(self, *verbs: str, inside: str = ".message") -> bool:
        return await self.of(*verbs, inside=inside).count() > 0

    async def press(self, verb: str, inside: str = ".message") -> None:
        """Presses the newest button that asks for this, and waits until that was answered."""
        button = self.of(verb, inside=inside).last
        await expect(button).to_be_visible()
        await self.click(button)

    async def click(self, button: Locator) -> None:
        custom_id = await button.get_attribute("data-custom-id")
        await button.click()
        await expect(self._box.locator(f'[data-custom-id="{custom_id}"][aria-busy="true"]')).to_have_count(0)

    async def click_away(self, button: Locator) -> bool:
        """Clicks a button that its own answer takes away or disables. Was it taken away?"""
        custom_id = await button.get_attribute("data-custom-id")
        await self.click(button)
        left = self._box.locator(f'[data-custom-id="{custom_id}"]{ENABLED}')
        try:
            await expect(left).to_have_count(0, timeout=2_000)
        except AssertionError:
            return False
        return True
