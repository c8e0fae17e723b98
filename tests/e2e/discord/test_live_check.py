"""`gauntlet live-check` leads a person through its steps and writes down what it has found."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.config import BadConfig
from bot.live_check.channels import LABEL
from bot.live_check.run import STEPS, live_check
from sandbox import Sandbox, World
from sandbox.people.person import NotAsExpected, Person
from sandbox.people.screen import Seen
from sandbox.server.ratelimit import FIVE_IN_FIVE, FIVE_IN_ONE
from sandbox.wire import ChannelType
from sandbox.world.channel import Channel
from tests.support.starts.ends import clean_environment

PATIENCE = 60.0
ELSEWHERE = re.compile(r"press \*\*(.+?)\*\* there")
ANSWERS = {"Is this bot's command": "No", "What stands behind": "@unknown-user", "Which line": "Line A"}
"""The tester's answers to some questions; to the others they give the first one that is offered."""


@pytest.fixture
def world() -> World:
    world = World.of({"The Arena": ["Ann", "Eve"]}, channels=("check",))
    for name, kind in (("talk", ChannelType.VOICE), ("news", ChannelType.NEWS)):
        world.add_channel(world.guild("The Arena"), name, kind)
    return world


class Guided:
    """Does what the messages say, and presses what they offer."""

    def __init__(self, sandbox: Sandbox, person: Person) -> None:
        self._sandbox = sandbox
        self._person = person
        self._pressed: set[str] = set()

    async def work(self) -> None:
        while True:
            screen = self._person.sees()
            offered = [seen for seen in screen.messages if seen.buttons and not self._knows(seen)]
            if offered:
                self._pressed |= {button.custom_id for button in offered[-1].buttons}
                await self._answer(offered[-1])
            else:
                await asyncio.sleep(0.01)

    def _knows(self, seen: Seen) -> bool:
        return bool({button.custom_id for button in seen.buttons} & self._pressed) or "far above" in seen.text

    async def _answer(self, seen: Seen) -> None:
        if "Lock the thread" in seen.text:
            self._sandbox.faults.archive_thread(self._thread(), locked=True)
        if "type `/help` there" in seen.text:
            await self._type_help()
            return
        elsewhere = ELSEWHERE.search(seen.text)
        if elsewhere is not None and await self._can_press(elsewhere[1]):
            return
        wanted = next((label for part, label in ANSWERS.items() if part in seen.text), seen.buttons[0].label)
        await self._person.press(wanted, on=seen)

    async def _type_help(self) -> None:
        here = self._person.channel
        self._person.start_thread("Hush", private=True)
        await self._person.slash("help")
        self._person.go_to(here)

    async def _can_press(self, label: str) -> bool:
        here = self._person.channel
        try:
            await self._person.go_to(self._thread() if label == LABEL else here).press(label)
        except NotAsExpected:
            return False
        finally:
            self._person.go_to(here)
        return True

    def _thread(self) -> Channel:
        guild = self._sandbox.world.guild("The Arena")
        return next(channel for channel in guild.channels.values() if channel.is_thread)


@asynccontextmanager
async def guided(sandbox: Sandbox) -> AsyncIterator[None]:
    working = asyncio.create_task(Guided(sandbox, sandbox.person("Ann")).work())
    yield
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


@pytest.fixture(autouse=True)
def help_command(sandbox: Sandbox) -> None:
    """What the bot has registered before it was stopped."""
    sandbox.platform.commands.put(None, {"name": "help", "description": "What I can do."})


@pytest.fixture
async def tester(sandbox: Sandbox) -> AsyncIterator[None]:
    async with guided(sandbox):
        yield


def channel_of(sandbox: Sandbox) -> int:
    return next(iter(sandbox.world.guild("The Arena").channels))


async def report_of(sandbox: Sandbox, folder: Path) -> str:
    file, said = folder / "report.md", list[str]()
    async with asyncio.timeout(PATIENCE):
        await live_check(sandbox.token, channel_of(sandbox), file, sandbox.api_url, said.append)
    assert said[-1] == f"The report is in {file}."
    return file.read_text()


