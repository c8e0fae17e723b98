"""The page in one browser window, and the side of each person in it."""

from typing import Literal

from playwright.async_api import Locator, Page, expect

from sandbox.world.channel import Channel
from tools.pictures.controls import Controls

PATIENCE = 10_000


class Side:
    """What one person sees, and what they do with mouse and keyboard."""

    def __init__(self, page: Page, name: str) -> None:
        self._page = page
        self.name = name
        self.box = page.get_by_role("region", name=f"{name}’s client")
        self.bar = self.box.get_by_role("combobox", name="Message ")
        self.controls = Controls(self.box)
        self.private = self.box.locator(".message.private")
        self.public = self.box.locator(".message:not(.private)")

    async def enter(self, channel: Channel) -> None:
        row = self.box.locator(f'.channel[data-id="{channel.id}"]')
        await expect(row).to_have_count(1)
        if not await row.is_visible():
            await self.box.locator(".channel-title").click()
        await row.click()
        await expect(self.box.locator(".channel-title")).to_contain_text(channel.name)

    async def use(self, command: str, **options: str) -> None:
        """Types a command. The values of its options are chosen from what the page suggests."""
        await self.bar.fill(f"/{command} ")
        for name, value in options.items():
            add = self.box.get_by_role("button", name=f"Add the option {name}")
            if await add.count():
                await add.click()
            await self._page.keyboard.type(value)
            offers = self.box.get_by_role("listbox", name="Suggestions").get_by_role("option")
            await expect(offers.first).to_be_visible()
            await self._page.keyboard.press("Enter")
        await self.box.get_by_role("button", name="Send", exact=True).click()

    async def asks(self, command: str, **options: str) -> Locator:
        """Types a command and returns the message that answers it."""
        messages = self.box.locator(".message")
        before = await messages.count()
        await self.use(command, **options)
        await expect(messages).not_to_have_count(before)
        return await self.lasting(messages.last)

    async def lasting(self, message: Locator) -> Locator:
        """The same message, found by its id, so that it stays the same when others follow."""
        await expect(message.locator(".thinking")).to_have_count(0)
        number = await message.get_attribute("data-id")
        return self.box.locator(f'.message[data-id="{number}"]')


class Window:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.ann = Side(page, "Ann")
        self.bob = Side(page, "Bob")
        page.set_default_timeout(PATIENCE)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.ann, self.bob

    async def enter(self, channel: Channel) -> None:
        for side in self.sides:
            await side.enter(channel)

    async def resize(self, size: tuple[int, int]) -> None:
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})

    async def light(self, scheme: Literal["light", "dark"]) -> None:
        await self.page.emulate_media(color_scheme=scheme)

    async def turn_to(self, side: Side) -> None:
        """Shows this person in a window that has room for one only."""
        tab = self.page.get_by_role("navigation", name="People").get_by_role("button", name=side.name)
        if await tab.is_visible():
            await tab.click()

    async def rest(self) -> None:
        """Takes the mouse away, and lets what was pressed be drawn."""
        await self.page.mouse.move(1, 1)
        await self.page.evaluate("() => new Promise(requestAnimationFrame)")
