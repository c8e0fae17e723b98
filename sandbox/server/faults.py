"""Faults that a test can cause: errors, delays, lost connections, removed permissions and the like."""

from dataclasses import dataclass

from sandbox.gateway.gateway import INVALID_SESSION, RECONNECT
from sandbox.people.person import Person
from sandbox.people.screen import Seen
from sandbox.server.errors import ApiError, invalid
from sandbox.server.platform import Platform
from sandbox.server.ratelimit import rate_limited
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild, Role


@dataclass(slots=True)
class Fault:
    """Affects the next requests whose "METHOD /path/{template}" contains `where`.

    If it is `late`, the request takes effect before the fault happens.
    """

    where: str
    times: int
    error: ApiError | None = None
    delay: float = 0.0
    breaks: bool = False
    late: bool = False


class Faults:
    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._gateway = platform.gateway
        self._waiting: list[Fault] = []
        self._banned_until = 0.0

    def ban(self, seconds: float) -> None:
        """Cloudflare answers every request with 429 for so many seconds, callbacks included.

        Such an answer has no `Via`, no JSON and no limits in its headers, only `Retry-After`.
        """
        self._banned_until = self._platform.clock.now() + seconds

    def ban_left(self) -> float:
        return max(self._banned_until - self._platform.clock.now(), 0.0)

    def answer(self, status: int, where: str = "", *, times: int = 1, late: bool = False) -> None:
        """Answers the next requests with an error such as 500 or 502, as a proxy in front of Discord does."""
        error = ApiError(status, 0, f"{status}: Internal Server Error")
        self._waiting.append(Fault(where, times, error, late=late))

    def rate_limit(self, where: str = "", *, retry_after: float = 0.05, times: int = 1) -> None:
        self._waiting.append(Fault(where, times, rate_limited(retry_after, "shared")))

    def rate_limit_globally(self, *, retry_after: float = 0.05, times: int = 1) -> None:
        self._waiting.append(Fault("", times, rate_limited(retry_after, "global")))

    def refuse_emoji(self, where: str = "", *, times: int = 1) -> None:
        """Refuses the next requests as if a button had an unknown emoji. Discord has done so now and then
        with emoji that were there (discord-api-docs#7128)."""
        path = ("components", "0", "components", "0", "emoji", "name")
        error = invalid("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", *path)
        self._waiting.append(Fault(where, times, error))

    def delay(self, seconds: float, where: str = "", *, times: int = 1) -> None:
        self._waiting.append(Fault(where, times, delay=seconds))

    def break_connection(self, where: str = "", *, times: int = 1, late: bool = False) -> None:
        self._waiting.append(Fault(where, times, breaks=True, late=late))

    def clear(self) -> None:
        self._waiting.clear()
        self._banned_until = 0.0

    def take_for(self, route: str) -> Fault | None:
        """Uses up one fault for a request to this route, if one is waiting."""
        for fault in self._waiting:
            if fault.where in route:
                fault.times -= 1
                if not fault.times:
                    self._waiting.remove(fault)
                return fault
        return None

    def drop_sockets(self) -> None:
        """Breaks every gateway connection without a close frame. Sessions stay resumable."""
        for session in self._gateway.connected:
            if session.socket is not None:
                session.socket.abort()

    def close_gateway(self) -> None:
        """Breaks every gateway connection and refuses new ones until `open_gateway`. The REST API goes on."""
        self._gateway.closed = True
        self.drop_sockets()

    def open_gateway(self) -> None:
        self._gateway.closed = False

    def ask_to_reconnect(self) -> None:
        self._gateway.tell_all(RECONNECT, None)

    def invalidate_sessions(self, *, resumable: bool) -> None:
        self._gateway.tell_all(INVALID_SESSION, resumable)

    def refuse_resume(self, *, refuse: bool = True) -> None:
        self._gateway.resumes = not refuse

    def ignore_questions_about_members(self, times: int = 1) -> None:
        """Leaves the next requests for members unanswered."""
        self._gateway.unanswered_questions += times

    def repeat_presses(self, times: int = 1) -> None:
        """Sends each of the next interactions to the bot twice, with the same id and token."""
        self._gateway.delivery.repeats += times

    def swap_presses(self, times: int = 1) -> None:
        """Sends each of the next interactions to the bot after the one that follows it."""
        self._gateway.delivery.holds += times

    def take_permission(self, channel: Channel, permission: int) -> None:
        """Denies the bot a permission in one channel."""
        allow, deny = channel.overwrites.get(self._platform.world.bot.id, (0, 0))
        bot = self._platform.world.bot.id
        self._platform.changes.set_overwrite(channel, bot, allow & ~permission, deny | permission)

    def give_permission(self, channel: Channel, permission: int) -> None:
        allow, deny = channel.overwrites.get(self._platform.world.bot.id, (0, 0))
        bot = self._platform.world.bot.id
        self._platform.changes.set_overwrite(channel, bot, allow | permission, deny & ~permission)

    def change_role(self, guild: Guild, role: Role, permissions: int) -> None:
        role.permissions = permissions
        self._platform.changes.update_role(guild, role)

    def delete_message(self, message: Seen) -> None:
        current = self._platform.messages.get(message.id)
        if current is not None:
            self._platform.messages.delete(current)

    def delete_channel(self, channel: Channel) -> None:
        """Deletes a channel or a thread."""
        self._platform.changes.delete_channel(channel)

    def archive_thread(self, thread: Channel, *, locked: bool = False) -> None:
        self._platform.threads.archive(thread, locked=locked)

    def lock_thread(self, thread: Channel, *, locked: bool = True) -> None:
        """Locks a thread that stays active."""
        self._platform.threads.lock(thread, locked=locked)

    def delete_guild(self, guild: Guild) -> None:
        self._platform.changes.remove_guild(guild)

    def remove_silently(self, guild: Guild) -> None:
        """Removes the bot from a guild, and no session hears of it. The next READY lacks the guild."""
        self._platform.changes.forget_bot(guild)

    def black_out(self, guild: Guild) -> None:
        """Makes a guild unavailable until `restore`."""
        self._platform.changes.set_available(guild, available=False)

    def restore(self, guild: Guild) -> None:
        self._platform.changes.set_available(guild, available=True)

    def remove_member(self, guild: Guild, person: Person) -> None:
        self._platform.changes.remove_member(guild, person.user)

    def time_out(self, guild: Guild, person: Person, seconds: float) -> None:
        """Times a member out: they can read, but not write, press or use commands. 0 ends it."""
        member = guild.members[person.id]
        member.timed_out_until = self._platform.clock.now() + seconds if seconds else 0.0
        self._platform.changes.update_member(guild, member)

    def close_dms(self, person: Person, *, closed: bool = True) -> None:
        person.user.accepts_dms = not closed
