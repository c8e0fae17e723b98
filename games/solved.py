"""The tables of solved games: files in the package, read when they are first asked for.

A table is `games/<key>/<name>.bin`, bare bytes, numbers in little-endian order. The module that reads them,
`games/<key>/solution.py` or `rival.py`, says what they mean; `tables/<key>.py` computes them (`make tables`).
All of them together stay below 1 MiB.
"""

from functools import cache
from importlib.resources import files


@cache
def table(key: str, name: str) -> bytes:
    return files(f"games.{key}").joinpath(f"{name}.bin").read_bytes()
