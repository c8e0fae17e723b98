"""Reads a request's body: JSON, or a multipart form with `payload_json` and files."""

import asyncio
import mimetypes
import re
from collections.abc import Mapping
from typing import Any, Protocol

import orjson
from aiohttp import BodyPartReader, MultipartReader

from sandbox.messages.composing import Upload
from sandbox.server.errors import ApiError

FILE_FIELD = re.compile(r"files?\[(\d{1,2})\]")


class Request(Protocol):
    """The parts of an HTTP request that the pipeline reads."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def query(self) -> Mapping[str, str]: ...
    @property
    def match_info(self) -> Mapping[str, str]: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def content_type(self) -> str: ...
    @property
    def body_exists(self) -> bool: ...
    @property
    def transport(self) -> asyncio.Transport | None: ...
    async def read(self) -> bytes: ...
    async def multipart(self) -> MultipartReader: ...


async def read_body(request: Request) -> tuple[Any, list[Upload]]:
    if not request.body_exists:
        return None, []
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    raw = await request.read()
    return (_loads(raw) if raw else None), []


async def _read_form(request: Request) -> tuple[Any, list[Upload]]:
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
