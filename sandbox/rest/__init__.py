"""REST v10 as a bot uses it: one module per subject, each ending in the table of its routes."""

from sandbox.rest import applications, channels, guilds, interactions, messages, threads, users, webhooks

ROUTES = (
    *users.ROUTES,
    *applications.ROUTES,
    *interactions.ROUTES,
    *webhooks.ROUTES,
    *messages.ROUTES,
    *channels.ROUTES,
    *threads.ROUTES,
    *guilds.ROUTES,
)
