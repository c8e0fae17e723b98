"""What goes wrong between Discord and the bot: limits, errors, lost lines, presses twice or in disorder."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bench.chaos.scene import Scene

Trouble: TypeAlias = Callable[[Scene], Awaitable[None]]

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
ROUTES = (
    CALLBACK,
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/messages",
    "PATCH /webhooks",
)
TOO_SLOW = 3.3
"""Seconds; Discord waits three."""


async def limits(scene: Scene) -> None:
    wait, times = scene.random.uniform(0.05, 0.6), scene.random.randint(3, 12)
    if scene.random.random() < 0.3:
        scene.sandbox.faults.rate_limit_globally(retry_after=wait, times=times)
    else:
        scene.sandbox.faults.rate_limit(scene.random.choice(ROUTES), retry_after=wait, times=times)


async def errors(scene: Scene) -> None:
    status = scene.random.choice((500, 502, 503, 504))
    late, times = scene.random.random() < 0.4, scene.random.randint(1, 6)
    scene.sandbox.faults.answer(status, scene.random.choice(ROUTES), times=times, late=late)


async def broken_lines(scene: Scene) -> None:
    late, times = scene.random.random() < 0.4, scene.random.randint(1, 4)
    scene.sandbox.faults.break_connection(scene.random.choice(ROUTES), times=times, late=late)


async def slow_answers(scene: Scene) -> None:
    scene.sandbox.faults.delay(TOO_SLOW, CALLBACK, times=scene.random.randint(1, 3))


async def slow_edits(scene: Scene) -> None:
    scene.sandbox.faults.delay(scene.random.uniform(0.3, 1.5), scene.random.choice(ROUTES[1:]), times=5)


async def lost_gateway(scene: Scene) -> None:
    if scene.random.random() < 0.5:
        scene.sandbox.faults.drop_sockets()
    else:
        scene.sandbox.faults.ask_to_reconnect()


async def new_gateway_session(scene: Scene) -> None:
    """The session can't be resumed: what was sent meanwhile never arrives."""
    if scene.random.random() < 0.5:
        scene.sandbox.faults.invalidate_sessions(resumable=False)
        return
    scene.sandbox.faults.refuse_resume()
    scene.sandbox.faults.drop_sockets()
    await asyncio.sleep(1)
    scene.sandbox.faults.refuse_resume(refuse=False)


async def doubled_presses(scene: Scene) -> None:
    scene.sandbox.faults.repeat_presses(scene.random.randint(1, 8))


async def swapped_presses(scene: Scene) -> None:
    scene.sandbox.faults.swap_presses(scene.random.randint(1, 5))


TROUBLES: dict[str, Trouble] = {
    "429 storms": limits,
    "5xx answers": errors,
    "broken connections": broken_lines,
    "answers taken after 3 seconds": slow_answers,
    "slow edits": slow_edits,
    "dropped gateways": lost_gateway,
    "gateways not resumed": new_gateway_session,
    "presses delivered twice": doubled_presses,
    "presses out of order": swapped_presses,
}
