"""The smallest pictures that are really PNG files, each in one colour."""

import struct
import zlib


def tiny_png(colour: int = 0x3366CC, size: int = 8) -> bytes:
    row = b"\0" + colour.to_bytes(3) * size
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(row * size)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
