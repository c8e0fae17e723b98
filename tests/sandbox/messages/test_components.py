"""Components, classic and v2, embeds and forms: what Discord takes, and what it sends back and why."""

from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.wire import Wire
from tests.sandbox.conftest import Api
from tests.sandbox.interactions.test_interactions import start

V2 = 1 << 15


def row(*components: Wire) -> Wire:
    return {"type": 1, "components": list(components)}


def button(custom_id: str = "a", **more: Any) -> Wire:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def select(custom_id: str = "s", count: int = 1, **more: Any) -> Wire:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": custom_id, "options": options, **more}


def text(content: str = "Hi", **more: Any) -> Wire:
    return {"type": 10, "content": content, **more}


def classic(*rows: Wire) -> Wire:
    return {"content": "x", "components": list(rows)}


def v2(*components: Wire, **more: Any) -> Wire:
    return {"flags": V2, "components": list(components), **more}


def section(accessory: Wire | None, *texts: Wire) -> Wire:
    return {"type": 9, "components": list(texts), "accessory": accessory}


GALLERY = {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]}


@pytest.mark.parametrize(
    "body",
    [
        classic(*(row(*(button(f"{r}{c}") for c in range(5))) for r in range(5))),
        classic(row(select(count=25, max_values=25))),
        classic(row({"type": 5, "custom_id": "people", "min_values": 0, "max_values": 25})),
        classic(row({"type": 2, "style": 5, "label": "Docs", "url": "https://example.org"})),
        classic(row({"type": 2, "style": 2, "custom_id": "x", "emoji": {"name": "🎲"}})),
        v2({"type": 17, "components": [text(), {"type": 14}, row(button()), GALLERY], "accent_color": 255}),
        v2(section(button(), text(), text(), text()), row(select())),
        v2(section({"type": 11, "media": {"url": "https://example.org/a.png"}}, text())),
        v2(*(row(*(button(f"{r}{c}") for c in range(5))) for r in range(6)), text(), text(), text(), text()),
        v2(text("x" * 4000)),
        {
            "embeds": [
                {"title": "t" * 256, "description": "d" * 4096, "fields": [{"name": "n", "value": "v"}]}
            ]
        },
    ],
)
async def test_what_discord_takes_is_taken(sandbox: Sandbox, api: Api, body: Wire) -> None:
    channel = sandbox.person("Ann").channel
    status, answer = await api("POST", f"/channels/{channel.id}/messages", body)
    assert (status, answer.get("errors")) == (200, None)
    ids = [c["id"] for c in everything(answer["components"])]
    assert len(ids) == len(set(ids))


async def test_chosen_ids_come_back_as_texts(sandbox: Sandbox, api: Api) -> None:
    channel = sandbox.person("Ann").channel
    chosen = {"type": 8, "custom_id": "c", "default_values": [{"id": channel.id, "type": "channel"}]}
    _, answer = await api("POST", f"/channels/{channel.id}/messages", classic(row(chosen)))
    (shown,) = answer["components"][0]["components"]
    assert shown["default_values"] == [{"id": str(channel.id), "type": "channel"}]