@pytest.mark.usefixtures("tester")
@pytest.mark.parametrize("kind", ["harsh", "mild"])
async def test_the_report_says_which_discord_it_has_met(kind: str, sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.limits.profile = FIVE_IN_FIVE if kind == "harsh" else FIVE_IN_ONE
    sandbox.platform.tokens_reach_component_by_id = kind == "mild"
    text = await report_of(sandbox, tmp_path)
    by_id = "Repainting it by its id, through the press in it (line B)"
    assert f"{by_id}: **{'404, code 10008' if kind == 'harsh' else '200'}**" in text
    assert "Repainting it through @original of the press in it (line A): **200**" in text
    waits = re.findall(r"Edit \d+, after .*: \*\*200 .*Reset-After ([\d.]+)", text)
    longest = max(map(float, waits)) * sandbox.limits.speed
    assert (longest > 1) is (kind == "harsh")
    assert "429 (Limit 5" in text
    assert "share a bucket's name: **True**" in text


@pytest.mark.usefixtures("tester")
async def test_every_step_finds_something(sandbox: Sandbox, tmp_path: Path) -> None:
    text = await report_of(sandbox, tmp_path)
    for number, title in enumerate(STEPS, start=1):
        assert f"## {number}. {title}" in text
    assert "Skipped." not in text
    assert "Nobody pressed" not in text
    assert sandbox.token not in text
    for fact in (
        "arrives: **False**",
        "Writing there: **403, code 50001**",
        "Making a thread there: **400, code 50024**",
        "invalid session",
        "Uploading one: **201**",
        "An emoji in a text is *A picture*",
        "Deleting it: **204**",
    ):
        assert fact in text


@pytest.mark.usefixtures("tester")
async def test_no_button_is_left_that_nobody_waits_for(sandbox: Sandbox, tmp_path: Path) -> None:
    await report_of(sandbox, tmp_path)
    left = [seen for seen in sandbox.person("Ann").sees().messages if seen.buttons]
    assert [seen.text for seen in left if not seen.private] == []


async def test_only_a_message_of_an_earlier_check_is_edited_as_an_old_one(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.live_check.channels.HOUR", 0.0)
    async with guided(sandbox):
        assert "There was no message of an hour ago." in await report_of(sandbox, tmp_path)
    (tmp_path / "report.md").unlink()
    async with guided(sandbox):
        assert "Edit 8 of an old message" in await report_of(sandbox, tmp_path)


async def test_a_channel_that_the_bot_does_not_see_is_refused_in_a_sentence(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    with pytest.raises(BadConfig, match="sees no such channel"):
        await live_check(sandbox.token, 1, tmp_path / "report.md", sandbox.api_url)
    with pytest.raises(BadConfig, match="refuses the token"):
        await live_check("wrong", channel_of(sandbox), tmp_path / "report.md", sandbox.api_url)


async def test_an_earlier_report_is_never_overwritten(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text("precious")
    with pytest.raises(BadConfig, match="exists already"):
        await live_check(sandbox.token, channel_of(sandbox), tmp_path / "report.md", sandbox.api_url)
    assert (tmp_path / "report.md").read_text() == "precious"


async def test_a_check_that_is_interrupted_writes_what_it_has_found(sandbox: Sandbox, tmp_path: Path) -> None:
    """The person skips the first step and then walks away."""
    ann = sandbox.person("Ann")
    file = tmp_path / "report.md"
    checking = asyncio.create_task(
        live_check(sandbox.token, channel_of(sandbox), file, sandbox.api_url, list[str]().append)
    )
    await ann.wait_for("Is this bot's command", PATIENCE)
    await ann.press("Skip")
    await ann.wait_for("the private message that opens", PATIENCE)
    checking.cancel()
    await asyncio.gather(checking, return_exceptions=True)
    text = file.read_text()
    assert "- Skipped." in text
    assert text.count("The check ended before this step.") == len(STEPS) - 2


async def test_the_report_needs_a_folder(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="no folder"):
        await live_check(sandbox.token, channel_of(sandbox), tmp_path / "none" / "a.md", sandbox.api_url)


@pytest.mark.usefixtures("tester")
async def test_an_unexpected_answer_ends_its_step_alone(sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.faults.answer(500, "GET /applications/{application_id}/commands", times=1)
    sandbox.faults.break_connection("GET /gateway/bot", times=5)
    text = await report_of(sandbox, tmp_path)
    assert text.count("The step ended early") == 2
    assert "The check ended before this step." not in text


async def test_an_interruption_at_the_keyboard_leaves_the_report_and_no_traceback(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    env = clean_environment() | sandbox.environment
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "live-check", str(channel_of(sandbox))),
        env=env,
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    await sandbox.person("Ann").wait_for("Is this bot's command", PATIENCE)
    process.send_signal(signal.SIGINT)
    said, complained = await process.communicate()
    assert said.decode().endswith("The report is in live-check.md.\n")
    assert complained == b""
    assert "The check ended before this step." in (tmp_path / "live-check.md").read_text()
