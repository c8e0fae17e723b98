"""The requests that every pick makes, without the objects that discord.py would make of answers nobody reads.

They go through discord.py's own doors, which wait out its limits, try again and raise what it raises.
"""

from typing import TYPE_CHECKING

import discord
from discord.http import Route, handle_message_parameters
from discord.ui import LayoutView
from discord.webhook.async_ import async_context, interaction_message_response_params

if TYPE_CHECKING:
    from bot.client import Gauntlet

UPDATE = discord.InteractionResponseType.message_update


async def answer(press: "discord.Interaction[Gauntlet]", view: LayoutView) -> None:
    """The message that was pressed becomes this."""
    response = press.response
    if response.is_done():
        raise discord.InteractionResponded(press)
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=press.id,
        webhook_token=press.token,
    )
    silent = press.client.allowed_mentions
    with interaction_message_response_params(
        type=UPDATE.value, view=view, previous_allowed_mentions=silent
    ) as parameters:
        await async_context.get().request(
            route,
            press._session,  # noqa: SLF001 - as discord.py does it
            payload=parameters.payload,
        )
    response._response_type = UPDATE  # noqa: SLF001


async def edit_private(client: discord.Client, token: str, message: int, view: LayoutView) -> None:
    """A private message, through the token of a press in it."""
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    with handle_message_parameters(
        view=view, previous_allowed_mentions=client.allowed_mentions
    ) as parameters:
        await async_context.get().edit_webhook_message(
            client.application_id or 0,
            token,
            message,
            session=session,
            payload=parameters.payload,
            with_components=True,
        )


async def edit_public(client: discord.Client, channel: int, message: int, view: LayoutView) -> None:
    """A message of the bot's own in a channel."""
    silent = discord.AllowedMentions.none()
    with handle_message_parameters(view=view, allowed_mentions=silent) as parameters:
        await client.http.edit_message(channel, message, params=parameters)
