"""An object in a request's body, with methods that check its fields and note what is wrong."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from sandbox.server.errors import BodyErrors
from sandbox.wire import Wire

Path: TypeAlias = "str | int | tuple[Path, ...]"
"""A path starts with the path of the outer object. It is flattened only for errors, which are rare."""


class CheckedObject:
    __slots__ = ("_errors", "_path", "body")

    def __init__(self, errors: BodyErrors, body: Wire, *path: Path) -> None:
        self._errors = errors
        self._path = path
        self.body = body

    def get(self, key: str) -> Any:
        return self.body.get(key)

    def wrong(self, code: str, message: str, *keys: str | int) -> None:
        self._errors.add(code, message, *_flat(self._path), *keys)

    def lacks(self, *keys: str) -> None:
        self.wrong("BASE_TYPE_REQUIRED", "This field is required", *keys)

    def text(self, key: str, most: int, least: int | None = None) -> None:
        """Checks a text. With `least` the field is required; without, it may be missing or null."""
        value = self.body.get(key)
        if isinstance(value, str):
            if not (least or 0) <= len(value) <= most:
                self._bad_length(key, most, least)
        elif value is not None:
            self.wrong("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.', key)
        elif least is not None:
            self.lacks(key)

    def whole(self, key: str, least: int, most: int) -> None:
        """Checks that a field, if it is there, is a whole number within bounds."""
        value = self.body.get(key)
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', key)
        elif value < least:
            self.wrong("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.", key)
        elif value > most:
            self.wrong("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.", key)

    def listed(self, key: str) -> list[Any]:
        """Checks and returns a list. A missing list counts as empty."""
        value = self.body.get(key)
        if value is not None and not isinstance(value, list):
            self.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", key)
        return value if isinstance(value, list) else []

    def each(self, key: str, most: int, least: int | None = None) -> "list[CheckedObject]":
        """Checks a list and returns its objects. With `least` the list is required."""
        value = self.body.get(key)
        if value is None and least is not None:
            self.lacks(key)
        items = self.listed(key)
        if isinstance(value, list) and not (least or 0) <= len(items) <= most:
            self._bad_length(key, most, least)
        return [
            CheckedObject(self._errors, item, self._path, key, index)
            for index, item in enumerate(items)
            if isinstance(item, dict) or self._is_object(item, key, index)
        ]

    def inner(self, key: str, *, needed: bool = False) -> "CheckedObject | None":
        """Checks and returns an inner object. Returns None if it is missing or no object."""
        value = self.body.get(key)
        if value is None:
            if needed:
                self.lacks(key)
            return None
        return CheckedObject(self._errors, value, self._path, key) if self._is_object(value, key) else None

    def one_of(self, key: str, values: tuple[int, ...]) -> bool:
        """Checks that a field has one of these values."""
        value = self.body.get(key)
        if value is None:
            self.lacks(key)
            return False
        if isinstance(value, bool) or value not in values:
            shown = ", ".join(str(int(allowed)) for allowed in values)
            self.wrong("BASE_TYPE_CHOICES", f"Value must be one of {{{shown}}}.", key)
            return False
        return True

    def is_one_of(self, types: tuple[int, ...]) -> bool:
        """Checks that the object has one of these types."""
        kind = self.body.get("type")
        if kind is None:
            self.lacks("type")
            return False
        if isinstance(kind, bool) or kind not in types:
            shown = ", ".join(str(int(allowed)) for allowed in types) + ("," if len(types) == 1 else "")
            self.wrong("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({shown}).')
            return False
        return True

    def _bad_length(self, key: str, most: int, least: int | None) -> None:
        if least:
            self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.", key)
        else:
            self.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.", key)

    def _is_object(self, value: Any, *keys: str | int) -> bool:
        if isinstance(value, dict):
            return True
        self.wrong("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType", *keys)
        return False


def _flat(path: tuple[Path, ...]) -> Iterator[str | int]:
    for part in path:
        if isinstance(part, tuple):
            yield from _flat(part)
        else:
            yield part
