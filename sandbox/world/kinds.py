"""Says what each kind of channel has in its JSON, and where threads and messages can be."""

from sandbox.wire import ChannelType, Wire

DIRECT = frozenset({ChannelType.DM, ChannelType.GROUP})
THREADS = frozenset({ChannelType.NEWS_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})
WITH_VOICE = frozenset({ChannelType.VOICE, ChannelType.STAGE})
WITHOUT_MESSAGES = frozenset({ChannelType.FORUM})
THREADS_IN = {
    ChannelType.TEXT: frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}),
    ChannelType.NEWS: frozenset({ChannelType.NEWS_THREAD}),
    ChannelType.FORUM: frozenset({ChannelType.PUBLIC_THREAD}),
}
"""The kinds of threads that a channel can have. Other channels can have none."""
PARTIAL = frozenset(
    {
        "id",
        "type",
        "name",
        "parent_id",
        "guild_id",
        "topic",
        "nsfw",
        "position",
        "flags",
        "last_message_id",
        "rate_limit_per_user",
        "thread_metadata",
        "owner_id",
        "message_count",
        "member_count",
        "total_message_sent",
        "recipients",
        "icon",
    }
)
"""The fields of a channel that come with an interaction."""


def fields_of(kind: ChannelType, topic: str | None) -> Wire:
    """The fields that only channels of this kind have."""
    if kind in WITH_VOICE:
        voice: Wire = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
        return voice | ({"topic": topic} if kind is ChannelType.STAGE else {})
    if kind is ChannelType.FORUM:
        return {
            "topic": topic,
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "template": "",
        }
    return {"topic": topic}


def partial(wire: Wire) -> Wire:
    """A channel as interactions carry it: without overwrites and with few other fields."""
    voice = {"bitrate", "user_limit"} if wire["type"] in WITH_VOICE else set()
    return {key: value for key, value in wire.items() if key in PARTIAL or key in voice}
