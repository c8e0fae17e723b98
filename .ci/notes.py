"""Prints what CHANGELOG.md says of a version: python .ci/notes.py v0.1.0

The version has to be the one in bot/about.py, so that a tag can't name another than the package does.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADING = r"^## \[{}\] - \d{{4}}-\d\d-\d\d$"


def notes(version: str) -> str:
    """The section of the changelog, without its heading; a sentence is raised if there is none."""
    about = (ROOT / "bot" / "about.py").read_text("utf-8")
    declared = re.search(r'^VERSION = "([^"]+)"$', about, re.MULTILINE)
    if declared is None or declared[1] != version:
        raise SystemExit(f"bot/about.py does not say that this is version {version}.")
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heading = re.search(HEADING.format(re.escape(version)), changelog, re.MULTILINE)
    if heading is None:
        raise SystemExit(f"CHANGELOG.md has no section with a date for version {version}.")
    return changelog[heading.end() :].partition("\n## ")[0].strip()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python .ci/notes.py VERSION")
    sys.stdout.write(notes(sys.argv[1].removeprefix("v")) + "\n")
