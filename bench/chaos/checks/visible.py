"""Which lines people may see of a duel at each moment.

The lines are rendered with another pick in place of each sealed one, so a text that gives a sealed pick away
is not among them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bench.chaos.observations import ChaosObservations, Pick, Snapshot
from bench.chaos.player import REFUSALS
from bench.rig.stored_duels import StoredDuel
from bot.duels.duel import Duel, Ending, Notes, Reason, Status
from bot.duels.pace import pace_of
from bot.ui.deck.deck import PICTURES, Deck, Emoji, emoji_title
from bot.ui.duels import calls
from bot.ui.duels.messages import public
from bot.ui.duels.panel import panel
from bot.ui.duels.resigning import confirm_resign
from bot.ui.mentions import mention, names
from bot.ui.painting.panels import OPEN_ELSEWHERE
from bot.ui.wire.sheet import Sheet
from games.engine import SEATS, Seat, with_seat
from games.match import NO_PICKS, AnyMatch
from games.screen import NumberChoice
from sandbox.messages.mentions import texts_of

TIME = re.compile(r"<t:\d+:R>")
EMOJI = re.compile(r"(?<=:)\d+(?=>)")
"""The id of an emoji in a text."""
SMALL = "-# "
TYPED = re.compile(r"\*\*“\w+” is no .*\*\*")
"""What is said of a number that can't be picked."""
RATINGS = re.compile(
    r"<@\d+> \d+(: .* or .*)?|±\d+|<@\d+> leads .*|level at .*"
    r"|(\w+ duel|\d+ duels) within a day: .*|It costs you .*"
    r"|(🟦|🟧|<:(blue|orange)_\w+:>) \d+\?? \(.*\)"
)
NOTES = ("That turn is over", "No number is asked", "Only ", "You have both picked")
REFUSED = re.compile(r"\*\*(" + "|".join((*REFUSALS, *NOTES)) + r").*\*\*")
EARLY_ENDS = ("Final, ", "No result", "Called off")
NOT_ACCEPTED = (Status.DECLINED, Status.WITHDRAWN, Status.EXPIRED)
LINK = re.compile(r"https://discord\.com/channels/[\d/]+")
"""A link to a board, which may have moved since."""


class VisibleLines:
    """The lines of one duel that each reader may see. A reader is a seat, or None for everybody."""

    def __init__(self, stored: StoredDuel, observed: ChaosObservations) -> None:
        self._stored = stored
        self._duel = _duel(stored)
        self._turns = _turns(stored)
        self._moments = [0, *(_moment(stored, turn, observed) for turn in range(1, len(self._turns)))]
        self._lines: dict[tuple[int, Seat | None], set[str]] = {}
        self._challenge = {OPEN_ELSEWHERE, *_challenge_lines(self._duel)}

    def unexpected(self, snapshot: Snapshot) -> list[str]:
        """The lines of a message that its reader should not have seen at that moment."""
        if self._shows_seed_of_live_duel(snapshot):
            return ["the seed"]
        reader = self._seat(snapshot.reader)
        lines = [*_parts(snapshot.text)]
        allowed = set(self._challenge)
        for number, moment in enumerate(self._moments):
            if moment < snapshot.moment:
                allowed |= self._lines_at(number, reader)
        return [
            line
            for line in lines
            if line not in allowed and not any(known.fullmatch(line) for known in (RATINGS, REFUSED, TYPED))
        ]

    def _shows_seed_of_live_duel(self, snapshot: Snapshot) -> bool:
        """Was the seed shown before the duel was over?"""
        if bytes(self._stored.secret).hex() not in snapshot.text:
            return False
        if self._stored.reason == Reason.RULES:
            return snapshot.moment < self._moments[-1]
        return not any(end in snapshot.text for end in EARLY_ENDS)

    def _seat(self, person: int | None) -> Seat | None:
        return next((seat for seat in SEATS if self._stored.players[seat] == person), None)

    def _lines_at(self, number: int, reader: Seat | None) -> set[str]:
        key = number, reader
        if key not in self._lines:
            self._lines[key] = set(self._render(number, reader))
        return self._lines[key]

    def _render(self, number: int, reader: Seat | None) -> Iterator[str]:
        match = self._turns[number]
        if match.outcome is None:
            for variant in _variants(match, self._stored, reader):
                yield from self._live(variant, reader)
        last = number == len(self._turns) - 1
        if last and self._stored.status in {"won", "void"}:
            yield from self._over(match, reader)

    def _live(self, match: AnyMatch, reader: Seat | None) -> Iterator[str]:
        duel = replace(self._duel, status=Status.LIVE, match=match, ending=None)
        if reader is None:
            yield from _shown(public(duel, deck) for deck in DECKS)
            for line in call_lines(duel):
                yield from _parts(line)
            return
        yield from _shown(panel(duel, reader, names(duel), deck) for deck in DECKS)
        yield from _shown([confirm_resign(duel, match.turn)])
        yield from _questions(duel, match, reader)

    def _over(self, match: AnyMatch, reader: Seat | None) -> Iterator[str]:
        """Lines of a finished duel. A panel may still show its owner's last sealed pick."""
        for sealed in (match, *_variants(match, self._stored, reader)):
            duel = replace(self._duel, match=sealed)
            yield from _shown(public(duel, deck) for deck in DECKS)
            if reader is not None:
                yield from _shown(panel(duel, reader, names(duel), deck) for deck in DECKS)


