"""Makes forged interactions: their sender may not do what they ask for, or nobody can."""

from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from bench.fuzz import bad_commands, bad_values
from bench.fuzz.target import Target, custom_ids_on
from bot.duels.duel import Duel
from bot.ui.ids import DuelAction, Verb
from games.engine import SEATS
from sandbox.interactions.components import walk
from sandbox.wire import Component, InteractionType, Wire
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from sandbox.world.user import User

OPEN_TO_ALL = ("ask:", "play:", "puzzle:", "duel:vote:")
"""Prefixes of custom ids that anybody may press. They are never sent unchanged."""
WRONG = ("0", "00", "101", "999", "999999999999", "x", "keep", "draw", "none", "null", "1e3")
"""Tokens that are hardly ever legal."""
SELECTS = (
    *(Component.STRING_SELECT, Component.USER_SELECT, Component.ROLE_SELECT),
    *(Component.MENTIONABLE_SELECT, Component.CHANNEL_SELECT),
)


@dataclass(frozen=True)
class Forgery:
    recipe: str
    kind: InteractionType
    user: User
    channel: Channel
    data: Wire
    source: Message | None = None
    alter: Callable[[Wire], Wire] | None = None
    whole: bool = True
    """Could Discord have sent it? Then the bot has to answer; else it may ignore it."""


