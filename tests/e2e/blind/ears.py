"""What somebody has heard of a duel: its board and their panel, line by line. Nobody here sees anything."""

import re
from dataclasses import dataclass
from functools import cached_property

from sandbox.people.person import Person

PUBLIC, PRIVATE = "Gauntlet", "Gauntlet, only you can see this"
"""With these lines a message begins."""
COLOURS = ("blue", "orange")
PLAYER = re.compile(r"(blue|orange) @(\w+)((?:(?! · (?:blue|orange) @).)*)")
"""The colour and the name of a player, and what else is said of them."""
BUTTON = re.compile(r"(.+), button(, unavailable)?")
WINNER = re.compile(r"trophy @(\w+) (wins.*)")
KEY = re.compile(r"\d|(?:blue|orange|gone|warning sign) \d|Keep|Give|Throw away|Least|Equal share|All")
"""How the label of a pick begins. Votes begin like those of taken digits, but can be pressed."""


@dataclass(frozen=True)
class Ears:
    me: str
    board: list[str]
    panel: list[str]
    """Empty if there is none."""

    @cached_property
    def colours(self) -> dict[str, str]:
        """By name. The end names the loser's colour, so the winner has the other."""
        found = {name: colour for line in self.board for colour, name, _ in PLAYER.findall(line)}
        if self.winner and self.winner not in found:
            found[self.winner] = next(each for each in COLOURS if each not in found.values())
        return found

    @cached_property
    def names(self) -> dict[str, str]:
        """By colour."""
        return {colour: name for name, colour in self.colours.items()}

    @property
    def other(self) -> str:
        return next(name for name in self.colours if name != self.me)

    @property
    def to_pick(self) -> set[str]:
        return {name for name in self.colours if re.search(r"\bhourglass\b", self.said_of(name))}

    @property
    def winner(self) -> str:
        return self.ending[0]

    @cached_property
    def ending(self) -> tuple[str, str]:
        """Who won, and how; empty while the duel is played."""
        found = next(filter(None, map(WINNER.fullmatch, self.board)), None)
        return (found[1], found[2]) if found else ("", "")

    def said_of(self, name: str) -> str:
        """What stands behind the name of a player on the board."""
        told = [said for line in self.board for _, named, said in PLAYER.findall(line) if named == name]
        return told[0] if told else ""

    def numbers(self, unit: str) -> dict[str, int]:
        """What both have of something, by name."""
        return {name: int(search(rf"(\d+) {unit}", self.said_of(name))[1]) for name in self.colours}

    def rows(self, lines: list[str]) -> dict[str, list[str]]:
        """The cards of the players, by name: their rows begin with their colour."""
        found = {}
        for line in (part.strip() for whole in lines for part in whole.split("\u2003")):
            for colour, name in self.names.items():
                if line.startswith(f"{colour}, ") and not BUTTON.fullmatch(line):
                    cards = line.partition(" · ")[0].split(", ")[1:]
                    found[name] = [card.removeprefix(f"{colour} ") for card in cards]
        return found

    def told(self) -> str:
        """What is told in sentences in the panel."""
        return " ".join(line for line in self.panel if not BUTTON.fullmatch(line))

    def person(self, word: str) -> str:
        """Who is meant: the listener is called "you", others by name, on boards by colour."""
        return self.me if word.lower() in {"you", "your"} else self.names.get(word, word.removesuffix("'s"))


def keys(lines: list[str]) -> tuple[list[str], list[str]]:
    """The picks that can be made, and those that can't, as they are spoken."""
    found = [match for line in lines if (match := BUTTON.fullmatch(line)) and KEY.match(match[1])]
    closed = [match[1] for match in found if match[2]]
    return [match[1] for match in found if not match[2] and not match[1].startswith(COLOURS)], closed


def search(pattern: str, text: str) -> re.Match[str]:
    found = re.search(pattern, text)
    if found is None:
        raise AssertionError(f"nothing is said like {pattern!r} in {text!r}")
    return found


def messages(person: Person) -> list[list[str]]:
    """All that is spoken to somebody, message by message. No label is heard twice in one message."""
    found: list[list[str]] = []
    for line in person.hears():
        if line in (PUBLIC, PRIVATE):
            found.append([])
        found[-1].append(line)
    for message in found:
        buttons = [line for line in message if BUTTON.fullmatch(line)]
        if len({*buttons}) < len(buttons):
            raise AssertionError(f"two buttons of one message sound alike: {buttons}")
    return found


def listen(person: Person) -> Ears:
    """The board is the newest message for everybody with rules or a rematch; calls have neither."""
    heard = messages(person)
    public = [m for m in heard if m[0] == PUBLIC and {*m} & {"Rules, button", "Rematch, button"}]
    private = [m for m in heard if m[0] == PRIVATE]
    return Ears(person.name, public[-1], private[-1] if private else [])
