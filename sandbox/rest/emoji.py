"""Routes for the emoji of the application."""

from sandbox.limits.emoji import check_new_emoji, check_new_name
from sandbox.messages.emoji import ApplicationEmoji
from sandbox.rest.applications import own_application
from sandbox.rest.call import Call, Result, Route, Status
from sandbox.server.ratelimit import Rate
from sandbox.wire import Wire

CHANGES = Rate(50, 3600.0)
"""Discord does not say how many changes it takes of an application; of a guild it has taken 50 an hour."""


def list_emoji(call: Call) -> Wire:
    return {"items": [emoji.wire() for emoji in _all(call)]}


def get_emoji(call: Call) -> Wire:
    return _all(call).get(call.id("emoji_id")).wire()


def create_emoji(call: Call) -> Status:
    every = _all(call)
    image, kind = check_new_emoji(call.fields, every.names)
    call.refuse_violation()
    return Status(201, every.add(call.fields["name"], image, kind).wire())


def rename_emoji(call: Call) -> Wire:
    every = _all(call)
    emoji = every.get(call.id("emoji_id"))
    check_new_name(call.fields, [each.name for each in every if each is not emoji])
    call.refuse_violation()
    emoji.name = call.fields.get("name") or emoji.name
    return emoji.wire()


def delete_emoji(call: Call) -> Result:
    _all(call).remove(call.id("emoji_id"))
    return None


def _all(call: Call) -> ApplicationEmoji:
    own_application(call)
    return call.platform.world.emoji


EVERY = "/applications/{application_id}/emojis"
ONE = EVERY + "/{emoji_id}"
CREATE, DELETE = f"POST {EVERY}", f"DELETE {ONE}"

ROUTES = (
    Route("GET", EVERY, list_emoji),
    Route("POST", EVERY, create_emoji, CHANGES, checks_body=True),
    Route("GET", ONE, get_emoji),
    Route("PATCH", ONE, rename_emoji, CHANGES, checks_body=True),
    Route("DELETE", ONE, delete_emoji, CHANGES),
)