@pytest.mark.parametrize(
    ("body", "place", "code", "message"),
    [
        (
            classic(*(row(button(f"{n}")) for n in range(6))),
            "components",
            "BASE_TYPE_MAX_LENGTH",
            "5 or fewer",
        ),
        (classic(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH", "between 1 and 5"),
        (
            classic(row(*(button(f"{n}") for n in range(6)))),
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
            "between 1 and 5",
        ),
        (
            classic(row(button(label="x" * 81))),
            "components.0.components.0.label",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 80 or fewer in length.",
        ),
        (
            classic(row(button("x" * 101))),
            "components.0.components.0.custom_id",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 100 in length.",
        ),
        (
            classic(row(button(), button())),
            "components.0.components.1.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "cannot be duplicated",
        ),
        (
            classic(row({"type": 2, "style": 1, "label": "Go"})),
            "components.0.components.0.custom_id",
            "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
            "A custom id is required",
        ),
        (
            classic(row({"type": 2, "style": 5, "label": "Go"})),
            "components.0.components.0.url",
            "BUTTON_COMPONENT_URL_REQUIRED",
            "A url is required",
        ),
        (
            classic(row({"type": 2, "style": 5, "label": "Go", "url": "javascript:alert(1)"})),
            "components.0.components.0.url",
            "URL_TYPE_INVALID_SCHEME",
            'Scheme "javascript" is not supported',
        ),
        (
            classic(row({"type": 2, "style": 1, "custom_id": "x"})),
            "components.0.components.0",
            "BUTTON_COMPONENT_INVALID_LABEL",
            "A label or emoji is required",
        ),
        (
            classic(row(button(style=9))),
            "components.0.components.0.style",
            "BASE_TYPE_CHOICES",
            "Value must be one of {1, 2, 3, 4, 5, 6}.",
        ),
        (
            classic(row(button(emoji={"name": "x"}))),
            "components.0.components.0.emoji.name",
            "BUTTON_COMPONENT_INVALID_EMOJI",
            "Invalid emoji",
        ),
        (
            classic(row(button(), select())),
            "components.0.components.1",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "exceeds the maximum width",
        ),
        (
            classic(row(select(count=26))),
            "components.0.components.0.options",
            "BASE_TYPE_BAD_LENGTH",
            "between 1 and 25",
        ),
        (
            classic(row(select(placeholder="x" * 151))),
            "components.0.components.0.placeholder",
            "BASE_TYPE_MAX_LENGTH",
            "150 or fewer",
        ),
        (
            classic(
                row(select() | {"options": [{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]})
            ),
            "components.0.components.0.options.1",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        ),
        (
            classic(row(select(count=2, max_values=3))),
            "components.0.components.0.max_values",
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            "number of options",
        ),
        (
            classic(text()),
            "components.0",
            "UNION_TYPE_CHOICES",
            'Value of field "type" must be one of (1,).',
        ),
        (
            v2(button()),
            "components.0",
            "UNION_TYPE_CHOICES",
            'Value of field "type" must be one of (1, 9, 10, 12, 13, 14, 17).',
        ),
        (v2(row(button(), text())), "components.0.components.1", "UNION_TYPE_CHOICES", "(2, 3, 5, 6, 7, 8)"),
        (
            v2(text(), content="Hi"),
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        ),
        (
            v2(text(), embeds=[{"title": "Hi"}]),
            "embeds",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'embeds' field",
        ),
        (
            v2(*(row(*(button(f"{r}{c}") for c in range(5))) for r in range(7))),
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "40",
        ),
        (
            v2(text("x" * 2001), text("x" * 2000)),
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "4000",
        ),
        (v2(text("")), "components.0.content", "BASE_TYPE_BAD_LENGTH", "between 1 and 4000"),
        (v2(section(None, text())), "components.0.accessory", "BASE_TYPE_REQUIRED", "required"),
        (v2(section(text(), text())), "components.0.accessory", "UNION_TYPE_CHOICES", "(2, 11)"),
        (
            v2(section(button(), text(), text(), text(), text())),
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
            "between 1 and 3",
        ),
        (
            v2({"type": 13, "file": {"url": "attachment://lost.txt"}}),
            "components.0.file.url",
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            "not found",
        ),
        (
            v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
            "components.0.components.0",
            "UNION_TYPE_CHOICES",
            "(1, 9, 10, 12, 13, 14)",
        ),
        ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length."),
        ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH", "25 or fewer"),
        (
            v2(text(id=3), text(id=3)),
            "components.1.id",
            "COMPONENT_ID_DUPLICATED",
            "Component id cannot be duplicated",
        ),
        ({"content": 7}, "content", "STRING_TYPE_CONVERT", 'Could not interpret "7" as string.'),
        ({"content": "x", "components": "none"}, "components", "LIST_TYPE_CONVERT", "ListType"),
        ({"content": "x", "components": [7]}, "components.0", "MODEL_TYPE_CONVERT", "ModelType"),
        ({"content": "x", "flags": "no"}, "flags", "NUMBER_TYPE_COERCE", 'Value "no" is not int.'),
        ({"embeds": [{}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH", "10 or fewer"),
        ({"embeds": [{"title": "t" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH", "256 or fewer"),
        (
            {"embeds": [{"description": "d" * 4000}, {"description": "d" * 2001}]},
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        ),
        (
            {"embeds": [{"fields": [{"name": "n", "value": ""}]}]},
            "embeds.0.fields.0.value",
            "BASE_TYPE_BAD_LENGTH",
            "between 1 and 1024",
        ),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            "mutually exclusive",
        ),
    ],
)
async def test_what_discord_refuses_is_refused_at_the_same_place(
    api: Api, body: Wire, place: str, code: str, message: str
) -> None:
    ann = api.sandbox.person("Ann")
    status, answer = await api("POST", f"/channels/{ann.channel.id}/messages", body)
    api.sandbox.violations.clear()
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    found = errors_at(answer["errors"], place)
    assert [error["code"] for error in found] == [code]
    assert message in found[0]["message"]
    assert not ann.sees().messages


async def test_an_empty_message_is_refused(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.person('Ann').channel.id}/messages"
    sandbox.limits.enforced = False
    nothing: list[Wire] = [{}, {"content": ""}, {"content": None, "embeds": []}, v2()]
    next_to_nothing: list[Wire] = [{"content": " \n"}, {"embeds": [{}]}, {"embeds": [{"color": 7}]}]
    empty = nothing + next_to_nothing
    for body in empty:
        status, answer = await api("POST", path, body)
        assert (status, answer) == (400, {"code": 50006, "message": "Cannot send an empty message"})


async def test_an_edit_to_v2_must_give_up_the_text_and_stays_v2(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.person('Ann').channel.id}/messages"
    _, message = await api("POST", path, {"content": "Old."})
    path = f"{path}/{message['id']}"
    status, answer = await api("PATCH", path, v2(text()))
    assert (status, list(answer["errors"])) == (400, ["content"])
    status, answer = await api("PATCH", path, v2(text(), content=None))
    assert (status, answer["flags"] & V2, answer["content"]) == (200, V2, "")
    status, answer = await api("PATCH", path, {"content": "Back?"})
    assert (status, list(answer["errors"])) == (400, ["content"])
    status, answer = await api("PATCH", path, {"components": [text("Still v2.")]})
    assert (status, answer["flags"] & V2) == (200, V2)
    status, answer = await api("PATCH", path, {"components": []})
    assert (status, answer["code"]) == (400, 50006)


def label(component: Wire, **more: Any) -> Wire:
    return {"type": 18, "label": "Amount", "component": component, **more}


def text_input(custom_id: str = "amount", **more: Any) -> Wire:
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def modal(*components: Wire, **more: Any) -> Wire:
    return {"title": "A form", "custom_id": "form", "components": list(components), **more}


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (modal(label(text_input()), title="t" * 46), "title", "BASE_TYPE_BAD_LENGTH"),
        (modal(label(text_input()), custom_id=""), "custom_id", "BASE_TYPE_BAD_LENGTH"),
        (modal(), "components", "BASE_TYPE_BAD_LENGTH"),
        (modal(*(label(text_input(f"{n}")) for n in range(6))), "components", "BASE_TYPE_BAD_LENGTH"),
        (modal(text_input()), "components.0", "UNION_TYPE_CHOICES"),
        (modal(label(button())), "components.0.component", "UNION_TYPE_CHOICES"),
        (modal(label(text_input(), label="x" * 46)), "components.0.label", "BASE_TYPE_BAD_LENGTH"),
        (modal(row(text_input())), "components.0.components.0.label", "BASE_TYPE_REQUIRED"),
        (
            modal(label(text_input()), label(text_input())),
            "components.1.component.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            modal(label(text_input(placeholder="x" * 101))),
            "components.0.component.placeholder",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (modal(label(text_input(style=3))), "components.0.component.style", "BASE_TYPE_CHOICES"),
        (
            modal(label({"type": 21, "custom_id": "r", "options": [{"label": "a", "value": "a"}]})),
            "components.0.component.options",
            "BASE_TYPE_BAD_LENGTH",
        ),
    ],
)
async def test_a_wrong_form_is_refused(sandbox: Sandbox, api: Api, data: Wire, place: str, code: str) -> None:
    interaction = start(sandbox)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, answer = await api("POST", path, {"type": 9, "data": data})
    sandbox.violations.clear()
    assert (status, answer["code"]) == (400, 50035)
    assert code in [error["code"] for error in errors_at(answer["errors"], f"data.{place}")]
    status, _ = await api("POST", path, {"type": 9, "data": modal(label(text_input()))})
    assert status == 204


async def test_more_than_25_choices_are_refused(sandbox: Sandbox, api: Api) -> None:
    client = sandbox.person("Ann")._client
    option = {"name": "what", "description": "What.", "type": 3, "autocomplete": True}
    command, _ = sandbox.platform.commands.put(
        None, {"name": "go", "description": "Go.", "options": [option]}
    )
    typed = [{"name": "what", "value": "x", "focused": True}]
    interaction = client.complete(sandbox.person("Ann").channel, command["id"], typed)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    choices = [{"name": f"{n}", "value": f"{n}"} for n in range(26)]
    status, answer = await api("POST", path, {"type": 8, "data": {"choices": choices}})
    sandbox.violations.clear()
    assert (status, errors_at(answer["errors"], "data.choices")[0]["code"]) == (400, "BASE_TYPE_MAX_LENGTH")


def errors_at(errors: Wire, place: str) -> list[Wire]:
    for key in place.split("."):
        errors = errors.get(key, {})
    found: list[Wire] = errors.get("_errors", [])
    return found


def everything(components: list[Wire]) -> list[Wire]:
    found = []
    for component in components:
        found += [component, *everything(component.get("components", []))]
        if "accessory" in component:
            found.append(component["accessory"])
    return found
