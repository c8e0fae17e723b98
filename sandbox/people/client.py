"""One person's Discord client: it checks what the person does, then starts an interaction."""

import asyncio
from typing import Any

from sandbox.interactions.components import find
from sandbox.interactions.interactions import Answer, Interaction
from sandbox.messages.messages import Draft
from sandbox.people.allowed import check_may_press, check_may_speak, may_use_commands
from sandbox.people.modals import OpenModal, filled
from sandbox.people.options import POINTERS, Refused, checked, digits, leaves
from sandbox.people.resolving import PEOPLE, resolve
from sandbox.people.selecting import check_chosen, pointers
from sandbox.people.view import View
from sandbox.server.platform import Platform
from sandbox.wire import (
    SELECTS,
    ButtonStyle,
    CommandType,
    Component,
    InteractionType,
    OptionType,
    Wire,
)
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.installs import owners_of
from sandbox.world.user import User

LONGEST_MESSAGE = 2000


class Client:
    def __init__(self, platform: Platform, user: User) -> None:
        self.platform = platform
        self.user = user
        self.view = View(platform, user)

    def channel(self, channel_id: int) -> Channel:
        channel = self.platform.world.channels.get(channel_id)
        if channel is None or not self.platform.world.can_see(self.user, channel):
            raise Refused("There is no such channel for you.")
        return channel

    def offered(self, channel: Channel) -> list[Wire]:
        """The commands that this person may use in a channel."""
        if not may_use_commands(self.platform, self.user, channel):
            return []
        return self.platform.commands.offered_to(self.user, channel)

    def say(self, channel: Channel, text: Any) -> Message:
        if not isinstance(text, str) or not text.strip():
            raise Refused("A message can't be empty.")
        if len(text) > LONGEST_MESSAGE:
            raise Refused(f"A message may have at most {LONGEST_MESSAGE} characters.")
        check_may_speak(self.platform, self.user, channel)
        self.platform.threads.count_message(channel, self.user)
        message = self.platform.messages.create(Draft(channel, self.user, {"content": text}))
        self.platform.notifications.read(self.user, channel)
        return message

    def slash(self, channel: Channel, command_id: str, options: Any) -> Interaction:
        command = self._command(channel, command_id, CommandType.CHAT_INPUT)
        wire = checked(command, options)
        ids = [(OptionType(o["type"]), o["value"]) for o in leaves(wire) if o["type"] in POINTERS]
        data = _command_data(command) | {"options": wire} | self._resolved(channel, ids)
        return self._begin(InteractionType.COMMAND, channel, command, data)

    def menu(self, channel: Channel, command_id: str, target: str) -> Interaction:
        command = self._command(channel, command_id, CommandType.USER, CommandType.MESSAGE)
        data = _command_data(command) | {"target_id": str(target)}
        if command["type"] == CommandType.USER:
            data |= self._resolved(channel, [(OptionType.USER, digits(target))])
            return self._begin(InteractionType.COMMAND, channel, command, data)
        message = self._message(target)
        data["resolved"] = {"messages": {str(message.id): message.wire}}
        return self._begin(InteractionType.COMMAND, channel, command, data)

    def complete(self, channel: Channel, command_id: str, options: Any) -> Interaction:
        command = self._command(channel, command_id, CommandType.CHAT_INPUT)
        wire = checked(command, options, partial=True)
        if sum(bool(option.get("focused")) for option in leaves(wire)) != 1:
            raise Refused("Exactly one option must be in focus.")
        data = _command_data(command) | {"options": wire}
        return self._begin(InteractionType.AUTOCOMPLETE, channel, command, data)

    def press(self, message_id: str | int, custom_id: str) -> Interaction:
        message = self._message(message_id)
        button = self._component(message, custom_id)
        if button["type"] != Component.BUTTON or button["style"] == ButtonStyle.LINK:
            raise Refused("That is not a button to press.")
        return self._act(message, {"custom_id": custom_id, "component_type": 2, "id": button["id"]})

    def choose(self, message_id: str | int, custom_id: str, values: Any) -> Interaction:
        message = self._message(message_id)
        select = self._component(message, custom_id)
        if select["type"] not in SELECTS:
            raise Refused("That is not a list to choose from.")
        check_chosen(select, values)
        data = {"custom_id": custom_id, "component_type": select["type"], "id": select["id"]}
        data["values"] = values
        ids = list(pointers([{"type": select["type"], "values": values}]))
        return self._act(message, data | self._resolved(self.channel(message.channel_id), ids))

    def submit(self, custom_id: str, components: Any) -> Interaction:
        """Sends the form that this person has open."""
        modal = self.platform.open_modals.get(self.user.id)
        if modal is None or modal.wire["custom_id"] != custom_id:
            raise Refused("That form is not open.")
        channel = self.channel(modal.channel_id)
        check_may_press(self.platform, self.user, channel)
        wire = filled(modal.wire["components"], components)
        data = {"custom_id": custom_id, "components": wire} | self._resolved(channel, list(pointers(wire)))
        source = self.platform.messages.get(modal.source_id) if modal.source_id else None
        del self.platform.open_modals[self.user.id]
        interaction = self._start(InteractionType.MODAL_SUBMIT, channel, data, source, modal.owners)
        if interaction.answer is not None:
            interaction.answer.add_done_callback(lambda done: self._keep_unanswered(modal, done))
        return interaction

    def dismiss(self, message_id: str | int) -> Message:
        """Hides a private message in this client. On the server it goes on to exist."""
        message = self._message(message_id)
        if message.only_for != self.user.id:
            raise Refused("Only a message that you alone can see can be dismissed.")
        self.view.dismiss(message)
        return message

    def _keep_unanswered(self, modal: OpenModal, done: "asyncio.Future[Answer | None]") -> None:
        """Keeps a form open if the bot did not answer it, so that the person can send it again."""
        if done.cancelled() or done.result() is None:
            self.platform.open_modals.setdefault(self.user.id, modal)

    def _command(self, channel: Channel, command_id: str, *kinds: CommandType) -> Wire:
        for command in self.offered(channel):
            if command["id"] == str(command_id) and command["type"] in kinds:
                return command
        raise Refused("There is no such command for you here.")

    def _message(self, message_id: str | int) -> Message:
        message = self.platform.messages.get(int(digits(message_id)))
        if message is None or not self.view.shows(message):
            raise Refused("There is no such message.")
        self.channel(message.channel_id)
        return message

    def _component(self, message: Message, custom_id: str) -> Wire:
        component = find(message.wire["components"], custom_id)
        if component is None:
            raise Refused("That is no longer on the message.")
        if component.get("disabled"):
            raise Refused("That can't be used any more.")
        return component

    def _act(self, message: Message, data: Wire) -> Interaction:
        channel = self.platform.world.channels[message.channel_id]
        if message.author_id != self.platform.world.bot.id:
            raise Refused("Nobody would answer that.")
        check_may_press(self.platform, self.user, channel)
        return self._start(InteractionType.COMPONENT, channel, data, message)

    def _resolved(self, channel: Channel, ids: list[tuple[OptionType, str]]) -> Wire:
        if not ids:
            return {}
        resolved = resolve(self.platform.world, self.user, channel, ids)
        self.view.meet(int(text) for kind, text in ids if kind in PEOPLE)
        return {"resolved": resolved}

    def _begin(self, kind: InteractionType, channel: Channel, command: Wire, data: Wire) -> Interaction:
        owners = owners_of(self.platform.world, command["integration_types"], self.user, channel)
        return self._start(kind, channel, data, owners=owners)

    def _start(
        self,
        kind: InteractionType,
        channel: Channel,
        data: Wire,
        source: Message | None = None,
        owners: dict[str, str] | None = None,
    ) -> Interaction:
        interaction = self.platform.interactions.create(kind, self.user, channel, data, source, owners=owners)
        self.view.begin(interaction)
        return interaction


def _command_data(command: Wire) -> Wire:
    data: Wire = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data
