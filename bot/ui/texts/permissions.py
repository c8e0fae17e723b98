"""The permissions the bot needs, by Discord's keys and by the names people know: the one list of them."""

from discord import Permissions

NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
NEEDED_IN_THREADS = {"view_channel": "View Channel", "send_messages_in_threads": "Send Messages in Threads"}
FOR_THREADS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""Only where every duel is to have a thread of its own."""

INVITED_WITH = Permissions(**dict.fromkeys((*NEEDED, *FOR_THREADS), True))
SCOPES = ("bot", "applications.commands")
