"""Routes that use an interaction's token as a webhook: `@original` and follow-ups."""

from sandbox.interactions.answering import check_place, follow_up, message_of, original_of
from sandbox.interactions.interactions import Interaction
from sandbox.limits.messages import check_edit, check_new
from sandbox.rest.call import Call, Result, Route
from sandbox.server.ratelimit import Rate
from sandbox.wire import Wire
from sandbox.world.entities import Message

WEBHOOK = Rate(5, 2.0)


def create_follow_up(call: Call) -> Wire:
    """Sends a follow-up. Like Discord, it returns the message even without `wait`."""
    interaction = _open_interaction(call)
    check_new(call.fields, call.uploads, call.emoji)
    call.refuse_violation()
    return follow_up(call.platform, interaction, call.fields, call.uploads).wire


def get_message(call: Call) -> Wire:
    return _message(call, _interaction(call)).wire


def edit_message(call: Call) -> Wire:
    interaction = _open_interaction(call)
    message = _message(call, interaction)
    check_edit(call.fields, message, call.uploads, call.emoji)
    call.refuse_violation()
    edited = call.platform.messages.edit(message, call.fields, call.uploads)
    interaction.has_changed_source |= message.id == interaction.source_id
    return edited.wire


def delete_message(call: Call) -> Result:
    call.platform.messages.delete(_message(call, _interaction(call)))
    return None


def _interaction(call: Call) -> Interaction:
    return call.platform.interactions.of_webhook(call.id("webhook_id"), call.path["webhook_token"])


def _open_interaction(call: Call) -> Interaction:
    interaction = _interaction(call)
    check_place(call.platform, interaction)
    return interaction


def _message(call: Call, interaction: Interaction) -> Message:
    if call.path.get("message_id", "@original") == "@original":
        return original_of(call.platform, interaction)
    return message_of(call.platform, interaction, call.id("message_id"))


BASE = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES = (
    Route("POST", BASE, create_follow_up, WEBHOOK, without_token=True, checks_body=True),
    *(
        Route(method, BASE + "/messages/" + which, handler, WEBHOOK, without_token=True, checks_body=True)
        for which in ("@original", "{message_id}")
        for method, handler in (("GET", get_message), ("PATCH", edit_message), ("DELETE", delete_message))
    ),
)
