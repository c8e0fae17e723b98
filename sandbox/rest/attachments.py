"""Serves the files of messages to the page and to the bot."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.server.platform import Platform
from sandbox.world.snowflake import as_id

SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


def attachment_handler(platform: Platform) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Makes the handler that serves files. Browsers may show pictures and must download all other files."""

    async def serve(request: web.Request) -> web.StreamResponse:
        upload = platform.messages.files.get(as_id(request.match_info["id"]) or 0)
        if upload is None:
            raise web.HTTPNotFound
        headers = {
            "Content-Type": upload.content_type,
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
        }
        if upload.content_type not in SHOWN_INLINE:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=upload.data, headers=headers)

    return serve
