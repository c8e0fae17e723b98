"""Discord's HTTP API, version 10. Each module covers one subject and ends with its routes."""

from sandbox.rest import (
    applications,
    channels,
    emoji,
    guilds,
    interactions,
    messages,
    threads,
    users,
    webhooks,
)

ROUTES = (
    *users.ROUTES,
    *applications.ROUTES,
    *emoji.ROUTES,
    *interactions.ROUTES,
    *webhooks.ROUTES,
    *messages.ROUTES,
    *channels.ROUTES,
    *threads.ROUTES,
    *guilds.ROUTES,
)
