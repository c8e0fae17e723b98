"""Packs records into files as they come, so that only their compressed bytes are kept in memory."""

import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

PLAIN = 4 * 1024 * 1024
"""Bytes; what is larger is sent compressed, even where Discord would take it as it is."""
LEVEL = 6
GZIP = 16 + zlib.MAX_WBITS
"""Tells zlib to write gzip files."""
END = "\n]}\n"
CLOSING = 64
"""Bytes that the end of a gzip file takes at most."""


@dataclass(frozen=True, slots=True)
class GrowingFile:
    """A gzip file in the making: a head, and lines of JSON as a list. `plus` makes a longer one."""

    packer: Any
    packed: tuple[bytes, ...]
    size: int
    """How many bytes the file has when it ends here."""
    plain_size: int
    lines: int = 0

    @classmethod
    def with_head(cls, head: str) -> "GrowingFile":
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        packed = packer.compress(head.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
        return cls(packer, (packed,), len(packed) + CLOSING, len(head) + len(END))

    def plus(self, lines: Sequence[str]) -> "GrowingFile":
        text = (",\n" if self.lines else "\n") + ",\n".join(lines)
        packer = self.packer.copy()
        packed = packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
        return GrowingFile(
            packer,
            (*self.packed, packed),
            self.size + len(packed),
            self.plain_size + len(text),
            self.lines + len(lines),
        )

    def content(self) -> bytes:
        packer = self.packer.copy()
        return b"".join((*self.packed, packer.compress(END.encode()), packer.flush()))


class Files:
    """Files within a limit of bytes: one plain file, or several packed ones."""

    def __init__(self, head: str, limit: int) -> None:
        self._head = head
        self._limit = limit
        self._full: list[bytes] = []
        self._last = GrowingFile.with_head(head)

    def add(self, lines: Sequence[str]) -> None:
        """Adds lines to the last file as long as they fit. A line that fits nowhere gets its own file."""
        longer = self._last.plus(lines)
        if longer.size <= self._limit or (len(lines) == 1 and not self._last.lines):
            self._last = longer
        elif len(lines) == 1:
            self._full.append(self._last.content())
            self._last = GrowingFile.with_head(self._head)
            self.add(lines)
        else:
            half = len(lines) // 2
            self.add(lines[:half])
            self.add(lines[half:])

    def named(self, name: str) -> list[tuple[str, bytes]]:
        """Returns names and contents; nothing if there was no line."""
        if not self._last.lines:
            return []
        if not self._full and self._last.plain_size <= min(self._limit, PLAIN):
            return [(f"{name}.json", gzip.decompress(self._last.content()))]
        files = [*self._full, self._last.content()]
        return [(f"{name}-{number}-of-{len(files)}.json.gz", each) for number, each in enumerate(files, 1)]
