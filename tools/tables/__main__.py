"""Computes the tables of all games, or of the given ones: python -m tools.tables [GAME ...]."""

from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter

from tools.tables import BUILDERS

PACKAGE = Path(__file__).parents[2] / "games"


def main() -> None:
    parser = ArgumentParser("python -m tools.tables", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(BUILDERS)}")
    chosen = parser.parse_args().games or [*BUILDERS]
    if unknown := [key for key in chosen if key not in BUILDERS]:
        parser.error(f"there are no tables to compute for {', '.join(unknown)}")
    for key in chosen:
        _write(key)


def _write(key: str) -> None:
    start = perf_counter()
    for name, content in BUILDERS[key]().items():
        path = PACKAGE / key / f"{name}.bin"
        same = path.exists() and path.read_bytes() == content
        path.write_bytes(content)
        took = f"{perf_counter() - start:.1f} s"
        print(f"{key}/{name}.bin  {len(content):,} bytes  {took}  {'unchanged' if same else 'new'}")


if __name__ == "__main__":
    main()
