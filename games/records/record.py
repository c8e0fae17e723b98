"""A match as a file that anyone can check: its log, who played, and what the dice gave.

    {"format": 2, "players": ["Ann", "Ben"], "challenger": 0, "rematch": false, "seal": "…",
     "match": {…the log…},
     "rolls": {"seats": [{"below": 2, "got": 0}], "setup": [{"shuffle": [1, 2, 3], "got": [3, 1, 2]}]},
     "result": {"winner": 0, "reason": "points"}, "fingerprint": "…"}

Players are listed by seat. `seal` is what was shown before the match. `rolls` holds, stream by stream,
what was asked of the dice and what they gave: `below(n)` with its number, a shuffle with the cards
before and after. So the dice can be checked with `games/dice.py` alone, without knowing the rules; a
stream that isn't listed was never drawn from. `result` is null while the match isn't over.
`fingerprint` is the SHA-256 of all the rest, as JSON with sorted keys, no spaces, and everything
beyond ASCII escaped.
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from games.dice import Draw, Roll
from games.engine import Seat
from games.match import AnyMatch
from games.records.codec import dump
from games.screen import Names
from games.seating import roll_for_seats

FORMAT = 2
MAX_NAME = 32
JOINER = "\u200d"
"""Holds an emoji together that is made of several."""


@dataclass(frozen=True, slots=True)
class Record:
    """Holds the seed in clear: whoever runs a match must not hand it out before the end.

    At a keyboard that does no harm, but a live duel's deck and hands could be read from it.
    """

    match: AnyMatch
    players: Names
    challenger: Seat
    rematch: bool = False

    def text(self) -> str:
        """One field a line, so that a person can read it too."""
        data = self._data()
        fields = {**data, "fingerprint": fingerprint(data)}.items()
        return "{\n" + ",\n".join(f'"{name}": {json.dumps(value)}' for name, value in fields) + "\n}\n"

    def _data(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "players": self.players,
            "challenger": self.challenger,
            "rematch": self.rematch,
            "seal": self.match.seed.seal,
            "match": dump(self.match),
            "rolls": self.rolls(),
            "result": self.result(),
        }

    def rolls(self) -> dict[str, list[dict[str, object]]]:
        """What was asked of the dice and what they gave, as JSON has it."""
        streams = {"seats": [roll_for_seats(self.match.seed)], **self.match.rolls()}
        return {stream: [_written(roll) for roll in rolls] for stream, rolls in streams.items()}

    def result(self) -> dict[str, object] | None:
        outcome = self.match.outcome
        return {"winner": outcome.winner, "reason": outcome.reason} if outcome else None


def _written(roll: Roll) -> dict[str, object]:
    if isinstance(roll, Draw):
        return {"below": roll.below, "got": roll.got}
    return {"shuffle": list(roll.cards), "got": list(roll.got)}


def fingerprint(data: Mapping[str, object]) -> str:
    rest = {name: value for name, value in data.items() if name != "fingerprint"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


def is_name(text: str) -> bool:
    """Short, visible, and free of anything that could move a cursor or turn text around."""
    shown = text.replace(JOINER, "")
    return len(text) <= MAX_NAME and shown.isprintable() and any(map(_is_visible, shown))


def _is_visible(letter: str) -> bool:
    """Not a space, and no mark that only changes the letter before it, as a variation selector does."""
    return not letter.isspace() and unicodedata.category(letter) not in {"Mn", "Me"}
