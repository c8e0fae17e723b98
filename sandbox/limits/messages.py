"""Messages."""

from collections.abc import Sequence
from sandbox.composing import Upload
from sandbox.entities import Message
from sandbox.wire import Wire


def check_new(body: Wire, uploads: Sequence[Upload], *path: str) -> None: ...
def check_edit(body: Wire, message: Message, uploads: Sequence[Upload], *path: str) -> None: ...
