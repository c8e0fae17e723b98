"""python -m bot.easel: draws what it is asked for, one line of JSON in, one PNG out, until there is no more.

A PNG is preceded by its length in four bytes; the length 0 says that it could not be drawn.
"""

import json
import logging
import sys
import traceback
from typing import Any, BinaryIO

from bot.pictures.picture import ChancePicture, Line, Picture, RatingPicture


def main(orders: BinaryIO, pictures: BinaryIO) -> None:
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    for order in orders:
        png = _drawn(order)
        pictures.write(len(png).to_bytes(4, "big") + png)
        pictures.flush()


def _drawn(order: bytes) -> bytes:
    from bot.pictures.charts import draw  # noqa: PLC0415 - matplotlib warns on import if HOME is read-only

    try:
        return draw(picture_from(json.loads(order)))
    except Exception:  # one bad picture must not keep others from being drawn
        traceback.print_exc()
        return b""


def picture_from(data: dict[str, Any]) -> Picture:
    if "lines" in data:
        lines = (Line(**{**line, "points": tuple(map(tuple, line["points"]))}) for line in data["lines"])
        return RatingPicture(tuple(lines))
    return ChancePicture(tuple(data["chances"]), data["turning"])


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
