"""Discord's error responses: an HTTP status, a code, a message, and the wrong parts of the body."""

from dataclasses import dataclass, field

from sandbox.wire import Wire


@dataclass
class ApiError(Exception):
    status: int
    code: int
    message: str
    errors: Wire | None = None
    extra: Wire = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def body(self) -> Wire:
        body: Wire = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


class BodyErrors:
    """Collects what is wrong with a body and where. `refuse` raises an error if it has any."""

    def __init__(self) -> None:
        self._errors: Wire = {}

    def add(self, code: str, message: str, *path: str | int) -> None:
        place = self._errors
        for key in path:
            place = place.setdefault(str(key), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", self._errors)


def invalid(code: str, message: str, *path: str | int) -> ApiError:
    """The error for a body in which one thing is wrong."""
    errors: Wire = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path):
        errors = {str(key): errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


def not_found(code: int, what: str) -> ApiError:
    return ApiError(404, code, f"Unknown {what}")


def unknown_channel() -> ApiError:
    return not_found(10003, "Channel")


def unknown_guild() -> ApiError:
    return not_found(10004, "Guild")


def unknown_member() -> ApiError:
    return not_found(10007, "Member")


def unknown_message() -> ApiError:
    return not_found(10008, "Message")


def unknown_user() -> ApiError:
    return not_found(10013, "User")


def unknown_webhook() -> ApiError:
    return not_found(10015, "Webhook")


def unknown_interaction() -> ApiError:
    return not_found(10062, "interaction")


def unknown_command() -> ApiError:
    return not_found(10063, "application command")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def thread_archived() -> ApiError:
    return ApiError(403, 50083, "Thread is archived")


def thread_locked() -> ApiError:
    return ApiError(400, 160005, "This thread is locked")


def wrong_kind() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")
