"""The one list of permissions that the bot needs, with Discord's keys and the names that people know."""

from discord import Permissions
from discord.utils import oauth_url

NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
NEEDED_IN_THREADS = {"view_channel": "View Channel", "send_messages_in_threads": "Send Messages in Threads"}
FOR_THREADS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""These are needed only where every duel gets a thread."""

INVITED_WITH = Permissions(**dict.fromkeys((*NEEDED, *FOR_THREADS), True))
SCOPES = ("bot", "applications.commands")


def invitation(application: int) -> str:
    return oauth_url(application, permissions=INVITED_WITH, scopes=SCOPES)
