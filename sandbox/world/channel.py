"""A channel of a guild, a thread or a channel for direct messages, and its JSON."""

from dataclasses import dataclass, field

from sandbox.wire import ChannelType, Wire
from sandbox.world import kinds
from sandbox.world.user import User


@dataclass(slots=True)
class ThreadState:
    owner_id: int
    created_at: str
    archive_minutes: int = 1440
    archived: bool = False
    locked: bool = False
    members: set[int] = field(default_factory=set)
    message_count: int = 0
    changed_at: str = ""
    """When the thread was archived or made active."""
    active_at: float = 0.0
    """When the last message was sent to it."""
    waits: int = 0
    """How often the wait for its archiving was begun. Only the newest wait counts."""


@dataclass(slots=True)
class Channel:
    id: int
    type: ChannelType
    name: str = ""
    guild_id: int = 0
    parent_id: int = 0
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)
    people: list[User] = field(default_factory=list)
    thread: ThreadState | None = None
    last_message_id: int | None = None

    @property
    def is_dm(self) -> bool:
        return self.type in kinds.DIRECT

    @property
    def is_thread(self) -> bool:
        return self.thread is not None

    @property
    def is_archived(self) -> bool:
        return self.thread is not None and self.thread.archived

    @property
    def is_locked(self) -> bool:
        return self.thread is not None and self.thread.locked

    def wire(self, role_ids: frozenset[int] = frozenset()) -> Wire:
        last = str(self.last_message_id) if self.last_message_id else None
        base: Wire = {"id": str(self.id), "type": self.type.value, "last_message_id": last, "flags": 0}
        if self.is_dm:
            return base | self._direct_wire()
        base |= {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": str(self.parent_id) if self.parent_id else None,
            "rate_limit_per_user": 0,
        }
        if self.thread is not None:
            return base | self._thread_wire(self.thread)
        return base | {
            **kinds.fields_of(self.type, self.topic),
            "position": self.position,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(target),
                    "type": 0 if target == self.guild_id or target in role_ids else 1,
                    "allow": str(allow),
                    "deny": str(deny),
                }
                for target, (allow, deny) in self.overwrites.items()
            ],
        }

    def partial_wire(self) -> Wire:
        """The channel as an interaction carries it."""
        return kinds.partial(self.wire())

    def _direct_wire(self) -> Wire:
        recipients = {"recipients": [user.wire() for user in self.people if not user.bot]}
        if self.type is not ChannelType.GROUP:
            return recipients
        return recipients | {"name": self.name, "icon": None, "owner_id": str(self.people[0].id)}

    def _thread_wire(self, thread: ThreadState) -> Wire:
        return {
            "owner_id": str(thread.owner_id),
            "message_count": thread.message_count,
            "total_message_sent": thread.message_count,
            "member_count": len(thread.members),
            "thread_metadata": {
                "archived": thread.archived,
                "auto_archive_duration": thread.archive_minutes,
                "archive_timestamp": thread.changed_at or thread.created_at,
                "create_timestamp": thread.created_at,
                "locked": thread.locked,
                "invitable": True,
            },
        }
