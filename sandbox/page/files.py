"""Serves the files of messages and the pictures of emoji to the page and to the bot."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.server.platform import Platform
from sandbox.world.snowflake import as_id

SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
}


def attachment_handler(platform: Platform) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Makes the handler that serves files. Browsers may show pictures and must download all other files."""

    async def serve(request: web.Request) -> web.StreamResponse:
        upload = platform.messages.files.get(as_id(request.match_info["id"]) or 0)
        if upload is None:
            raise web.HTTPNotFound
        headers = HEADERS | {"Content-Type": upload.content_type}
        if upload.content_type not in SHOWN_INLINE:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=upload.data, headers=headers)

    return serve


def emoji_handler(platform: Platform) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Makes the handler that serves emoji. Whatever kind is asked for, a picture comes as it was uploaded."""

    async def serve(request: web.Request) -> web.StreamResponse:
        emoji = platform.world.emoji.find(as_id(request.match_info["id"]) or 0)
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.image, headers=HEADERS | {"Content-Type": emoji.content_type})

    return serve
