"""Walks through the nested components of a message or a modal."""

from collections.abc import Iterable, Iterator

from sandbox.wire import Wire

NESTED = ("accessory", "component")


def walk(components: Iterable[Wire]) -> Iterator[Wire]:
    """Yields every component, in reading order."""
    for component in components:
        yield component
        if "components" in component:
            yield from walk(component["components"])
        for key in NESTED:
            if component.get(key):
                yield from walk([component[key]])


def find(components: Iterable[Wire], custom_id: str) -> Wire | None:
    return next((c for c in walk(components) if c.get("custom_id") == custom_id), None)
