"""Duels between Ann and Bob in all kinds of states, without a bot or a database."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.duels.duel import Duel, Ending, Notes, Reason, Status
from bot.duels.pace import PACES, pace_of
from bot.ratings.model import Rating, RatingChange, Stake
from games.engine import Seat, other
from games.levels import Level
from games.match import AnyMatch
from games.room import AnyRoom


@dataclass(frozen=True)
class States:
    room: AnyRoom
    people: tuple[int, int]
    channel: int
    now: float

    def challenges(self) -> Iterator[tuple[str, Duel]]:
        """By name: with even and with uneven stakes, a rematch, one that does not count, one for anybody."""
        ann, bob = self.people
        even = (Stake(ann, Rating(), (69, -69)), Stake(bob, Rating(), (69, -69)))
        uneven = (
            Stake(ann, Rating(1512, 200), (61, -74), won=12, earlier=4),
            Stake(bob, Rating(1487, 100), (50, -43), won=9, earlier=4),
        )
        yield "even", replace(self._challenge, stakes=even)
        yield "uneven", replace(self._challenge, stakes=uneven, pace=PACES[-1])
        yield "rematch", replace(self._challenge, stakes=uneven, rematch_of=7)
        yield "not rated", replace(self._challenge, rated=False)
        yield "open", replace(self._challenge, challenged=None, stakes=uneven[:1])

    def live(self, match: AnyMatch) -> Duel:
        began = replace(self._challenge, status=Status.LIVE, players=self.people, match=match)
        return replace(began.noted(started=self.now), turn_began=self.now)

    def slow(self, match: AnyMatch) -> Duel:
        """With a day per pick, so players may want to be pinged."""
        return replace(self.live(match), pace=PACES[-1])

    def voted(self, match: AnyMatch) -> Duel:
        return self.live(match).noted(tally=(12, 11))

    def against_computer(self, match: AnyMatch, level: Level) -> Duel:
        return replace(self.live(match), rival=level.key, rated=False)

    def called_off(self, match: AnyMatch) -> Duel:
        ending = Ending(None, Reason.RESIGNED, self.now)
        return replace(self.live(match), status=Status.VOID, ending=ending)

    def won(self, match: AnyMatch) -> Duel:
        """By the rules."""
        assert match.outcome is not None
        return self._won(match, match.outcome.winner, Reason.RULES)

    def given_up(self, match: AnyMatch) -> Duel:
        return self._won(match, other(match.waiting[0]), Reason.RESIGNED)

    def won_on_time(self, match: AnyMatch) -> Duel:
        return self._won(match, other(match.waiting[0]), Reason.TIME)

    @property
    def _challenge(self) -> Duel:
        return Duel(
            *(1, 1, self.room, *self.people, pace_of(600)),
            rated=True,
            secret=bytes(range(32)),
            created=self.now,
            notes=Notes(self.channel),
        )

    def _won(self, match: AnyMatch, winner: Seat, reason: Reason) -> Duel:
        changes = RatingChange(1569, 69, provisional=False), RatingChange(1431, -69, provisional=True)
        ending = Ending(winner, reason, self.now)
        return replace(self.voted(match), status=Status.WON, ending=ending, changes=changes)
