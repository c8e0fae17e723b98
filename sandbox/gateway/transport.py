"""Encodes frames as plain text, or as one compressed stream per connection."""

import importlib
import zlib
from collections.abc import Callable
from typing import Any, TypeAlias

Pack: TypeAlias = Callable[[bytes], bytes]


def packer(compress: str | None) -> Pack | None:
    """Returns the function that compresses frames as the client asked. None means plain text.

    A client that asks for zstd-stream also reads plain text, so it gets that if zstd is not installed.
    """
    if compress == "zlib-stream":
        return _zlib_stream()
    if compress == "zstd-stream":
        return _zstd_stream()
    return None


def _zlib_stream() -> Pack:
    stream = zlib.compressobj(1)
    return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd_stream() -> Pack | None:
    try:
        zstd: Any = importlib.import_module("compression.zstd")
    except ImportError:
        return None
    stream = zstd.ZstdCompressor()
    return lambda frame: bytes(stream.compress(frame, mode=stream.FLUSH_BLOCK))
