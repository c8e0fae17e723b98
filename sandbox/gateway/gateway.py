"""The gateway keeps the sessions of the bot and sends each its events."""

import secrets

import orjson

from sandbox.gateway.session import BotSocket, Session, blanked
from sandbox.gateway.starts import SessionStarts
from sandbox.gateway.unreliable import INTERACTIONS, UnreliableDelivery
from sandbox.server.latency import Network
from sandbox.server.ratelimit import RateLimits
from sandbox.wire import Wire
from sandbox.world.entities import Guild
from sandbox.world.feed import Event, Intent, Listener
from sandbox.world.snowflake import shard_of
from sandbox.world.world import World

RECONNECT, INVALID_SESSION = 7, 9
RESUMABLE_FOR = 180.0
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


class Gateway(Listener):
    def __init__(self, world: World, token: str, limits: RateLimits, network: Network) -> None:
        self.world = world
        self.token = token
        self.limits = limits
        self.network = network
        self.starts = SessionStarts(world.clock, limits)
        self.url = ""
        self.heartbeat_interval = 41.25
        self.grants_privileged = True
        self.resumes = True
        self.unanswered_questions = 0
        """How many of the next requests for members get no answer."""
        self.closed = False
        """Whether every new connection is refused."""
        self.recommended_shards = 1
        self.identified = 0
        self.delivery = UnreliableDelivery(self._deliver)
        self._sessions: dict[str, Session] = {}
        world.feed.join(self)

    @property
    def connected(self) -> list[Session]:
        return [session for session in self._sessions.values() if session.socket is not None]

    @property
    def max_concurrency(self) -> int:
        return self.starts.max_concurrency

    @max_concurrency.setter
    def max_concurrency(self, most: int) -> None:
        self.starts.max_concurrency = most

    @property
    def sessions_left(self) -> int:
        """How many sessions may still be started today."""
        return self.starts.left

    @sessions_left.setter
    def sessions_left(self, left: int) -> None:
        self.starts.left = left

    def dispatched(self, event: Event) -> None:
        self.delivery.pass_on(event)

    def _deliver(self, event: Event) -> None:
        """Sends an event to the sessions that want it. Its full JSON is encoded only once."""
        if self._is_elsewhere(event):
            return
        shared: bytes | None = None
        for session in self._sessions.values():
            if not session.wants(event):
                continue
            if event.name == "GUILD_CREATE":
                guild = self.world.guilds[int(event.data["id"])]
                session.send(event.name, self._guild_create(session, guild))
            elif session.may_read(event):
                shared = shared or orjson.dumps(event.data)
                session.send(event.name, shared)
            else:
                session.send(event.name, orjson.dumps(blanked(event.data)))

    def _is_elsewhere(self, event: Event) -> bool:
        """Whether an event happened in a guild that the bot is not in. Interactions reach it all the same."""
        guild = self.world.guilds.get(event.guild_id or 0)
        return (
            guild is not None
            and self.world.bot.id not in guild.members
            and event.name not in {INTERACTIONS, "GUILD_DELETE"}
        )

    def answers_question(self) -> bool:
        """Whether a request for members is answered."""
        if self.unanswered_questions:
            self.unanswered_questions -= 1
            return False
        return True

    def begin(self, socket: BotSocket, shard: tuple[int, int], intents: int) -> Session:
        self._forget_lost_sessions()
        self.identified += 1
        session = Session(shard, intents, self.world.bot.id)
        session.socket = socket
        self._sessions[session.id] = session
        mine = self.world.guilds_of(self.world.bot)
        guilds = [guild for guild in mine if shard_of(guild.id, shard[1]) == shard[0]]
        session.send("READY", orjson.dumps(self._ready(session, guilds)))
        for guild in guilds:
            if guild.available:
                event = Event("GUILD_CREATE", {}, guild.id, Intent.GUILDS)
                if session.wants(event):
                    session.send("GUILD_CREATE", self._guild_create(session, guild))
        self.world.feed.bot_changed()
        return session

    def resume(self, socket: BotSocket, session_id: str, sequence: int) -> Session | None:
        """Continues a session. Returns None if it is unknown, over, or lacks missed events."""
        self._forget_lost_sessions()
        session = self._sessions.get(session_id)
        missed = session.missed_since(sequence) if session and self.resumes else None
        if session is None or missed is None:
            return None
        if session.socket is not None:
            session.socket.abort()
        session.socket, session.lost_at = socket, None
        for frame in missed:
            socket.put(frame)
        session.send("RESUMED", b"{}")
        self.world.feed.bot_changed()
        return session

    def tell_all(self, op: int, data: object) -> None:
        for session in self.connected:
            if session.socket is not None:
                session.socket.put_op(op, data)
            if op == INVALID_SESSION and not data:
                self.end(session)

    def lose(self, session: Session, socket: BotSocket) -> None:
        if session.socket is socket:
            session.socket, session.lost_at = None, self.world.clock.now()
            self.world.clock.after(RESUMABLE_FOR + 1, self._forget_lost_sessions)
            self.world.feed.bot_changed()

    def end(self, session: Session) -> None:
        """Ends a session for good: it cannot be resumed."""
        self._sessions.pop(session.id, None)

    def reset_token(self) -> None:
        """Makes a new token and ends all sessions, as Discord does when too many have been started."""
        self.token = secrets.token_urlsafe(24)
        for session in self.connected:
            self.end(session)
            if session.socket is not None:
                session.socket.close_soon(4004, "Authentication failed.")

    def _guild_create(self, session: Session, guild: Guild) -> bytes:
        everyone = bool(session.intents & Intent.GUILD_MEMBERS)
        return orjson.dumps(self.world.guild_create_wire(guild, everyone=everyone))

    def _ready(self, session: Session, guilds: list[Guild]) -> Wire:
        return {
            "v": 10,
            "user": self.world.bot.wire()
            | {"verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(self.world.bot.id), "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "session_type": "normal",
            "user_settings": {},
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
        }

    def _forget_lost_sessions(self) -> None:
        before = self.world.clock.now() - RESUMABLE_FOR
        for session in list(self._sessions.values()):
            if session.lost_at is not None and session.lost_at < before:
                del self._sessions[session.id]
