"""The bot in a process of its own, with every press acknowledged before it is answered."""

import sys

from bot.__main__ import main
from bot.ui.wire.overload import Overload

if __name__ == "__main__":
    Overload.always_late = True
    sys.exit(main())
