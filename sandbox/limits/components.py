"""Checks the components of a message: classic rows or nested components v2."""

from collections.abc import Callable, Collection, Container
from typing import ClassVar

from sandbox.limits.checked_object import CheckedObject
from sandbox.limits.controls import check_button, check_select
from sandbox.wire import SELECTS, Component

CLASSIC = (1,)
V2 = (1, 9, 10, 12, 13, 14, 17)
IN_CONTAINER = (1, 9, 10, 12, 13, 14)
IN_ROW = (2, 3, 5, 6, 7, 8)
IN_SECTION = (10,)
ACCESSORIES = (2, 11)
CLASSIC_ROWS = 5
BUTTONS_IN_ROW = 5
V2_TOTAL = 40
V2_TEXT = 4000


CONTROLS: dict[int, Callable[[CheckedObject, Container[int]], None]] = {
    Component.BUTTON: check_button,
    **dict.fromkeys(SELECTS, check_select),
}
"""Checks that need to know nothing about the rest of the message."""


class ComponentCheck:
    """Checks one message's components. `files` are the names that `attachment://` may use, `emoji` the ids of
    those that may be on buttons."""

    def __init__(self, files: Collection[str], emoji: Container[int], *, v2: bool) -> None:
        self._files = files
        self._emoji = emoji
        self._v2 = v2
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._total = 0
        self._text = 0

    def check(self, message: CheckedObject) -> None:
        most = V2_TOTAL if self._v2 else CLASSIC_ROWS
        self._each(message.each("components", most), V2 if self._v2 else CLASSIC)
        if self._v2 and self._total > V2_TOTAL:
            text = f"The maximum number of components in a message is {V2_TOTAL}"
            message.wrong("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text, "components")
        if self._text > V2_TEXT:
            text = f"The displayable text of a message cannot exceed {V2_TEXT} characters"
            message.wrong("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text, "components")

    def _each(self, components: list[CheckedObject], allowed: tuple[int, ...]) -> None:
        for component in components:
            self._one(component, allowed)

    def _one(self, component: CheckedObject, allowed: tuple[int, ...]) -> None:
        self._total += 1
        if not component.is_one_of(allowed):
            return
        component.whole("id", 0, 2**31 - 1)
        kind = component.body["type"]
        if kind in CONTROLS:
            CONTROLS[kind](component, self._emoji)
        else:
            self._CHECKS[kind](self, component)
        custom_id, number = component.body.get("custom_id"), component.body.get("id")
        if isinstance(custom_id, str):
            if custom_id in self._custom_ids:
                text = "Component custom id cannot be duplicated"
                component.wrong("COMPONENT_CUSTOM_ID_DUPLICATED", text, "custom_id")
            self._custom_ids.add(custom_id)
        if isinstance(number, int) and number:
            if number in self._ids:
                component.wrong("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
            self._ids.add(number)

    def _row(self, row: CheckedObject) -> None:
        components = row.each("components", BUTTONS_IN_ROW, least=1)
        self._each(components, IN_ROW)
        for component in components if len(components) > 1 else ():
            if component.get("type") in SELECTS:
                text = "The specified component exceeds the maximum width"
                component.wrong("COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)

    def _container(self, container: CheckedObject) -> None:
        container.whole("accent_color", 0, 0xFFFFFF)
        self._each(container.each("components", V2_TOTAL, least=1), IN_CONTAINER)

    def _section(self, section: CheckedObject) -> None:
        self._each(section.each("components", 3, least=1), IN_SECTION)
        accessory = section.inner("accessory", needed=True)
        if accessory is not None:
            self._one(accessory, ACCESSORIES)

    def _text_display(self, display: CheckedObject) -> None:
        display.text("content", V2_TEXT, least=1)
        self._text += len(str(display.get("content") or ""))

    def _separator(self, separator: CheckedObject) -> None:
        separator.whole("spacing", 1, 2)

    def _thumbnail(self, thumbnail: CheckedObject) -> None:
        thumbnail.text("description", 1024)
        self._media(thumbnail.inner("media", needed=True))

    def _gallery(self, gallery: CheckedObject) -> None:
        for item in gallery.each("items", 10, least=1):
            item.text("description", 1024)
            self._media(item.inner("media", needed=True))

    def _file(self, file: CheckedObject) -> None:
        self._media(file.inner("file", needed=True), only_attached=True)

    def _media(self, media: CheckedObject | None, *, only_attached: bool = False) -> None:
        if media is None:
            return
        url = str(media.get("url") or "")
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._files:
                text = "The referenced attachment was not found"
                media.wrong("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text, "url")
        elif not url:
            media.lacks("url")
        elif only_attached or not url.startswith(("http://", "https://")):
            media.wrong("URL_TYPE_INVALID_URL", "Not a well formed URL.", "url")

    _CHECKS: ClassVar[dict[int, Callable[["ComponentCheck", CheckedObject], None]]] = {
        Component.ACTION_ROW: _row,
        Component.SECTION: _section,
        Component.TEXT_DISPLAY: _text_display,
        Component.THUMBNAIL: _thumbnail,
        Component.MEDIA_GALLERY: _gallery,
        Component.FILE: _file,
        Component.SEPARATOR: _separator,
        Component.CONTAINER: _container,
    }
