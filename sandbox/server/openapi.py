"""Checks every request body against Discord's OpenAPI description, if that file is available."""

import json
import logging
import os
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.wire import Wire

if TYPE_CHECKING:
    import jsonschema_rs

VARIABLE = "DISCORD_OPENAPI"
DEFAULT_PATH = Path(__file__).resolve().parents[2] / ".." / "shared" / "discord-openapi.json"
LONGEST_QUOTE = 200
DIGITS = "^[0-9]+$"
MEDIA_CHANNEL = 16
BIT_FIELDS = {"allow", "deny", "permissions", "default_member_permissions"}
log = logging.getLogger(__name__)


class Violation(str):
    """One sentence that names the route, the place in the body, and what is wrong."""

    __slots__ = ()


class Contract:
    """Discord's description of its API. A route's schema is compiled when the route is first used.

    With `one_in = n` it checks only a route's first body and then one in n. Benchmarks set it, because
    checking every body would distort what they measure.
    """

    def __init__(self, description: Wire | None) -> None:
        self.one_in = 1
        self._description = description
        self._validators: dict[str, jsonschema_rs.Validator | None] = {}
        self._passed: Counter[str] = Counter()

    @classmethod
    def load(cls) -> "Contract":
        path = Path(os.environ.get(VARIABLE) or DEFAULT_PATH)
        if not path.is_file():
            log.log(
                logging.WARNING if os.environ.get(VARIABLE) else logging.INFO,
                "Discord's OpenAPI description was not found (%s): request bodies are not checked.",
                VARIABLE,
            )
            return cls(None)
        if find_spec("jsonschema_rs") is None:
            log.warning(
                "Request bodies are not checked against %s: run pip install 'gauntlet[sandbox]' first.", path
            )
            return cls(None)
        return cls(as_discord_accepts_it(json.loads(path.read_bytes())))

    @property
    def is_loaded(self) -> bool:
        return self._description is not None

    def check(self, method: str, path: str, body: Any) -> Violation | None:
        key = f"{method} {path}"
        passed = self._passed[key]
        self._passed[key] += 1
        if passed % self.one_in:
            return None
        if key not in self._validators:
            self._validators[key] = self._compile(method, path)
        validator = self._validators[key]
        if validator is None or validator.is_valid(body):
            return None
        return Violation(f"{key}: {_explain(validator.iter_errors(body))}")

    def _compile(self, method: str, path: str) -> "jsonschema_rs.Validator | None":
        if self._description is None:
            return None
        operation = self._description["paths"].get(path, {}).get(method.lower(), {})
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            return None
        import jsonschema_rs  # noqa: PLC0415 - the sandbox runs without it, too

        return jsonschema_rs.validator_for(schema | {"components": self._description["components"]})


def as_discord_accepts_it(description: Wire) -> Wire:
    """Loosens the description to what Discord accepts.

    It wants ids as texts and bit fields as numbers, but Discord accepts texts and numbers for both.
    It also lacks media channels, which discord.py names in every channel option.
    """
    schemas = description["components"]["schemas"]
    schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": DIGITS}
    schemas.get("ChannelTypes", {}).get("oneOf", []).append({"const": MEDIA_CHANNEL})
    _loosen(description)
    return description


def _loosen(part: Any) -> None:
    if isinstance(part, list):
        for item in part:
            _loosen(item)
    elif isinstance(part, dict):
        for name, schema in part.get("properties", {}).items():
            if name in BIT_FIELDS and "integer" in schema.get("type", ()):
                schema |= {"type": ["integer", "string", "null"], "pattern": DIGITS}
        for inner in part.values():
            _loosen(inner)


def _explain(errors: "Iterable[jsonschema_rs.ValidationError]") -> str:
    """Describes the innermost error, in the branch of each union that the sender probably meant."""
    error = next(iter(errors))
    branches: list[list[jsonschema_rs.ValidationError]] | None = getattr(error.kind, "context", None)
    if branches:
        meant: list[jsonschema_rs.ValidationError] = min(branches, key=_mismatch)
        return _explain(meant)
    where = ".".join(map(str, error.instance_path)) or "the body"
    message = error.message if len(error.message) <= LONGEST_QUOTE else error.message[:LONGEST_QUOTE] + "…"
    return f"{where}: {message}"


def _mismatch(branch: "list[jsonschema_rs.ValidationError]") -> tuple[bool, bool, int]:
    """How badly a branch fits. A branch that rejects the object's own type fits worst."""
    depth = min(len(error.instance_path) for error in branch)
    objects_to_type = any(
        error.instance_path[-1:] == ["type"] and len(error.instance_path) <= depth + 1 for error in branch
    )
    return objects_to_type, _is_null_branch(branch), len(branch)


def _is_null_branch(branch: "list[jsonschema_rs.ValidationError]") -> bool:
    return len(branch) == 1 and 'not of type "null"' in branch[0].message
