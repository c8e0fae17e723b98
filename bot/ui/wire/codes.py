"""The error codes of Discord that have a planned answer."""

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
"""The answer came too late, or the token was never one."""
TOO_MANY_EMOJI = 30008
"""The application has as many emoji as it may have."""
TOO_MANY_EDITS = 30046
"""A message older than an hour takes only few edits."""
ALREADY_ANSWERED = 40060
INVALID_BODY = 50035
ARCHIVED = 50083
"""The thread is archived."""
NOT_AN_ERROR_BODY = 0
"""Discord did not even recognise the address."""
WRONG_KIND_OF_CHANNEL = 50024
"""Voice and stage channels have no threads, for one."""
MISSING_ACCESS = 50001
HAS_THREAD = 160004
"""A message can have one thread."""
LOCKED = 160005
TOO_MANY_THREADS = 160006
SHUT = frozenset({ARCHIVED, LOCKED})
"""The thread takes neither messages nor edits, for now."""
CLOSED_DMS = 50007
"""The person takes no direct messages from the bot."""
NO_SHARED_SERVER = 50278
"""The person shares no server with the bot, so it can't write to them."""
