"""Troubles on Discord's side: limits, errors, lost connections, repeated presses, deletions, locks, bans."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bench.chaos.experiment import Experiment, Pair

Trouble: TypeAlias = Callable[[Experiment], Awaitable[None]]

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
ROUTES = (
    CALLBACK,
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/messages",
    "PATCH /webhooks",
)
FIRST_SHARD = 0
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


async def deleted_message(experiment: Experiment) -> None:
    """Deletes the newest public message of the bot in a channel."""
    person = experiment.random_pair().players[0].person
    public = [seen for seen in person.sees().messages if not seen.private]
    if public:
        experiment.deleted.add(public[-1].id)
        experiment.sandbox.faults.delete_message(public[-1])


async def deleted_channel(experiment: Experiment) -> None:
    """Deletes a channel. Its people go on in a new one."""
    pair = experiment.random_pair()
    guild = experiment.sandbox.world.guild(pair.guild)
    experiment.deleted.add(pair.channel.id)
    fresh = experiment.sandbox.world.add_channel(guild, pair.room)
    old = pair.channel
    pair.move_to(fresh)
    experiment.sandbox.faults.delete_channel(old)


async def deleted_guild(experiment: Experiment) -> None:
    """Deletes a server. Its people meet again in a new one of the same name."""
    name = experiment.random_pair().guild
    old = experiment.sandbox.world.guild(name)
    experiment.deleted |= set(old.channels)
    experiment.sandbox.faults.delete_guild(old)
    experiment.meet_again(name)


async def blacked_out_guild(experiment: Experiment) -> None:
    guild = experiment.sandbox.world.guild(experiment.random_pair().guild)
    experiment.sandbox.faults.black_out(guild)
    await asyncio.sleep(experiment.random.uniform(0.1, 0.6))
    experiment.sandbox.faults.restore(guild)


async def archived_thread(experiment: Experiment) -> None:
    if (pair := _pair_in_thread(experiment)) is not None:
        experiment.sandbox.faults.archive_thread(pair.channel)


async def locked_thread(experiment: Experiment) -> None:
    """Nobody can press anything there for a while."""
    if (pair := _pair_in_thread(experiment)) is not None:
        thread = pair.channel
        experiment.sandbox.faults.lock_thread(thread)
        await asyncio.sleep(experiment.random.uniform(0.3, 1.5))
        experiment.sandbox.faults.lock_thread(thread, locked=False)


async def ban_by_cloudflare(experiment: Experiment) -> None:
    experiment.sandbox.faults.ban(experiment.random.uniform(0.3, 1.5))


async def refused_session(experiment: Experiment) -> None:
    """Another process has identified itself just before, so the bot's next IDENTIFY is refused."""
    experiment.sandbox.gateway.starts.take_turn(FIRST_SHARD)
    experiment.sandbox.faults.invalidate_sessions(resumable=False)


async def left_unheard(experiment: Experiment) -> None:
    """The bot is removed from a server while it is not connected. Its people meet in another server."""
    faults, world = experiment.sandbox.faults, experiment.sandbox.world
    old = world.guild(experiment.random_pair().guild)
    name = old.name
    experiment.deleted |= set(old.channels)
    faults.close_gateway()
    faults.refuse_resume()
    faults.remove_silently(old)
    old.name = f"{name}, left"
    experiment.meet_again(name)
    faults.open_gateway()
    await asyncio.sleep(1)
    faults.refuse_resume(refuse=False)


async def unknown_names(experiment: Experiment) -> None:
    """Discord does not say who people are."""
    experiment.sandbox.faults.ignore_questions_about_members(experiment.random.randint(1, 5))


def _pair_in_thread(experiment: Experiment) -> Pair | None:
    pairs = [pair for pair in experiment.pairs if pair.channel.is_thread]
    return experiment.random.choice(pairs) if pairs else None


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
    "deleted messages": deleted_message,
    "deleted channels": deleted_channel,
    "deleted servers": deleted_guild,
    "servers out of reach": blacked_out_guild,
    "archived threads": archived_thread,
    "locked threads": locked_thread,
    "bans by Cloudflare": ban_by_cloudflare,
    "sessions refused": refused_session,
    "servers left unheard": left_unheard,
    "names unknown": unknown_names,
}
