"""The bot brings its own emoji to Discord by itself, and shows plain texts until they are all there."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bench.rig.bot_process import KillableBot
from bench.rig.conditions import SPEED, put_deck
from bot.ui.deck.deck import PICTURES, emoji_title, png_of
from bot.ui.render import in_row, unframed
from sandbox import Sandbox
from sandbox.limits.emoji import MOST
from sandbox.rest.emoji import CREATE, DELETE
from sandbox.server.ratelimit import Rate
from sandbox.world.user import User
from tests.e2e.conftest import IDENTIFY_PAUSE
from tests.support.evening import Evening, eventually
from tests.support.pictures.tiny_png import tiny_png

EMOJI = "/emojis"
TITLES = {emoji_title(name) for name in PICTURES}
NAME = PICTURES[0]
CURRENT, EARLIER = emoji_title(NAME), f"{NAME}_000000"
DECK = "bot.ui.deck"
HOUR = 3600.0

LONGEST_UPLOAD = 60.0
"""Seconds that all pictures may take on a busy machine."""


@pytest.fixture
def sandbox(sandbox: Sandbox) -> Sandbox:
    """Without any emoji, and with room for many requests."""
    for emoji in [*sandbox.emoji]:
        sandbox.emoji.remove(emoji.id)
    sandbox.limits.rates[CREATE] = sandbox.limits.rates[DELETE] = Rate(1000, 1.0)
    sandbox.limits.per_second = 1000
    return sandbox


@pytest.fixture
async def evening(
    sandbox: Sandbox, sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Evening]:
    """Not open yet."""
    monkeypatch.setattr("bot.ui.wire.sessions.SPACING", IDENTIFY_PAUSE)
    monkeypatch.setattr("bot.ui.deck.upload.SPACING", 0.0)
    caplog.set_level(logging.INFO, "bot.ui.deck")
    closed = Evening(sandbox, sqlite, waits_for_deck=False)
    yield closed
    with suppress(AttributeError):  # a story that has opened nothing
        await closed.close()


async def until_on(evening: Evening) -> None:
    async def is_on() -> bool:
        return evening.bot.services.deck.is_on

    await eventually(is_on, LONGEST_UPLOAD)


async def until_tried(evening: Evening, times: int, method: str = "POST") -> None:
    async def has_tried() -> bool:
        return len(evening.sandbox.traffic.matching(method, EMOJI)) >= times

    await eventually(has_tried)


async def until_given_up(evening: Evening, times: int) -> None:
    """Waits until the bot has tried so often, and knows when it will try again."""

    async def has_given_up() -> bool:
        task = evening.bot.services.deck_upload._task
        return task is not None and task.done()

    await until_tried(evening, times)
    await eventually(has_given_up)


def number_of(evening: Evening, method: str) -> int:
    return len(evening.sandbox.traffic.matching(method, EMOJI))


def told(caplog: pytest.LogCaptureFixture, least: int = logging.INFO) -> list[str]:
    """What the log says of the deck."""
    records = [record for record in caplog.records if record.name.startswith(DECK)]
    return [record.getMessage() for record in records if record.levelno >= least]


async def until_told(caplog: pytest.LogCaptureFixture, text: str) -> None:
    async def is_told() -> bool:
        return any(text in each for each in told(caplog))

    await eventually(is_told)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return told(caplog, logging.WARNING)


async def test_all_pictures_are_uploaded_and_used_from_then_on(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.open()
    assert evening.bot.is_ready()
    await until_on(evening)
    uploaded = {emoji.name: emoji for emoji in evening.sandbox.emoji}
    assert uploaded.keys() == TITLES
    assert uploaded[CURRENT].image == png_of(NAME)
    deck, emoji = evening.bot.services.deck, uploaded[CURRENT]
    assert deck.text(NAME) == f"<:{CURRENT}:{emoji.id}>"
    assert deck.button(NAME) == {"id": str(emoji.id), "name": CURRENT}
    count = len(TITLES)
    assert told(caplog) == [
        f"{count} of {count} emoji are not at Discord yet and are uploaded",
        f"the bot's own emoji are in use: {count}, of which {count} are new",
    ]


async def test_a_restart_uploads_nothing(evening: Evening) -> None:
    put_deck(evening.sandbox)
    evening.waits_for_deck = True
    await evening.open()
    await evening.reopen()
    assert [number_of(evening, method) for method in ("GET", "POST", "DELETE")] == [2, 0, 0]


async def test_a_picture_that_was_drawn_anew_replaces_the_earlier_one(evening: Evening) -> None:
    put_deck(evening.sandbox)
    (outdated,) = (emoji for emoji in evening.sandbox.emoji if emoji.name == CURRENT)
    outdated.name = EARLIER
    await evening.open()
    await until_tried(evening, 1, "DELETE")
    assert set(evening.sandbox.emoji.names) == TITLES
    assert outdated.id not in evening.sandbox.emoji
    assert (number_of(evening, "POST"), number_of(evening, "DELETE")) == (1, 1)


async def test_emoji_of_others_stay(evening: Evening) -> None:
    sandbox = evening.sandbox
    put_deck(sandbox)
    host = User(sandbox.world.ids.make(), "The host")
    sandbox.emoji.add("party", tiny_png(), maker=host)
    sandbox.emoji.add(f"{NAME}_abcdef", tiny_png(), maker=host)
    sandbox.emoji.add("party_abcdef", tiny_png())
    sandbox.emoji.add(NAME, tiny_png())
    sandbox.emoji.add(EARLIER, tiny_png())
    await evening.open()
    await until_tried(evening, 1, "DELETE")
    assert set(sandbox.emoji.names) == TITLES | {"party", f"{NAME}_abcdef", "party_abcdef", NAME}


async def test_a_refusal_leaves_plain_texts_and_one_line_and_is_tried_again(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.sandbox.faults.answer(403, CREATE, times=3)
    await evening.open()
    for tries, pause in enumerate((60.0, 120.0, 240.0), start=1):
        await until_given_up(evening, tries)
        assert not evening.bot.services.deck.is_on
        assert evening.bot.services.deck.text(NAME) is None
        evening.pass_time(pause - 1)
        assert number_of(evening, "POST") == tries
        evening.pass_time(1)
    await until_on(evening)
    (line,) = warnings(caplog)
    assert line.startswith("Discord does not take the bot's own emoji, so texts are shown without pictures")


async def test_a_full_application_is_told_to_the_host(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    emoji = evening.sandbox.emoji
    host = User(evening.sandbox.world.ids.make(), "The host")
    others = [emoji.add(f"party_{number}", b"", maker=host) for number in range(MOST)]
    await evening.open()
    await until_given_up(evening, 1)
    assert not evening.bot.services.deck.is_on
    assert len(emoji) == MOST
    (line,) = warnings(caplog)
    assert "Delete some at https://discord.com/developers/applications" in line
    for other in others[: len(TITLES)]:
        emoji.remove(other.id)
    evening.pass_time(HOUR)
    await until_on(evening)
    assert emoji.names.count("party_1999") == 1


async def test_earlier_pictures_make_room_in_a_full_application(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    emoji = evening.sandbox.emoji
    for name in PICTURES:
        emoji.add(f"{name}_000000", b"")
    for number in range(MOST - len(emoji)):
        emoji.add(f"party_{number}", b"")
    await evening.open()

    async def is_on() -> bool:
        """So many requests in a moment meet Discord's limit for all of them, and go on a little later."""
        evening.pass_time(1)
        return evening.bot.services.deck.is_on

    await eventually(is_on, LONGEST_UPLOAD)
    assert set(emoji.names) > TITLES
    assert len(emoji) == MOST
    assert warnings(caplog) == []


