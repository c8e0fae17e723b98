"""Turns parts of a request's body into parts of a message: attachments, components, media."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sandbox.interactions.components import NESTED
from sandbox.wire import Component, Wire

BUTTON = Component.BUTTON.value


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request. `slot` is the n of its form field `files[n]`."""

    slot: int
    name: str
    data: bytes
    content_type: str


def attachment_wire(attachment_id: int, upload: Upload, described: Wire, base_url: str) -> Wire:
    name = described.get("filename") or upload.name
    wire: Wire = {
        "id": str(attachment_id),
        "filename": name,
        "size": len(upload.data),
        "url": f"{base_url}/attachments/{attachment_id}/{quote(name)}",
        "proxy_url": f"{base_url}/attachments/{attachment_id}/{quote(name)}",
        "content_type": upload.content_type,
    }
    if described.get("description"):
        wire["description"] = described["description"]
    return wire


def numbered(components: list[Wire]) -> list[Wire]:
    """Copies components and gives each its own id, in reading order. Snowflakes become texts."""
    taken: set[int] = set()
    _gather_ids(components, taken)
    free = iter(n for n in range(1, 1000) if n not in taken)

    def copy(component: Wire) -> Wire:
        fresh: Wire = {"type": 0, "id": 0, **component}
        fresh["id"] = fresh["id"] or next(free)
        if None in fresh.values():
            fresh = {key: value for key, value in fresh.items() if value is not None}
        if fresh["type"] == BUTTON:
            return fresh
        if "components" in fresh:
            fresh["components"] = [copy(child) for child in fresh["components"]]
        for key in NESTED:
            if key in fresh:
                fresh[key] = copy(fresh[key])
        if "default_values" in fresh:
            chosen = fresh["default_values"]
            fresh["default_values"] = [value | {"id": str(value["id"])} for value in chosen]
        return fresh

    return [copy(component) for component in components]


def resolved(thing: Any, attachments: dict[str, Wire]) -> Any:
    """Copies a structure and replaces every `attachment://name` by the address of that attachment."""
    if isinstance(thing, list):
        return [resolved(item, attachments) for item in thing]
    if not isinstance(thing, dict):
        return thing
    url = thing.get("url")
    if isinstance(url, str) and url.startswith("attachment://"):
        attachment = attachments.get(url.removeprefix("attachment://"))
        if attachment:
            known = {key: attachment[key] for key in ("url", "proxy_url", "content_type")}
            return thing | known | {"attachment_id": attachment["id"]}
    return {key: resolved(value, attachments) for key, value in thing.items()}


def _gather_ids(components: list[Wire], taken: set[int]) -> None:
    for component in components:
        if component.get("id"):
            taken.add(component["id"])
        if component["type"] == BUTTON:
            continue
        _gather_ids(component.get("components") or [], taken)
        _gather_ids([component[key] for key in NESTED if component.get(key)], taken)
