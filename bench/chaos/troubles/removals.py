"""Troubles by deletion: messages, channels and whole servers are gone."""

import asyncio

from bench.chaos.experiment import Experiment
from bench.chaos.troubles.network import Trouble


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


TROUBLES: dict[str, Trouble] = {
    "deleted messages": deleted_message,
    "deleted channels": deleted_channel,
    "deleted servers": deleted_guild,
    "servers out of reach": blacked_out_guild,
}
