"""Reads the project's pages, and what they show as code."""

import re
from functools import cache
from pathlib import Path

from tests.support.project import ROOT

FENCED = r"^ *```(\w*)\n(.*?)^ *```$"


@cache
def text_of(page: Path | str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def code_in(page: Path | str) -> list[str]:
    """Everything a page shows as code, piece by piece, each in one line."""
    text = text_of(page)
    blocks = re.findall(FENCED, text, re.DOTALL | re.MULTILINE)
    prose = re.sub(FENCED, "", text, flags=re.DOTALL | re.MULTILINE)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    return [*spans, *(line.strip() for _, block in blocks for line in block.splitlines())]
