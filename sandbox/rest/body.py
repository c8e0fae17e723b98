"""Reads a request's body: JSON, or a form with `payload_json` and files."""

import mimetypes
import re
from typing import Any

import orjson
from aiohttp import BodyPartReader, web

from sandbox.composing import Upload
from sandbox.errors import ApiError

FILE_FIELD = re.compile(r"files?\[(\d{1,2})\]")
FILES_LIMIT = 10


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    if not request.body_exists:
        return None, []
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    raw = await request.read()
    return (_loads(raw) if raw else None), []


async def _read_form(request: web.Request) -> tuple[Any, list[Upload]]:
    payload: Any = {}
    uploads = []
    try:
        reader = await request.multipart()
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read(decode=True))
            match = FILE_FIELD.fullmatch(part.name or "")
            if part.name == "payload_json":
                payload = _loads(data)
            elif match:
                uploads.append(_upload(int(match[1]), part.filename or "unknown", data))
    except (ValueError, AssertionError):
        raise ApiError(400, 50035, "Invalid Form Body") from None
    return payload, uploads


def _upload(slot: int, name: str, data: bytes) -> Upload:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Upload(slot, name, data, f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


def _loads(raw: bytes | bytearray) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
