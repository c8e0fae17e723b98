"""Checks the name and the picture of an emoji that a bot uploads."""

import base64
import binascii
import re
from collections.abc import Collection

from sandbox.limits.checked_object import CheckedObject
from sandbox.server.errors import ApiError, BodyErrors
from sandbox.wire import Wire

MOST = 2000
SHORTEST, LONGEST = 2, 32
LARGEST = 256 * 1024
NAME = re.compile(r"[A-Za-z0-9_]*")
DATA = re.compile(r"data:(image/[a-z]+);base64,(.*)", re.DOTALL)
KINDS = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/gif": re.compile(rb"GIF8[79]a"),
    "image/webp": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    "image/avif": re.compile(rb".{4}ftypavi[fs]", re.DOTALL),
}
"""The kinds of pictures that Discord takes, and how each begins."""


def check_new_emoji(body: Wire, taken: Collection[str]) -> tuple[bytes, str]:
    """Returns the picture and its kind."""
    errors = BodyErrors()
    checked = CheckedObject(errors, body)
    if body.get("name") is None:
        checked.lacks("name")
    check_name(checked, taken)
    picture = _picture(checked)
    errors.refuse()
    if len(taken) >= MOST:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
    return picture


def check_new_name(body: Wire, taken: Collection[str]) -> None:
    errors = BodyErrors()
    check_name(CheckedObject(errors, body), taken)
    errors.refuse()


def check_name(emoji: CheckedObject, taken: Collection[str]) -> None:
    """Discord wants each name once in an application."""
    emoji.text("name", LONGEST)
    name = emoji.get("name")
    if not isinstance(name, str) or len(name) > LONGEST:
        return
    if len(name) < SHORTEST:
        message = f"Must be between {SHORTEST} and {LONGEST} in length."
        emoji.wrong("BASE_TYPE_BAD_LENGTH", message, "name")
    elif not NAME.fullmatch(name):
        emoji.wrong("STRING_TYPE_REGEX", "String value did not match validation regex.", "name")
    elif name in taken:
        emoji.wrong("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.", "name")


def _picture(emoji: CheckedObject) -> tuple[bytes, str]:
    image = emoji.get("image")
    if image is None:
        emoji.lacks("image")
        return b"", ""
    kind, data = _decoded(image)
    if data is None or kind not in KINDS or not KINDS[kind].match(data):
        emoji.wrong("IMAGE_INVALID", "Invalid image data", "image")
    elif len(data) > LARGEST:
        emoji.wrong("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.", "image")
    return data or b"", kind


def _decoded(image: object) -> tuple[str, bytes | None]:
    found = DATA.fullmatch(image) if isinstance(image, str) else None
    if found is None:
        return "", None
    try:
        return found[1], base64.b64decode(found[2], validate=True)
    except binascii.Error:
        return found[1], None
