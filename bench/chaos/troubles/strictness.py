"""Troubles that Discord itself makes: archived and locked threads, bans, refused sessions, silence."""

import asyncio

from bench.chaos.experiment import Experiment, Pair
from bench.chaos.troubles.network import Trouble

FIRST_SHARD = 0


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
    "archived threads": archived_thread,
    "locked threads": locked_thread,
    "bans by Cloudflare": ban_by_cloudflare,
    "sessions refused": refused_session,
    "servers left unheard": left_unheard,
    "names unknown": unknown_names,
}
