"""python -m bot.pictures.worker: reads pictures, one line of JSON each, and writes PNGs until its input ends.

Each PNG is preceded by its length in four bytes; the length 0 says that it could not be drawn.
"""

import json
import logging
import sys
import traceback
from typing import Any, BinaryIO

from bot.pictures.picture import ChancePicture, Picture, RatingLine, RatingPicture


def main(requests: BinaryIO, pictures: BinaryIO) -> None:
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    for request in requests:
        png = _drawn(request)
        pictures.write(len(png).to_bytes(4, "big") + png)
        pictures.flush()


def _drawn(request: bytes) -> bytes:
    from bot.pictures.charts import draw  # noqa: PLC0415 - matplotlib warns on import if HOME is read-only

    try:
        return draw(picture_from(json.loads(request)))
    except Exception:  # one bad picture must not end the process
        traceback.print_exc()
        return b""


def picture_from(data: dict[str, Any]) -> Picture:
    if "lines" in data:
        return RatingPicture(tuple(map(_line_from, data["lines"])))
    return ChancePicture(tuple(data["chances"]), data["turning"], data["unit"])


def _line_from(data: dict[str, Any]) -> RatingLine:
    return RatingLine(data["label"], data["colour"], tuple(map(tuple, data["points"])))


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
