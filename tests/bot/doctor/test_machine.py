"""What is found of the clock and the limits."""

from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import time

import pytest

from bot.doctor.finding import Mark
from bot.doctor.machine import of_clock, of_difference, of_files


class Discord(BaseHTTPRequestHandler):
    """Refuses everything, and says what time it is."""

    off = 0.0

    def do_GET(self) -> None:
        self.send_response_only(404)
        self.send_header("Date", formatdate(time() + self.off, usegmt=True))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def discord() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Discord) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/api"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("off", "mark"), [(0, Mark.OK), (-12, Mark.LOOK), (12, Mark.LOOK), (300, Mark.BAD)])
def test_the_clock_is_compared_with_discords(
    off: float, mark: Mark, discord: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Discord, "off", off)
    finding = of_clock(discord)
    assert finding.mark is mark
    assert off == 0 or ("slow" if off > 0 else "fast") in finding.sentence


def test_a_clock_that_can_not_be_compared_is_worth_a_look() -> None:
    assert of_clock("http://127.0.0.1:1/api").mark is Mark.LOOK


@pytest.mark.parametrize("seconds", [-1.9, 0.0, 0.9, 2.9])
def test_whole_seconds_and_a_slow_network_are_no_difference(seconds: float) -> None:
    assert of_difference(seconds, 0.0).mark is Mark.OK
    assert of_difference(seconds + 5, 5.0).mark is Mark.OK


@pytest.mark.parametrize(
    ("allowed", "mark"), [(None, Mark.OK), (1024, Mark.OK), (512, Mark.LOOK), (128, Mark.BAD)]
)
def test_few_open_files_are_too_few(allowed: int | None, mark: Mark) -> None:
    assert of_files(allowed).mark is mark
