import discord
from sandbox import Sandbox
from tests.sandbox.conftest import Bot, Launch


async def test_a_command_is_answered(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()

    @bot.tree.command()
    async def hello(interaction: discord.Interaction, person: discord.Member) -> None:
        """Say hello."""
        await interaction.response.send_message(f"Hello, {person.mention}!")

    await launch(bot)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.slash("hello", person=bob)
    assert reply.message is not None
    assert reply.message.text == "Hello, @Bob!"
    assert "Hello, @Bob!" in bob.sees()
