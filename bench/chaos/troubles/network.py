"""Troubles between Discord and the bot: rate limits, errors, broken connections, repeated presses."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bench.chaos.experiment import Experiment

Trouble: TypeAlias = Callable[[Experiment], Awaitable[None]]

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
ROUTES = (
    CALLBACK,
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/messages",
    "PATCH /webhooks",
)
TOO_SLOW = 3.3
"""Seconds. Discord waits three for an answer."""


async def limits(experiment: Experiment) -> None:
    wait, times = experiment.random.uniform(0.05, 0.6), experiment.random.randint(3, 12)
    if experiment.random.random() < 0.3:
        experiment.sandbox.faults.rate_limit_globally(retry_after=wait, times=times)
    else:
        experiment.sandbox.faults.rate_limit(experiment.random.choice(ROUTES), retry_after=wait, times=times)


async def errors(experiment: Experiment) -> None:
    status = experiment.random.choice((500, 502, 503, 504))
    late, times = experiment.random.random() < 0.4, experiment.random.randint(1, 6)
    experiment.sandbox.faults.answer(status, experiment.random.choice(ROUTES), times=times, late=late)


async def broken_connections(experiment: Experiment) -> None:
    late, times = experiment.random.random() < 0.4, experiment.random.randint(1, 4)
    experiment.sandbox.faults.break_connection(experiment.random.choice(ROUTES), times=times, late=late)


async def slow_answers(experiment: Experiment) -> None:
    experiment.sandbox.faults.delay(TOO_SLOW, CALLBACK, times=experiment.random.randint(1, 3))


async def slow_edits(experiment: Experiment) -> None:
    experiment.sandbox.faults.delay(
        experiment.random.uniform(0.3, 1.5), experiment.random.choice(ROUTES[1:]), times=5
    )


async def lost_gateway(experiment: Experiment) -> None:
    if experiment.random.random() < 0.5:
        experiment.sandbox.faults.drop_sockets()
    else:
        experiment.sandbox.faults.ask_to_reconnect()


async def new_gateway_session(experiment: Experiment) -> None:
    """Ends the gateway session so that it can't be resumed. Events in between never arrive."""
    if experiment.random.random() < 0.5:
        experiment.sandbox.faults.invalidate_sessions(resumable=False)
        return
    experiment.sandbox.faults.refuse_resume()
    experiment.sandbox.faults.drop_sockets()
    await asyncio.sleep(1)
    experiment.sandbox.faults.refuse_resume(refuse=False)


async def closed_gateway(experiment: Experiment) -> None:
    """Breaks every gateway connection and refuses new ones for a while."""
    experiment.sandbox.faults.close_gateway()
    await asyncio.sleep(experiment.random.uniform(0.5, 3))
    experiment.sandbox.faults.open_gateway()


async def doubled_presses(experiment: Experiment) -> None:
    experiment.sandbox.faults.repeat_presses(experiment.random.randint(1, 8))


async def swapped_presses(experiment: Experiment) -> None:
    experiment.sandbox.faults.swap_presses(experiment.random.randint(1, 5))


TROUBLES: dict[str, Trouble] = {
    "429 storms": limits,
    "5xx answers": errors,
    "broken connections": broken_connections,
    "answers taken after 3 seconds": slow_answers,
    "slow edits": slow_edits,
    "dropped gateways": lost_gateway,
    "gateways not resumed": new_gateway_session,
    "gateways gone for a while": closed_gateway,
    "presses delivered twice": doubled_presses,
    "presses out of order": swapped_presses,
}