def _duel(stored: StoredDuel) -> Duel:
    return Duel(
        id=stored.id,
        guild=0,
        room=stored.room,
        challenger=stored.challenger,
        challenged=stored.challenged,
        pace=pace_of(stored.pace),
        rated=bool(stored.rated),
        secret=bytes(stored.secret),
        created=0.0,
        notes=Notes(stored.channel),
        status=Status(stored.status),
        rematch_of=stored.rematch_of,
        accepted=stored.accepted,
        players=stored.players,
        ending=Ending(stored.winner, Reason(stored.reason), 0.0) if stored.reason else None,
    )


def _turns(stored: StoredDuel) -> list[AnyMatch]:
    """The match at the beginning of each turn, without the picks of that turn."""
    first: dict[int, AnyMatch] = {}
    for match in stored.matches():
        first.setdefault(match.turn, replace(match, sealed=NO_PICKS))
    return [first[turn] for turn in sorted(first)]


def _moment(stored: StoredDuel, turn: int, observed: ChaosObservations) -> int:
    """When the last pick of a turn was first tried. Nothing of the turn may be seen before."""
    made = [
        Pick(stored.players[seat], stored.id, turn, token) for at, seat, token in stored.picks if at == turn
    ]
    return max((observed.tried.get(pick, -1) for pick in made), default=-1)


def _variants(match: AnyMatch, stored: StoredDuel, reader: Seat | None) -> Iterator[AnyMatch]:
    """The match without picks in this turn, and with one pick, which only its owner may see."""
    yield match
    picking = [seat for seat in SEATS if match.outcome is None and match.legal_moves(seat)]
    if len(picking) < 2:
        return
    for seat in picking:
        token = _sealed(match, stored, seat, real=seat == reader)
        if token is not None:
            yield replace(match, sealed=with_seat(NO_PICKS, seat, token))


def _sealed(match: AnyMatch, stored: StoredDuel, seat: Seat, *, real: bool) -> str | None:
    made = [token for turn, by, token in stored.picks if (turn, by) == (match.turn, seat)]
    if not made:
        return None
    others = [str(move) for move in match.legal_moves(seat) if str(move) != made[0]]
    return made[0] if real or not others else others[0]


def _challenge_lines(duel: Duel) -> set[str]:
    open_to_all = replace(duel, challenged=None)
    return {
        line
        for each in (duel, open_to_all)
        for status in (Status.CHALLENGE, *NOT_ACCEPTED)
        for deck in DECKS
        for line in _shown([public(replace(each, status=status, accepted=None, players=None), deck)])
    }


def _questions(duel: Duel, match: AnyMatch, reader: Seat) -> Iterator[str]:
    """What is asked before a pick that a player may not mean."""
    choices = duel.room.show(match, reader, ("", "")).choices
    if isinstance(choices, NumberChoice):
        yield f"**{choices.confirm_high}**"
    else:
        yield from (f"**{choice.confirm}**" for choice in choices)


def _shown(sheets: Iterable[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        for text in texts_of({"components": [*sheet.parts]}):
            yield from _parts(text)


def _parts(text: str) -> Iterator[str]:
    """The lines of a text without what differs from day to day. Small ones say several things each, which are
    told apart."""
    for line in EMOJI.sub("", LINK.sub("", TIME.sub("", text))).splitlines():
        if line.startswith(SMALL):
            yield from line.removeprefix(SMALL).split(" · ")
        else:
            yield line


def _decks() -> tuple[Deck, Deck]:
    """Without pictures and with them: some messages are sent before all pictures are there."""
    pictured = Deck()
    pictured.turn_on({name: Emoji(0, emoji_title(name)) for name in PICTURES})
    return Deck(), pictured


def call_lines(duel: Duel) -> Iterator[str]:
    """What everybody may read while this turn is played, without the links."""
    called = [mention(person) for person in duel.late]
    challenger, opponent = (mention(person) for person in (duel.challenger, _opponent(duel)))
    yield _line(calls.accepted(duel, challenger, opponent).text)
    for people in (called, called[:1], called[1:]):
        if people:
            yield _line(calls.turn(duel, people).text)
            yield _line(calls.reminder(duel, people).text)


def _opponent(duel: Duel) -> int:
    return next(person for person in duel.players or () if person != duel.challenger)


def _line(text: str) -> str:
    return LINK.sub("", text)


DECKS = _decks()
