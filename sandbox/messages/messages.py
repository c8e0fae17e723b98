"""Creates, edits and deletes messages, and shows them to the people who may see them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sandbox.messages.composing import Upload, attachment_wire, numbered, resolved
from sandbox.messages.mentions import EVERY_KIND, PEOPLE_ONLY, Allowed
from sandbox.messages.store import MessageStore
from sandbox.server.errors import unknown_message
from sandbox.wire import MessageFlag, MessageType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.feed import Intent
from sandbox.world.permissions import Permission
from sandbox.world.user import User
from sandbox.world.world import World

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2


@dataclass(slots=True)
class Draft:
    """A message that is not created yet: the request's body, and what the server adds to it."""

    channel: Channel
    author: User
    body: Wire
    uploads: Sequence[Upload] = ()
    type: MessageType = MessageType.DEFAULT
    only_for: int | None = None
    flags: int = 0
    extra: Wire = field(default_factory=dict)
    id: int = 0
    """The id that it must get, or 0 for a new one."""


class Messages:
    def __init__(self, world: World, kept: int) -> None:
        self._world = world
        self._store = MessageStore(kept)
        self.files: dict[int, Upload] = {}
        self.base_url = ""

    def create(self, draft: Draft) -> Message:
        channel, world = draft.channel, self._world
        message_id = draft.id or world.ids.make()
        wire: Wire = {
            "id": str(message_id),
            "type": draft.type.value,
            "channel_id": str(channel.id),
            "author": draft.author.wire(),
            "content": "",
            "embeds": [],
            "attachments": [],
            "components": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "timestamp": world.clock.iso(),
            "edited_timestamp": None,
            "pinned": False,
            "tts": bool(draft.body.get("tts")),
            "flags": draft.flags,
            **draft.extra,
        }
        message = Message(message_id, channel.id, draft.author.id, wire, draft.only_for, world.clock.now())
        self._fill(message, draft.body, draft.uploads)
        evicted = self._store.put(message)
        if evicted is not None:
            self._drop_files(evicted)
        if message.only_for is None:
            channel.last_message_id = message_id
            self._dispatch("MESSAGE_CREATE", message, channel)
        world.feed.created(message)
        return message

    def edit(self, message: Message, body: Wire, uploads: Sequence[Upload] = ()) -> Message:
        """Changes a message and marks it as edited, unless it was "thinking" and now gets its first text."""
        if message.is_loading:
            message.wire["flags"] &= ~MessageFlag.LOADING
        else:
            message.wire["edited_timestamp"] = self._world.clock.iso()
        self._fill(message, body, uploads)
        message.seen = None
        if message.only_for is None:
            self._dispatch("MESSAGE_UPDATE", message, self._world.channels[message.channel_id])
        self._world.feed.shown(message)
        return message

    def announce(self, message: Message) -> None:
        """Announces a change to a message that does not count as an edit."""
        message.seen = None
        self._dispatch("MESSAGE_UPDATE", message, self._world.channels[message.channel_id])
        self._world.feed.shown(message)

    def delete(self, message: Message) -> None:
        self._store.remove(message)
        self._drop_files(message)
        channel = self._world.channels.get(message.channel_id)
        if message.only_for is None and channel is not None:
            data: Wire = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id:
                data["guild_id"] = str(channel.guild_id)
            self._tell("MESSAGE_DELETE", data, channel)
        self._world.feed.gone(message)

    def forget_channel(self, channel_id: int) -> None:
        for message in self._store.clear(channel_id):
            self._drop_files(message)

    def public(self, channel_id: int, message_id: int) -> Message:
        """Finds a message that a bot's token can reach. Ephemeral messages count as unknown."""
        message = self._store.get(message_id)
        if message is None or message.channel_id != channel_id or message.only_for is not None:
            raise unknown_message()
        return message

    def get(self, message_id: int) -> Message | None:
        return self._store.get(message_id)

    def history(self, channel_id: int) -> list[Message]:
        return self._store.public(channel_id)

    def seen_by(self, user: User, channel: Channel) -> list[Message]:
        """The messages that this person sees in a channel, oldest first."""
        return self._store.seen_by(user.id, channel.id) if self._world.can_see(user, channel) else []

    def is_recent(self, message: Message, newest: int) -> bool:
        """Whether fewer than `newest` public messages of the channel came after this one."""
        return message.id >= self._store.oldest_of(message.channel_id, newest)

    def wire_for_gateway(self, message: Message, channel: Channel) -> Wire:
        guild = self._world.guild_of(channel)
        if guild is None:
            return message.wire | {"channel_type": channel.type.value}
        data = message.wire | {"guild_id": str(guild.id), "channel_type": channel.type.value}
        member = guild.members.get(message.author_id)
        if member is not None:
            data["member"] = member.bare_wire()
        return data

    def _dispatch(self, name: str, message: Message, channel: Channel) -> None:
        self._tell(name, self.wire_for_gateway(message, channel), channel)

    def _tell(self, name: str, data: Wire, channel: Channel) -> None:
        """Tells the bot of an event, if it can see the channel."""
        if self._world.can_see(self._world.bot, channel):
            self._world.feed.dispatch(name, data, channel.guild_id or None, _intent(channel))

    def _fill(self, message: Message, body: Wire, uploads: Sequence[Upload]) -> None:
        wire = message.wire
        if "flags" in body:
            kept = wire["flags"] & ~MessageFlag.SUPPRESS_EMBEDS
            wire["flags"] = kept | (int(body["flags"] or 0) & SETTABLE)
        if uploads or body.get("attachments") is not None:
            wire["attachments"] = self._attach(wire["attachments"], body.get("attachments"), uploads)
        by_name = {attachment["filename"]: attachment for attachment in wire["attachments"]}
        if "content" in body:
            wire["content"] = (body["content"] or "").strip()
        if "embeds" in body:
            wire["embeds"] = resolved([{"type": "rich"} | e for e in body["embeds"] or []], by_name)
        if "components" in body:
            components = numbered(body["components"] or [])
            wire["components"] = resolved(components, by_name) if by_name else components
        if "content" in body or "components" in body or "allowed_mentions" in body:
            self._mention(message, body.get("allowed_mentions"))

    def _attach(self, old: list[Wire], listed: list[Wire] | None, uploads: Sequence[Upload]) -> list[Wire]:
        """Adds uploads. A listed id describes the upload in that slot, or keeps an old attachment."""
        described = {str(entry.get("id")): entry for entry in listed or ()}
        kept = old if listed is None else [a for a in old if a["id"] in described]
        fresh = []
        for upload in uploads:
            attachment_id = self._world.ids.make()
            self.files[attachment_id] = upload
            entry = described.get(str(upload.slot), {})
            fresh.append(attachment_wire(attachment_id, upload, entry, self.base_url))
        return [*kept, *fresh]

    def _mention(self, message: Message, raw: Wire | None) -> None:
        wire, world = message.wire, self._world
        allowed = Allowed.of(raw, PEOPLE_ONLY if "webhook_id" in wire else EVERY_KIND)
        found = allowed.find(wire)
        ids = dict.fromkeys(found.users)
        replied = wire.get("referenced_message")
        if replied and allowed.replied_user:
            ids[int(replied["author"]["id"])] = None
        channel = world.channels[message.channel_id]
        guild = world.guild_of(channel)
        users = [world.users[user] for user in ids if user in world.users]
        if message.only_for is not None:
            users = [user for user in users if user.id == message.only_for]
        wire["mentions"] = [user.wire() for user in users]
        wire["mention_roles"] = [str(role) for role in found.roles if guild and role in guild.roles]
        wire["mention_everyone"] = (
            found.everyone and message.only_for is None and self._may_call_everyone(message, channel)
        )

    def _may_call_everyone(self, message: Message, channel: Channel) -> bool:
        granted = self._world.permissions(self._world.users[message.author_id], channel)
        return bool(granted & Permission.MENTION_EVERYONE)

    def _drop_files(self, message: Message) -> None:
        for attachment in message.wire["attachments"]:
            self.files.pop(int(attachment["id"]), None)


def _intent(channel: Channel) -> int:
    return Intent.DIRECT_MESSAGES if channel.is_dm else Intent.GUILD_MESSAGES
