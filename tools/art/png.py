"""SVG to PNG with a palette: a third of the size of what the renderer writes, with the same pixels."""

import zlib
from io import BytesIO
from struct import pack

from PIL import Image
from resvg_py import svg_to_bytes

from tools.art.svg import SIZE

MOST_COLOURS = 256
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def rendered(drawing: str, size: int = SIZE) -> bytes:
    """A drawing as a PNG, with a palette if it has few enough colours."""
    png = svg_to_bytes(svg_string=drawing, width=size, height=size, skip_system_fonts=True)
    return _packed(pixels(png), size) or png


def pixels(png: bytes) -> bytes:
    """Row by row: red, green, blue and opacity of each pixel."""
    return Image.open(BytesIO(png)).convert("RGBA").tobytes()


def _packed(seen: bytes, size: int) -> bytes | None:
    points = [seen[at : at + 4] for at in range(0, len(seen), 4)]
    colours = sorted(set(points), key=lambda colour: (colour[3] == 255, colour))
    if len(colours) > MOST_COLOURS:
        return None
    place = {colour: index for index, colour in enumerate(colours)}
    rows = (bytes(place[point] for point in points[at : at + size]) for at in range(0, size * size, size))
    return SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(colour[:3] for colour in colours)),
            _chunk(b"tRNS", bytes(colour[3] for colour in colours if colour[3] < 255)),
            _chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + kind + content + pack(">I", zlib.crc32(kind + content))
