"""The parts of a line, put together. Empty ones are left out."""


def spaced(*parts: str) -> str:
    return " ".join(filter(None, parts))


def dotted(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def lines(*parts: str) -> str:
    """One below the other."""
    return "\n".join(filter(None, parts))


def small_line(*parts: str) -> str:
    return f"-# {dotted(*parts)}"
