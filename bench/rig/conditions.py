"""How strict and how far away the sandbox's Discord is during a measurement."""

from argparse import ArgumentParser

from sandbox import Sandbox
from sandbox.server.latency import REAL
from sandbox.server.ratelimit import FIVE_IN_FIVE, FIVE_IN_ONE

SPEED = 50.0
"""How much faster the limits are where many people play for a short time."""
BUCKETS = {"none": None, "5-in-5": FIVE_IN_FIVE, "5-in-1": FIVE_IN_ONE}
"""How many edits a channel takes in how many seconds; "none" switches all limits off."""


def add_conditions(parser: ArgumentParser, buckets: str = "none") -> None:
    parser.add_argument(
        "--buckets", choices=BUCKETS, default=buckets, help="edits in how many seconds (default: %(default)s)"
    )
    parser.add_argument("--latency", action="store_true", help="60-250 ms for every request and event")


def set_conditions(sandbox: Sandbox, buckets: str, *, latency: bool) -> None:
    rate = BUCKETS[buckets]
    sandbox.limits.enforced = rate is not None
    sandbox.limits.profile = rate or FIVE_IN_FIVE
    sandbox.latency = REAL if latency else None
