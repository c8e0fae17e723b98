"""Everything of the sandbox's Discord except the web server: the world and what happens in it."""

from sandbox.gateway import Gateway
from sandbox.interactions.commands import CommandRegistry
from sandbox.interactions.interactions import Interactions
from sandbox.messages.messages import Messages
from sandbox.messages.repeats import AnnouncementEdits, Nonces, OldEdits
from sandbox.people.modals import OpenModal
from sandbox.people.notifications import Notifications
from sandbox.server.latency import Network
from sandbox.server.ratelimit import RateLimits
from sandbox.world.changes import Changes
from sandbox.world.threads import Threads
from sandbox.world.watch import Watch
from sandbox.world.world import World

MESSAGES_KEPT = 1000


class Platform:
    def __init__(self, world: World, token: str, messages_kept: int = MESSAGES_KEPT) -> None:
        self.world = world
        self.limits = RateLimits(world.clock)
        self.network = Network(self.limits)
        self.gateway = Gateway(world, token, self.limits, self.network)
        self.clock = world.clock
        self.feed = world.feed
        self.messages = Messages(world, messages_kept)
        self.changes = Changes(world, self.messages)
        self.threads = Threads(world, self.messages)
        self.commands = CommandRegistry(world)
        self.interactions = Interactions(world)
        self.nonces = Nonces(world.clock)
        self.old_edits = OldEdits(world.clock, self.limits)
        self.announcement_edits = AnnouncementEdits(world.clock)
        self.notifications = Notifications(world, self.messages)
        self.watch = Watch(world.feed)
        self.tokens_reach_component_by_id = False
        """Whether a press's token reaches the pressed message by its id, not only as `@original`."""
        self.open_modals: dict[int, OpenModal] = {}
