"""The route for callbacks: a bot's first answer to an interaction."""

from sandbox.interactions.answering import answer, check_place
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.limits.callbacks import check_callback
from sandbox.rest.call import Call, Result, Route
from sandbox.wire import CallbackType, MessageFlag, Wire


def create_response(call: Call) -> Result:
    platform = call.platform
    interaction = platform.interactions.to_answer(call.id("interaction_id"), call.path["interaction_token"])
    check_place(platform, interaction)
    source = platform.messages.get(interaction.source_id) if interaction.source_id else None
    kind, data = check_callback(call.fields, interaction, source, call.uploads, call.emoji)
    call.refuse_violation()
    result = answer(platform, interaction, kind, data, call.uploads)
    return _response(interaction, result) if call.flag("with_response") else None


def _response(interaction: Interaction, result: Answer) -> Wire:
    about: Wire = {"id": str(interaction.id), "type": interaction.type.value}
    resource: Wire = {"type": result.kind.value}
    if result.message is not None:
        about |= {
            "response_message_id": str(result.message.id),
            "response_message_loading": result.message.is_loading,
            "response_message_ephemeral": bool(result.message.flags & MessageFlag.EPHEMERAL),
        }
        if result.kind in {CallbackType.MESSAGE, CallbackType.UPDATE}:
            resource["message"] = result.message.wire
    return {"interaction": about, "resource": resource}


ROUTES = (
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        create_response,
        rate=None,
        without_token=True,
        checks_body=True,
    ),
)