class Forger:
    """Makes forgeries from a seed and from the messages that people see."""

    def __init__(self, target: Target, seed: int) -> None:
        self._target = target
        self._random = Random(seed)
        self._messages = [_snapshot(message) for message in target.messages]
        self._screens = [(message, each) for message in self._messages for each in custom_ids_on(message)]
        self._ids = [each for _, each in self._screens] + _samples(target)
        self._recipes: tuple[tuple[Callable[[], Forgery], int], ...] = (
            (self._button_of_another, 20),
            (self._mutated_button, 20),
            (self._wrong_pick, 15),
            (self._wrong_guild, 5),
            (self._direct_message, 5),
            (self._list, 5),
            (self._form, 10),
            (self._command, 10),
            (self._completion, 2),
            (self._damaged, 20),
        )

    def forge(self) -> Forgery:
        recipes, weights = zip(*self._recipes, strict=True)
        (recipe,) = self._random.choices(recipes, weights)
        forged: Forgery = recipe()
        return replace(forged, recipe=recipe.__name__.lstrip("_").replace("_", " "))

    def _button_of_another(self) -> Forgery:
        """An outsider presses a button on another person's screen."""
        message, custom_id = self._random.choice(self._screens)
        return self._press(self._outsider(), message, self._harmless(custom_id))

    def _mutated_button(self) -> Forgery:
        message, _ = self._random.choice(self._screens)
        custom_id = self._random.choice(self._ids)
        for _ in range(self._random.choice((1, 1, 2, 3))):
            custom_id = bad_values.mutated(custom_id, self._random, self._ids)
        return self._press(self._outsider(), message, self._harmless(custom_id))

    def _wrong_pick(self) -> Forgery:
        """A player picks for the wrong turn, or picks what is not in their hand."""
        duel, person, address = self._wrong_address()
        panels = [m for m in self._messages if m.only_for in {None, person.id}]
        here = [m for m in panels if self._target.sandbox.world.channels[m.channel_id].guild_id == duel.guild]
        return self._press(person, self._random.choice(here), str(address))

    def _wrong_guild(self) -> Forgery:
        """Somebody presses a button of one guild in the other guild."""
        message, custom_id = self._random.choice(self._screens)
        person = self._random.choice([*self._players(), *self._target.outsiders])
        here = self._target.sandbox.world.channels[message.channel_id].guild_id
        others = [channel for channel in self._target.channels if channel.guild_id != here]
        pressed = self._press(person, message, self._harmless(custom_id, person))
        return replace(pressed, channel=self._random.choice(others))

    def _direct_message(self) -> Forgery:
        message, custom_id = self._random.choice(self._screens)
        person = self._outsider()
        pressed = self._press(person, message, self._harmless(custom_id))
        return replace(pressed, channel=self._target.sandbox.world.dm_with(person))

    def _list(self) -> Forgery:
        """A select menu in the place of a button, with values that it does not offer."""
        message, custom_id = self._random.choice(self._screens)
        values = [bad_values.text(self._random) for _ in range(self._random.randrange(4))]
        kind = self._random.choice(SELECTS)
        replacement: Wire = {"type": int(kind), "custom_id": self._harmless(custom_id)}
        if kind is Component.STRING_SELECT:
            replacement["options"] = [{"label": "x", "value": "x"}]
        data = {"custom_id": replacement["custom_id"], "component_type": int(kind), "values": values}
        return replace(self._act(self._outsider(), message, data, replacement), whole=False)

    def _form(self) -> Forgery:
        """A form with an impossible number, for another person's duel, or that the bot never sent."""
        duel, person, address = self._wrong_address()
        typed = address.token if self._random.random() < 0.5 else bad_values.text(self._random) + "x"
        custom_id = f"number:{duel.key}:{address.turn}:{person.id}"
        if self._random.random() < 0.5:
            person, typed = self._outsider(), str(self._random.randrange(1, 100))
        if self._random.random() < 0.3:
            custom_id = (
                "form:" + bad_values.mutated(custom_id, self._random, self._ids)[: bad_values.LONGEST - 5]
            )
        field = {"type": int(Component.TEXT_INPUT), "custom_id": "x", "id": 2, "value": typed}
        data = {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": field}]}
        channel = self._random.choice([c for c in self._target.channels if c.guild_id == duel.guild])
        return Forgery("", InteractionType.MODAL_SUBMIT, person, channel, data)

    def _command(self) -> Forgery:
        person, channel = self._outsider(), self._random.choice(self._target.channels)
        data = bad_commands.impossible(self._target.sandbox.platform.commands.of(None), self._random)
        if self._random.random() < 0.2:
            channel = self._target.sandbox.world.dm_with(person)
        return Forgery("", InteractionType.COMMAND, person, channel, data)

    def _completion(self) -> Forgery:
        return replace(self._command(), kind=InteractionType.AUTOCOMPLETE, whole=False)

    def _damaged(self) -> Forgery:
        """A press or form of another person, with missing or changed parts."""
        make = self._random.choice((self._button_of_another, self._mutated_button, self._list, self._form))
        forged = make()
        if forged.user not in self._target.outsiders:
            forged = replace(forged, user=self._outsider())
        return replace(forged, alter=partial(bad_values.damaged, random=self._random), whole=False)

    def _wrong_address(self) -> tuple[Duel, User, DuelAction]:
        duel = self._random.choice([duel for duel in self._target.live if duel.players and duel.match])
        match, players = duel.match, duel.players or (0, 0)
        seat = self._random.choice([seat for seat in SEATS if seat != duel.rival_seat()])
        person = self._target.sandbox.world.users[players[seat]]
        verb = self._random.choice((Verb.PICK, Verb.CONFIRM))
        right = match.turn if match else 0
        turn = self._random.choice([turn for turn in (0, 1, 2, 3, 77, 9999) if turn != right])
        token = self._random.choice(("1", "2", "7", "keep", "give", "x", "0", "100"))
        if self._random.random() < 0.5 and match is not None:
            legal = {str(move) for move in match.legal_moves(seat)} if match.sealed[seat] is None else set()
            turn, token = right, self._random.choice([token for token in WRONG if token not in legal])
        return duel, person, DuelAction(verb, duel.id, turn, token)

    def _harmless(self, custom_id: str, person: User | None = None) -> str:
        """Replaces a custom id that this person may press by one that nobody may."""
        if person is not None and custom_id.startswith("mydata:"):
            return custom_id.replace(str(person.id), "1")
        if custom_id.startswith(OPEN_TO_ALL):
            duel, odd = self._random.choice(self._target.duels), self._random.choice(WRONG[2:])
            day = self._random.choice((0, 739_000, 999_999))
            whom = self._random.choice((1, person.id if person else 0))
            return self._random.choice(
                (
                    f"ask:{whom}:chess",
                    "play:chess:grandmaster",
                    f"puzzle:try:{day:06d}:{odd}",
                    f"duel:vote:{duel.key}:1:{odd}",
                )
            )
        return custom_id

    def _press(self, person: User, message: Message, custom_id: str) -> Forgery:
        data: Wire = {"custom_id": custom_id, "component_type": int(Component.BUTTON)}
        replacement = {"type": int(Component.BUTTON), "style": 2, "label": "x", "custom_id": custom_id}
        return self._act(person, message, data, replacement)

    def _act(self, person: User, message: Message, data: Wire, replacement: Wire) -> Forgery:
        """Uses a component that replaces the first button or list in a copy of the message."""
        source = _snapshot(message)
        replaced = next(c for c in walk(source.wire["components"]) if "custom_id" in c)
        number = replaced["id"]
        replaced.clear()
        replaced.update(replacement, id=number)
        channel = self._target.sandbox.world.channels[message.channel_id]
        return Forgery("", InteractionType.COMPONENT, person, channel, data | {"id": number}, source)

    def _outsider(self) -> User:
        return self._random.choice(self._target.outsiders)

    def _players(self) -> list[User]:
        users = self._target.sandbox.world.users
        return [users[each] for duel in self._target.live for each in duel.players or () if each in users]


def _snapshot(message: Message) -> Message:
    kept = copy(message)
    kept.wire = deepcopy(message.wire)
    return kept


def _samples(target: Target) -> list[str]:
    """The custom ids of every verb for every duel, also of buttons that no message has."""
    return [str(DuelAction(verb, duel.id, 1, "1")) for duel in target.duels for verb in Verb]
