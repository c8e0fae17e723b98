"""A match looked at again: what every pick gave away, how well each side played, where it turned.

All chances are those of winning the match if both play well from there on. The judge is shown views, so
nothing counts against players that they could not know.

    cost       the best pick's worth less this one's
    accuracy   of all that a player had at stake in the match, the share that was kept, in percent: 100
               only if nothing was given away. At stake in a pick is the best one's worth less the worst
               one's; so forced picks, and those in positions won or lost anyway, don't count. None if
               nothing was ever at stake.
    course     seat 0's chances before every turn and after the last. Where hands are hidden the seats
               see different odds: it is midway between what seat 0 expects for itself and what seat 1
               leaves to it. 1 or 0 once the match is decided.
    turning    the turn that moved the course most towards the winner, or either way if nobody won by
               the rules; none if it never moved by a twentieth
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from games.engine import SEATS, Refused, Seat
from games.match import AnyMatch
from games.review.habits import AnyLapse
from games.review.judge import AnyJudge
from games.review.lesson import lesson
from games.review.picks import ROUNDING, SWING, Pick, weigh
from games.room import AnyRoom
from games.screen import Names


@dataclass(frozen=True, slots=True)
class Turn:
    """`stage` is what it is called, such as "Round 2"; several picks may belong to one stage. `news` is what
    came out, as the one who picked was told, or everybody if both picked."""

    number: int
    stage: str
    news: tuple[str, ...]
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's play. `lesson` has blanks for names: see `games.review.habits`."""

    accuracy: int | None
    lesson: str


@dataclass(frozen=True, slots=True)
class Review:
    """Plain data, so that it can be made in another process."""

    title: str
    names: Names
    exact: bool
    private: bool
    """Whether the seats saw different odds, because each knew what the other did not."""
    unit: str
    """What a turn is called in this game, such as "round"."""
    turns: tuple[Turn, ...]
    sides: tuple[Side, Side]
    course: tuple[float, ...]
    turning: int | None
    winner: Seat | None
    """By the rules; None when the match ended early."""

    @property
    def swung(self) -> bool:
        """Whether the chances ever moved so far that a chart has something to show."""
        return max(self.course) - min(self.course) >= SWING

    @property
    def costliest(self) -> tuple[Pick, ...]:
        """The picks that gave something away, the worst first."""
        picks = [pick for turn in self.turns for pick in turn.picks if pick.cost]
        return tuple(sorted(picks, key=lambda pick: -pick.cost))


def review(match: AnyMatch, room: AnyRoom, names: Names) -> Review:
    """Of all turns that were played, whether or not the match came to its end."""
    judge = room.judge
    if judge is None:
        raise Refused(f"{room.game.title} can't be reviewed yet.")
    stages = [*_stages(match)]
    chances = [(_chance(judge, stage, 0), _chance(judge, stage, 1)) for stage in stages]
    turns: list[Turn] = []
    lapses: tuple[list[AnyLapse], list[AnyLapse]] = ([], [])
    for before, after, outlook in zip(stages, stages[1:], chances[1:], strict=False):
        picks: list[Pick] = []
        made = after.turns[-1]
        for seat in (seat for seat in SEATS if made[seat] is not None):
            pick, lapse = weigh(room, judge, before, seat, made, outlook[seat])
            picks.append(pick)
            if lapse:
                lapses[seat].append(lapse)
        turns.append(_turn(room, before, after, tuple(picks), names))
    winner = match.outcome.winner if match.outcome else None
    course = tuple((first + 1 - second) / 2 for first, second in chances)
    first, second = (_side(room, turns, seat, lapses[seat], winner) for seat in SEATS)
    return Review(
        title=room.game.title,
        names=names,
        exact=judge.exact,
        private=any(abs(first + second - 1) > ROUNDING for first, second in chances),
        unit=_unit(turns),
        turns=tuple(turns),
        sides=(first, second),
        course=course,
        turning=_turning(course, winner),
        winner=winner,
    )


def _stages(match: AnyMatch) -> Iterator[AnyMatch]:
    """The match as it stood before every turn and after the last."""
    stage = match.at(1)
    yield stage
    for number, picks in enumerate(match.turns, 1):
        for seat in SEATS:
            token = picks[seat]
            if token is not None:
                stage = stage.submit(seat, token, number)
        yield stage


def _chance(judge: AnyJudge, match: AnyMatch, seat: Seat) -> float:
    if match.outcome:
        return 1.0 if match.outcome.winner == seat else 0.0
    return judge.chance(match.view(seat))


def _turn(room: AnyRoom, before: AnyMatch, after: AnyMatch, picks: tuple[Pick, ...], names: Names) -> Turn:
    teller = picks[0].seat if len(picks) == 1 else None
    stage = _short(room.show(before, None, names).stage)
    return Turn(before.turn, stage, room.told(after, before.turn, names, teller, by_name=True), picks)


def _short(stage: str) -> str:
    """Without how many there are: "Round 2 of 5" is "Round 2", "Item A, 1 of 5" is "Item A"."""
    short, _, many = stage.rpartition(" of ")
    if not many.isdecimal():
        short = stage
    item, _, number = short.rpartition(", ")
    short = item if item and number.isdecimal() else short
    return short[:1].upper() + short[1:]


def _unit(turns: Sequence[Turn]) -> str:
    """The word for a stage, if every turn has one of its own."""
    if not turns:
        return "turn"
    stages = {turn.stage for turn in turns}
    return turns[0].stage.split()[0].lower() if len(stages) == len(turns) else "pick"


def _side(
    room: AnyRoom, turns: Sequence[Turn], seat: Seat, lapses: Sequence[AnyLapse], winner: Seat | None
) -> Side:
    picks = [pick for turn in turns for pick in turn.picks if pick.seat == seat]
    cost, stake = sum(pick.cost for pick in picks), sum(pick.stake for pick in picks)
    kept = floor(100 * (1 - cost / stake)) if stake else None
    accuracy = kept if kept is None or not cost else min(99, kept)
    won = None if winner is None else winner == seat
    return Side(accuracy, lesson(room.habits, picks, lapses, won=won))


def _turning(course: Sequence[float], winner: Seat | None) -> int | None:
    swings = [after - before for before, after in pairwise(course)]
    towards = {0: swings, 1: [-swing for swing in swings], None: [abs(swing) for swing in swings]}[winner]
    if not towards or max(towards) < SWING:
        return None
    return max(range(len(towards)), key=lambda turn: (towards[turn], turn)) + 1
