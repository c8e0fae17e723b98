"""Puts into words what a message says that Discord itself writes into a thread or a channel."""

from sandbox.wire import MessageType, Wire


def notice_of(wire: Wire) -> str | None:
    """What such a message says about its author, or None if somebody wrote the message."""
    if wire["type"] == MessageType.RECIPIENT_ADD:
        return f"added {' '.join('<@' + user['id'] + '>' for user in wire['mentions'])} to the thread."
    if wire["type"] == MessageType.THREAD_CREATED:
        return f"started a thread: {wire['content']}"
    if wire["type"] == MessageType.THREAD_STARTER:
        return "started this thread."
    return None
