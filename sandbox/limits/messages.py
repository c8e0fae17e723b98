"""Checks the body of a new or edited message."""

from collections.abc import Container, Sequence

from sandbox.limits.checked_object import CheckedObject
from sandbox.limits.components import ComponentCheck
from sandbox.limits.embeds import check_embeds
from sandbox.messages.composing import Upload
from sandbox.server.errors import ApiError, BodyErrors
from sandbox.wire import MessageFlag, Wire
from sandbox.world.entities import Message
from sandbox.world.snowflake import as_id

CONTENT = 2000
FILES = 10
LARGEST_FILE = 10 * 1024 * 1024
LARGEST_FLAG = 2**31 - 1
LEGACY = ("content", "embeds", "sticker_ids", "poll")
UNSEEN_IN_EMBED = frozenset({"type", "color", "flags"})
LONGEST_NONCE = 25
MENTIONED = ("users", "roles", "everyone")
NOT_SUPPORTED = ("sticker_ids", "poll")


def check_new(body: Wire, uploads: Sequence[Upload], emoji: Container[int], *path: str) -> None:
    """Checks a new message of a bot that may use these emoji."""
    errors = BodyErrors()
    checked = CheckedObject(errors, body, *path)
    v2 = _asks_for_v2(checked)
    if v2:
        _refuse_legacy(checked, {})
    _check_parts(checked, _check_files(checked, uploads, []), emoji, v2=v2)
    errors.refuse()
    if not uploads and _is_empty(body):
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_edit(
    body: Wire, message: Message, uploads: Sequence[Upload], emoji: Container[int], *path: str
) -> None:
    """Checks an edit. A message that uses components v2 keeps them and may have no content or embeds."""
    errors, was = BodyErrors(), message.wire
    checked = CheckedObject(errors, body, *path)
    v2 = _asks_for_v2(checked) or bool(message.flags & MessageFlag.COMPONENTS_V2)
    if v2:
        _refuse_legacy(checked, was)
    _check_parts(checked, _check_files(checked, uploads, was["attachments"]), emoji, v2=v2)
    errors.refuse()
    attachments = body["attachments"] if body.get("attachments") is not None else was["attachments"]
    if not uploads and not attachments and _is_empty(was | body):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _is_empty(body: Wire) -> bool:
    """Whether a message shows nothing. Spaces and an embed that only has a colour count as nothing."""
    embeds = any(embed.keys() - UNSEEN_IN_EMBED for embed in body.get("embeds") or ())
    return not ((body.get("content") or "").strip() or embeds or body.get("components"))


def _asks_for_v2(checked: CheckedObject) -> bool:
    checked.whole("flags", 0, LARGEST_FLAG)
    flags = checked.get("flags")
    return isinstance(flags, int) and bool(flags & MessageFlag.COMPONENTS_V2)


def _check_parts(checked: CheckedObject, files: set[str], emoji: Container[int], *, v2: bool) -> None:
    checked.text("content", CONTENT)
    if not isinstance(checked.get("nonce"), int):
        checked.text("nonce", LONGEST_NONCE)
    if checked.get("embeds"):
        check_embeds(checked)
    if checked.get("components") is not None:
        ComponentCheck(files, emoji, v2=v2).check(checked)
    checked.inner("message_reference")
    for key in NOT_SUPPORTED:
        if checked.get(key):
            checked.wrong("SANDBOX_NOT_PLAYED", "The sandbox has neither polls nor stickers.", key)
    allowed = checked.inner("allowed_mentions")
    if allowed is not None:
        _check_mentions(allowed)


def _refuse_legacy(checked: CheckedObject, was: Wire) -> None:
    for key in LEGACY:
        if checked.body[key] if key in checked.body else was.get(key):
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            checked.wrong("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message, key)


def _check_mentions(allowed: CheckedObject) -> None:
    parse = allowed.listed("parse")
    for key in ("users", "roles"):
        listed = allowed.listed(key)
        for index, entry in enumerate(listed):
            if as_id(entry) is None:
                allowed.wrong("NUMBER_TYPE_COERCE", f'Value "{entry}" is not snowflake.', key, index)
        if len(listed) > 100:
            allowed.wrong("BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.", key)
        if listed and key in parse:
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            allowed.wrong("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    for index, kind in enumerate(parse):
        if kind not in MENTIONED:
            message = "Value must be one of ('roles', 'users', 'everyone')."
            allowed.wrong("BASE_TYPE_CHOICES", message, "parse", index)


def _check_files(checked: CheckedObject, uploads: Sequence[Upload], old: list[Wire]) -> set[str]:
    """Checks files and returns the names of all files that the message will have."""
    listed = checked.each("attachments", FILES)
    if len(uploads) > FILES:
        checked.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.", "attachments")
    if any(len(upload.data) > LARGEST_FILE for upload in uploads):
        raise ApiError(413, 40005, "Request entity too large")
    if not uploads and not old:
        return set()
    names = {str(entry.get("id")): entry.get("filename") for entry in listed}
    fresh = {names.get(str(upload.slot)) or upload.name for upload in uploads}
    kept = old if checked.get("attachments") is None else [a for a in old if a["id"] in names]
    return fresh | {attachment["filename"] for attachment in kept}
