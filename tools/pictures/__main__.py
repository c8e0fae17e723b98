"""Takes the pictures of the README, or one of every screen: python -m tools.pictures readme|screens."""

import argparse
import asyncio
import sys
from pathlib import Path

from tools.pictures.readme import take_readme
from tools.pictures.screens import take_screens
from tools.pictures.stage import NoBrowser, stage

README = Path("docs/pictures")
SCREENS = Path("build/screens")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("what", choices=("readme", "screens"))
    asked = parser.parse_args()
    try:
        asyncio.run(run(asked.what))
    except NoBrowser as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


async def run(what: str) -> None:
    async with stage() as opened:
        if what == "screens":
            print(await take_screens(opened, SCREENS))
            return
        for path in await take_readme(opened, README):
            print(f"{path} {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
