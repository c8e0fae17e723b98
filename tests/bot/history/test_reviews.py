"""Reviews are made once for all who ask, kept for a while, and made again after a failure."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.history import reviews as reviews_module
from bot.history.reviews import KEPT, Reviews
from bot.pictures.drawing import DrawingProcess
from games.engine import Refused
from games.match import AnyMatch, Match
from games.review.review import review
from tests.support.arenas import TEN
from tests.support.games.matches import NAMES, play, played_out, seed


@pytest.fixture
async def closed_drawing() -> AsyncIterator[DrawingProcess]:
    """One that draws nothing."""
    drawing = DrawingProcess(queue_limit=0)
    yield drawing
    await drawing.close()


def match_of_ten(number: int = 1) -> AnyMatch:
    return played_out(TEN, Random(number))


async def test_a_review_is_the_one_that_the_games_make() -> None:
    match = match_of_ten()
    made = await Reviews().review(1, match, TEN, NAMES)
    assert made == review(match, TEN, NAMES)


async def test_all_who_ask_share_one_review() -> None:
    reviews, match = Reviews(), match_of_ten()
    first, second = await asyncio.gather(*(reviews.review(1, match, TEN, NAMES) for _ in range(2)))
    assert first is second
    assert await reviews.review(1, match, TEN, NAMES) is first
    other = await reviews.review(2, match_of_ten(2), TEN, NAMES)
    assert other is not first


async def test_without_a_picture_there_is_still_a_review(closed_drawing: DrawingProcess) -> None:
    reviews = Reviews()
    made = await reviews.review(1, match_of_ten(), TEN, NAMES)
    assert await reviews.picture(1, made, closed_drawing.draw) is None


async def test_a_match_in_which_nothing_swung_has_no_picture() -> None:
    match = play(Match.start(TEN.game, seed()), (4, None), (None, 5), (6, None))
    made = await Reviews().review(1, match, TEN, NAMES)

    async def draw(_: object) -> bytes:
        raise AssertionError("nothing to draw")

    assert await Reviews().picture(1, made, draw) is None


def test_a_picture_comes_too_late_for_a_message_that_shows_something_else_by_now() -> None:
    reviews = Reviews()
    with reviews.awaiting_picture(7, press=1) as first_is_shown:
        assert first_is_shown()
        reviews.turned(7)
        assert not first_is_shown()
        with reviews.awaiting_picture(7, press=2) as second_is_shown:
            assert second_is_shown()
            assert not first_is_shown()
    with reviews.awaiting_picture(8, press=3) as third_is_shown:
        reviews.turned(7)
        reviews.turned(None)
        assert third_is_shown()


async def test_what_went_wrong_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reviews, match = Reviews(), match_of_ten()
    with monkeypatch.context() as broken:
        broken.setattr(reviews_module, "review", _refuse)
        with pytest.raises(Refused):
            await reviews.review(1, match, TEN, NAMES)
    assert reviews.kept(1, NAMES) is None
    assert await reviews.review(1, match, TEN, NAMES) == review(match, TEN, NAMES)


async def test_only_the_last_few_are_kept() -> None:
    reviews, match = Reviews(), match_of_ten()
    for number in range(KEPT + 1):
        await reviews.review(number, match, TEN, NAMES)
    assert reviews.kept(0, NAMES) is None
    assert all(reviews.kept(number, NAMES) for number in range(1, KEPT + 1))
    assert reviews.kept(1, ("Cleo", "Dan")) is None


async def test_nothing_is_kept_when_somebody_deletes_their_data() -> None:
    reviews = Reviews()
    await reviews.review(1, match_of_ten(), TEN, NAMES)
    reviews.forget()
    assert reviews.kept(1, NAMES) is None


async def test_one_who_gives_up_does_not_spoil_it_for_the_others() -> None:
    reviews, match = Reviews(), match_of_ten()
    impatient, patient = (asyncio.create_task(reviews.review(1, match, TEN, NAMES)) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == review(match, TEN, NAMES)


async def test_a_picture_is_drawn_once_and_tried_again_if_it_could_not_be_drawn() -> None:
    reviews, drawn = Reviews(), iter([None, b"png"])
    made = await reviews.review(1, match_of_ten(), TEN, NAMES)

    async def draw(_: object) -> bytes | None:
        return next(drawn)

    assert [await reviews.picture(1, made, draw) for _ in range(3)] == [None, b"png", b"png"]


def _refuse(*_: object) -> None:
    raise Refused("Not now.")
