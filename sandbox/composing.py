"""From a request's body to a message's raw object: files named, components numbered, media resolved."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sandbox.wire import Wire


@dataclass(frozen=True, slots=True)
class Upload:
    """One file as it was sent; `slot` is the n of `files[n]`."""

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
    """A copy in which every component has an id of its own, given in reading order; snowflakes are texts."""
    taken = {component["id"] for component in _walk(components) if component.get("id")}
    free = iter(n for n in range(1, 1000) if n not in taken)

    def copy(component: Wire) -> Wire:
        fresh: Wire = {"type": component["type"], "id": component.get("id") or next(free)}
        for key, value in component.items():
            if key in {"type", "id"} or value is None:
                continue
            if key == "components":
                fresh[key] = [copy(child) for child in value]
            elif key in {"accessory", "component"}:
                fresh[key] = copy(value)
            elif key == "default_values":
                fresh[key] = [chosen | {"id": str(chosen["id"])} for chosen in value]
            else:
                fresh[key] = value
        return fresh

    return [copy(component) for component in components]


def resolved(thing: Any, attachments: dict[str, Wire]) -> Any:
    """A copy in which every `attachment://name` points at the attachment itself."""
    if isinstance(thing, list):
        return [resolved(item, attachments) for item in thing]
    if not isinstance(thing, dict):
        return thing
    url = thing.get("url")
    if isinstance(url, str) and url.startswith("attachment://"):
        found = attachments.get(url.removeprefix("attachment://"))
        if found:
            known = {key: found[key] for key in ("url", "proxy_url", "content_type")}
            return thing | known | {"attachment_id": found["id"]}
    return {key: resolved(value, attachments) for key, value in thing.items()}


def _walk(components: list[Wire]) -> list[Wire]:
    found = []
    for component in components:
        found.append(component)
        found += _walk(component.get("components") or [])
        found += _walk([component[key] for key in ("accessory", "component") if key in component])
    return found
