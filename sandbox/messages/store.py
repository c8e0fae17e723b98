"""Stores messages: public ones by channel, private ones by channel and person."""

from itertools import islice

from sandbox.world.entities import Message

PRIVATE_KEPT = 50


class MessageStore:
    """The newest messages. A channel keeps `kept` public messages; older ones are removed."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._public: dict[int, dict[int, Message]] = {}
        self._private: dict[tuple[int, int], dict[int, Message]] = {}
        self._by_id: dict[int, Message] = {}

    def put(self, message: Message) -> Message | None:
        """Adds a message. Returns the oldest one if it had to be removed."""
        self._by_id[message.id] = message
        if message.only_for is None:
            messages, most = self._public.setdefault(message.channel_id, {}), self._kept
        else:
            messages = self._private.setdefault((message.channel_id, message.only_for), {})
            most = PRIVATE_KEPT
        messages[message.id] = message
        if len(messages) <= most:
            return None
        oldest = messages.pop(next(iter(messages)))
        del self._by_id[oldest.id]
        return oldest

    def remove(self, message: Message) -> None:
        self._by_id.pop(message.id, None)
        if message.only_for is None:
            self._public.get(message.channel_id, {}).pop(message.id, None)
            return
        key = message.channel_id, message.only_for
        messages = self._private.get(key, {})
        messages.pop(message.id, None)
        if not messages:
            self._private.pop(key, None)

    def clear(self, channel_id: int) -> list[Message]:
        """Removes all messages of a channel and returns them."""
        gone = list(self._public.pop(channel_id, {}).values())
        for key in [key for key in self._private if key[0] == channel_id]:
            gone += self._private.pop(key).values()
        for message in gone:
            del self._by_id[message.id]
        return gone

    def get(self, message_id: int) -> Message | None:
        return self._by_id.get(message_id)

    def public(self, channel_id: int) -> list[Message]:
        return list(self._public.get(channel_id, {}).values())

    def oldest_of(self, channel_id: int, newest: int) -> int:
        """The id of the oldest of the newest public messages, or 0 if there are not so many."""
        return next(islice(reversed(self._public.get(channel_id, {})), newest - 1, None), 0)

    def seen_by(self, user_id: int, channel_id: int) -> list[Message]:
        """Public messages and this person's private ones, oldest first."""
        shown = self.public(channel_id)
        private = self._private.get((channel_id, user_id))
        return sorted([*shown, *private.values()], key=lambda message: message.id) if private else shown
