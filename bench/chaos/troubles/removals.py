"""What people take away under the bot's feet: messages, channels, whole servers."""

import asyncio

from bench.chaos.scene import Scene
from bench.chaos.troubles.network import Trouble


async def deleted_message(scene: Scene) -> None:
    """The newest message of the bot that everybody in a channel can see."""
    person = scene.a_pair().players[0].person
    public = [seen for seen in person.sees().messages if not seen.private]
    if public:
        scene.deleted.add(public[-1].id)
        scene.sandbox.faults.delete_message(public[-1])


async def deleted_channel(scene: Scene) -> None:
    """Its people go on in a new one."""
    pair = scene.a_pair()
    guild = scene.sandbox.world.guild(pair.guild)
    scene.deleted.add(pair.channel.id)
    fresh = scene.sandbox.world.add_channel(guild, pair.room)
    old = pair.channel
    pair.move_to(fresh)
    scene.sandbox.faults.delete_channel(old)


async def deleted_guild(scene: Scene) -> None:
    """Its people meet again in a new one of the same name."""
    name = scene.a_pair().guild
    world = scene.sandbox.world
    old = world.guild(name)
    members = [pair for pair in scene.pairs if pair.guild == name]
    scene.deleted |= set(old.channels)
    scene.sandbox.faults.delete_guild(old)
    people = [person for pair in members for person in pair.names]
    fresh = world.add_guild(name, [pair.room for pair in members], people)
    for pair in members:
        pair.move_to(next(each for each in fresh.channels.values() if each.name == pair.room))


async def blacked_out_guild(scene: Scene) -> None:
    guild = scene.sandbox.world.guild(scene.a_pair().guild)
    scene.sandbox.faults.black_out(guild)
    await asyncio.sleep(scene.random.uniform(0.1, 0.6))
    scene.sandbox.faults.restore(guild)


TROUBLES: dict[str, Trouble] = {
    "deleted messages": deleted_message,
    "deleted channels": deleted_channel,
    "deleted servers": deleted_guild,
    "servers out of reach": blacked_out_guild,
}
