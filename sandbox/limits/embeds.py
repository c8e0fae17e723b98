"""Checks embeds: the length of each field, and the total length in a message."""

from sandbox.limits.checked_object import CheckedObject

TOTAL = 6000
PER_MESSAGE = 10


def check_embeds(message: CheckedObject) -> None:
    total = sum(_check(embed) for embed in message.each("embeds", PER_MESSAGE))
    if total > TOTAL:
        message.wrong("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {TOTAL}", "embeds")


def _check(embed: CheckedObject) -> int:
    """Checks an embed and returns how many characters it adds to the total."""
    embed.text("title", 256)
    embed.text("description", 4096)
    embed.text("url", 2048)
    embed.whole("color", 0, 0xFFFFFF)
    total = _length(embed, "title") + _length(embed, "description")
    for key, part, most in (("footer", "text", 2048), ("author", "name", 256)):
        inner = embed.inner(key)
        if inner is not None:
            inner.text(part, most, least=1)
            total += _length(inner, part)
    for field in embed.each("fields", 25):
        field.text("name", 256, least=1)
        field.text("value", 1024, least=1)
        total += _length(field, "name") + _length(field, "value")
    return total


def _length(holder: CheckedObject, key: str) -> int:
    return len(str(holder.get(key) or ""))