async def test_a_long_limit_is_waited_for(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Discord has let bots wait an hour for the next emoji."""
    evening.sandbox.faults.rate_limit(CREATE, retry_after=HOUR)
    await evening.open()
    await until_told(caplog, "Discord takes no more emoji for 3600 s")
    evening.pass_time(HOUR - 1)
    assert number_of(evening, "POST") == 1
    evening.pass_time(1)
    await until_on(evening)
    assert warnings(caplog) == []


async def test_as_many_are_uploaded_as_discord_takes_in_an_hour(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py alone would send one, because it does not send again before a long limit ends."""
    evening.sandbox.limits.rates[CREATE] = Rate(2, HOUR)
    await evening.open()
    await until_told(caplog, "Discord takes no more emoji")
    assert len(evening.sandbox.emoji) == 2
    evening.sandbox.limits.enforced = False
    evening.pass_time(HOUR)
    await until_on(evening)


async def test_a_bot_that_is_killed_half_way_goes_on(sandbox: Sandbox, sqlite: str, tmp_path: Path) -> None:
    put_deck(sandbox)
    some = [emoji for emoji in sandbox.emoji if emoji.name in {emoji_title(n) for n in PICTURES[:3]}]
    for emoji in some:
        sandbox.emoji.remove(emoji.id)
    left = len(sandbox.emoji)
    bot = KillableBot(sandbox, sqlite, env={"HOME": str(tmp_path)})
    await bot.start()
    try:
        async with asyncio.timeout(30):
            while len(sandbox.emoji) == left:
                await asyncio.sleep(0.001)
        await bot.kill()
        sandbox.clock.advance(sandbox.gateway.starts.wait_for(0) * SPEED)
        await bot.start()
        async with asyncio.timeout(30):
            while len(sandbox.emoji) < len(TITLES):
                await asyncio.sleep(0.001)
    finally:
        await bot.stop()
    assert sorted(sandbox.emoji.names) == sorted(TITLES)
    assert len(sandbox.traffic.matching("POST", EMOJI)) <= len(some) + 1


async def test_a_button_whose_emoji_was_deleted_is_shown_without_it_and_the_emoji_comes_back(
    evening: Evening,
) -> None:
    put_deck(evening.sandbox)
    evening.waits_for_deck = True
    await evening.open()
    ann, services = evening.person("Ann"), evening.bot.services
    face = services.deck.button(NAME)
    assert face is not None
    with_label = {"type": 2, "style": 1, "label": "Play", "custom_id": "a", "emoji": face}
    without = {"type": 2, "style": 1, "custom_id": "b", "emoji": face}
    sheet = unframed(in_row([with_label, without]))
    await services.requests.post(ann.channel.id, sheet)
    assert [button.emoji for button in ann.sees().messages[-1].buttons] == [NAME.replace("_", " ")] * 2

    evening.sandbox.emoji.remove(int(face["id"]))
    evening.pass_time(HOUR)
    message = await services.requests.post_now(ann.channel.id, sheet)
    shown = ann.sees().messages[-1]
    assert [(button.label, button.emoji) for button in shown.buttons] == [
        ("Play", ""),
        (NAME.replace("_", " "), ""),
    ]
    await services.requests.edit_now(ann.channel.id, message, sheet)
    await until_tried(evening, 1)
    await until_on(evening)
    assert set(evening.sandbox.emoji.names) == TITLES
    assert services.deck.button(NAME) != face
