"""Creates interactions. A bot must answer within three seconds; the token is valid for fifteen minutes."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox.server.errors import ApiError, unknown_interaction, unknown_webhook
from sandbox.wire import CallbackType, CommandType, InteractionType, OptionType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Guild, Message
from sandbox.world.installs import GUILD, context_of, owners_of
from sandbox.world.user import User
from sandbox.world.world import World

ACKNOWLEDGE_WITHIN = 3.0
TOKEN_LIVES = 15 * 60.0
INTERACTIONS_KEPT = 300_000
ATTACHMENT_LIMIT = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """A bot's answer. `message` is the message that it created or changed."""

    kind: CallbackType
    message: Message | None = None
    modal: Wire | None = None
    choices: list[Wire] = field(default_factory=list)


@dataclass(slots=True)
class Interaction:
    id: int
    token: str
    type: InteractionType
    user: User
    channel_id: int
    guild_id: int | None
    created: float
    command: str | None
    source_id: int | None
    from_menu: bool = False
    owners: dict[str, str] = field(default_factory=dict)
    """Who installed the application: "0" is a guild, "1" a person."""
    follow_ups: int = 0
    acknowledged: CallbackType | None = None
    failed: bool = False
    original_id: int | None = None
    made: set[int] = field(default_factory=set)
    """The ids of the messages that were created with this token."""
    has_changed_source: bool = False
    """Whether the pressed message was changed with this token, after the first answer."""
    answer: "asyncio.Future[Answer | None] | None" = None

    @property
    def by_guild(self) -> bool:
        return "0" in self.owners

    def settle(self, answer: Answer | None) -> None:
        """Ends the wait for the answer. None means that the bot did not answer in time."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)
        self.answer = None


class Interactions:
    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: dict[str, Interaction] = {}
        self._oldest: deque[Interaction] = deque()

    def create(
        self,
        kind: InteractionType,
        user: User,
        channel: Channel,
        data: Wire,
        source: Message | None = None,
        alter: Callable[[Wire], Wire] | None = None,
        *,
        owners: dict[str, str] | None = None,
    ) -> Interaction:
        """Sends the bot an interaction. `alter` can turn it into one that Discord would never send."""
        world = self._world
        guild = world.guild_of(channel)
        interaction = Interaction(
            world.ids.make(),
            secrets.token_urlsafe(48),
            kind,
            user,
            channel.id,
            guild.id if guild else None,
            world.clock.now(),
            _full_name(data),
            source.id if source else None,
            kind is InteractionType.COMMAND and data["type"] != CommandType.CHAT_INPUT,
            owners or self._owners(user, channel, source),
            answer=asyncio.get_running_loop().create_future(),
        )
        self._remember(interaction)
        payload = self._payload(interaction, channel, guild, data, source)
        payload = alter(payload) if alter else payload
        world.clock.after(ACKNOWLEDGE_WITHIN, lambda: self._give_up(interaction))
        world.feed.dispatch("INTERACTION_CREATE", payload, interaction.guild_id)
        return interaction

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """Finds the interaction that a callback answers, or raises the error that Discord would give."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown_interaction()
        if interaction.acknowledged is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if interaction.failed or self._age(interaction) > ACKNOWLEDGE_WITHIN:
            raise unknown_interaction()
        return interaction

    def of_webhook(self, application_id: int, token: str) -> Interaction:
        """Finds the interaction whose token is used as a webhook token."""
        if application_id != self._world.bot.id:
            raise unknown_webhook()
        interaction = self._by_token.get(token)
        if interaction is None or self._age(interaction) > TOKEN_LIVES:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.acknowledged is None:
            raise unknown_webhook()
        return interaction

    def metadata(self, interaction: Interaction) -> Wire:
        metadata: Wire = {
            "id": str(interaction.id),
            "type": interaction.type.value,
            "user": interaction.user.wire(),
            "authorizing_integration_owners": interaction.owners,
        }
        if interaction.command is not None:
            metadata["name"] = interaction.command
        if interaction.source_id is not None and interaction.type is InteractionType.COMPONENT:
            metadata["interacted_message_id"] = str(interaction.source_id)
        return metadata

    def _payload(
        self,
        interaction: Interaction,
        channel: Channel,
        guild: Guild | None,
        data: Wire,
        source: Message | None,
    ) -> Wire:
        world, user = self._world, interaction.user
        granted = str(world.permissions(user, channel))
        payload: Wire = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": interaction.type.value,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.partial_wire() | {"permissions": granted},
            "app_permissions": str(self._app_permissions(user, channel)),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "context": context_of(channel),
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if guild is None:
            payload["user"] = user.wire()
        else:
            payload["guild_id"] = str(guild.id)
            payload["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
            payload["guild_locale"] = guild.locale
            payload["member"] = guild.members[user.id].wire() | {"permissions": granted}
        if source is not None:
            payload["message"] = source.wire
        return payload

    def _owners(self, user: User, channel: Channel, source: Message | None) -> dict[str, str]:
        """A press is authorized by what authorized the message, or by the bot's presence."""
        metadata = source.wire.get("interaction_metadata") if source else None
        if metadata:
            owners: dict[str, str] = metadata["authorizing_integration_owners"]
            return owners
        return owners_of(self._world, (GUILD,), user, channel)

    def _app_permissions(self, user: User, channel: Channel) -> int:
        """The bot's permissions. Where it is not, Discord names none of its own: they are the person's."""
        who = self._world.bot if self._world.bot_is_in(channel) else user
        return self._world.permission_bits(who, channel)

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.acknowledged is None:
            interaction.failed = True
            interaction.settle(None)

    def _age(self, interaction: Interaction) -> float:
        return self._world.clock.now() - interaction.created

    def _remember(self, interaction: Interaction) -> None:
        self._by_token[interaction.token] = interaction
        self._oldest.append(interaction)
        while len(self._oldest) > INTERACTIONS_KEPT or self._age(self._oldest[0]) > TOKEN_LIVES + 1:
            del self._by_token[self._oldest.popleft().token]


def _full_name(data: Wire) -> str | None:
    """A command's name with its group and subcommand, such as "duel highlow"."""
    if "name" not in data:
        return None
    words, level = [str(data["name"])], data.get("options") or []
    while level and level[0]["type"] in {OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP}:
        words.append(level[0]["name"])
        level = level[0].get("options") or []
    return " ".join(words)
