"""A match as a file that anyone can check: its log, who played, and what the dice gave.

    {"format": 1, "players": ["Ann", "Ben"], "challenger": 0, "rematch": false, "seal": "…",
     "match": {…the log…}, "rolls": {"seats": [0], "setup": [[3, 1, 2]], "turn 4": [1]},
     "result": {"winner": 0, "reason": "points"}, "fingerprint": "…"}

Players are listed by seat. `seal` is what was shown before the match; `rolls` holds every number drawn
and every shuffled deck, so that the dice can be checked without knowing the rules; `result` is null
while the match isn't over. `fingerprint` is the SHA-256 of all the rest, as JSON with sorted keys,
no spaces, and everything beyond ASCII escaped.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from games.engine import Seat
from games.log import dump
from games.match import AnyMatch
from games.screen import Names
from games.seating import seat_of_challenger

FORMAT = 1
MAX_NAME = 32


@dataclass(frozen=True, slots=True)
class Record:
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

    def rolls(self) -> dict[str, list[int | list[int]]]:
        """What the dice gave, in the form that JSON gives back."""
        drawn = {
            stream: [roll if isinstance(roll, int) else list(roll) for roll in rolls]
            for stream, rolls in self.match.rolls().items()
        }
        return {"seats": [seat_of_challenger(self.match.seed)], **drawn}

    def result(self) -> dict[str, object] | None:
        outcome = self.match.outcome
        return {"winner": outcome.winner, "reason": outcome.reason} if outcome else None


def fingerprint(data: Mapping[str, object]) -> str:
    rest = {name: value for name, value in data.items() if name != "fingerprint"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


def is_name(text: str) -> bool:
    """Short, visible, and free of anything that could move a cursor or turn text around."""
    return 0 < len(text) <= MAX_NAME and text.isprintable() and not text.isspace()
