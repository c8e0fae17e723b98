"""The supervisor is a process of its own, and takes little."""

import subprocess
import sys

from tests.support.project import ROOT

LOADED = """
import sys, bot.supervisor.__main__
files = (name for name, module in sys.modules.items() if getattr(module, "__file__", None))
print(*{name.partition(".")[0] for name in files})
"""


def test_it_loads_the_standard_library_and_nothing_else() -> None:
    command = [sys.executable, "-S", "-c", LOADED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} - sys.stdlib_module_names == {"bot"}
