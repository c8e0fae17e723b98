"""Puzzles of Battle to Ten: find the one digit that wins, or see that none does."""

from collections.abc import Iterator, Sequence
from functools import cache

from games.engine import Seat
from games.puzzles.puzzle import Puzzle
from games.screen import Choice, either, listed, spaced
from games.ten.rules import DIGITS, TARGET, State, Ten
from games.ten.solution import after, safe, winning

YOU: Seat = 0
THEY: Seat = 1
NONE = "none"


class TenSetter:
    share = 1
    span = 1

    @property
    def places(self) -> int:
        return len(_positions())

    def puzzle(self, place: int) -> Puzzle:
        """Every place holds a puzzle: there are so few that only these are kept."""
        state = _positions()[place]
        digits = safe(state)
        return Puzzle(
            game=Ten.key,
            title=Ten.title,
            setting=(
                f"Your total is {state.totals[YOU]}, the other's is {state.totals[THEY]}.",
                f"Digits left: {spaced(state.pool)}.",
                "It is your turn.",
            ),
            question="Which digit wins, whatever comes after it?",
            choices=(*(Choice(str(digit), str(digit)) for digit in digits), Choice(NONE, "None wins")),
            answer=str(winning(state)[0]) if winning(state) else NONE,
            explanation=tuple(_explained(state)),
            position=f"{state.totals[YOU]} {state.totals[THEY]} {spaced(state.pool)}",
        )


@cache
def _positions() -> tuple[State, ...]:
    """All that can come up, from the side of whoever is to take a digit, and that are worth a thought."""
    seen: set[State] = set()
    to_visit = [State((0, 0), DIGITS, YOU, ())]
    while to_visit:
        state = to_visit.pop()
        if state not in seen:
            seen.add(state)
            to_visit += [_from_your_side(follows) for follows, won in _following(state) if won is None]
    return tuple(sorted(filter(_worth_a_thought, seen), key=lambda state: (state.totals, state.pool)))


def _following(state: State) -> Iterator[tuple[State, Seat | None]]:
    return (after(state, digit) for digit in state.pool)


def _from_your_side(state: State) -> State:
    first, second = state.totals
    return state if state.active == YOU else State((second, first), state.pool, YOU, ())


def _worth_a_thought(state: State) -> bool:
    """There is a choice, it isn't simply a ten, and there are not two right answers."""
    ten_at_once = TARGET - state.totals[YOU] in state.pool
    return len(safe(state)) > 1 and not ten_at_once and len(winning(state)) < 2


def _explained(state: State) -> Iterator[str]:
    best = winning(state)
    if best:
        yield f"{best[0]} wins. {_follow_up(state, best[0])}"
    else:
        yield "Nothing wins here."
    losing = [digit for digit in safe(state) if digit not in best]
    if losing:
        yield " ".join(_refutations(state, losing))


def _follow_up(state: State, digit: int) -> str:
    """What comes after the winning digit."""
    follows, won = after(state, digit)
    if won is not None:
        return f"Then {_stuck(follows)}."
    if follows.active == YOU:
        return f"The other has no safe digit then and passes; go on with {_finest(follows)}."
    answers: dict[str, list[int]] = {}
    for reply in safe(follows):
        answers.setdefault(_answer(follows, reply), []).append(reply)
    return " ".join(f"After {either(replies)} {answer}." for answer, replies in answers.items())


def _answer(state: State, reply: int) -> str:
    """How you win after this reply."""
    follows, won = after(state, reply)
    if won is not None:
        return _stuck(follows)
    if follows.active == THEY:
        return "you have to pass, and win all the same"
    return f"take {_finest(follows)}"


def _finest(state: State) -> int:
    """A winning digit, the ten itself if there is one."""
    best, ten = winning(state), TARGET - state.totals[state.active]
    return ten if ten in best else best[0]


def _stuck(state: State) -> str:
    """How it ends when neither has a safe digit."""
    yours, theirs = state.totals
    if yours == theirs:
        whose = "yours" if state.active == YOU else "the other's"
        return f"nobody has a safe digit, you are level at {yours}, and the turn is {whose}"
    lower = "lower" if yours < theirs else "higher"
    return f"nobody has a safe digit, and your {yours} is {lower} than {theirs}"


def _refutations(state: State, losing: Sequence[int]) -> Iterator[str]:
    by_reply: dict[str, list[str]] = {}
    for digit in losing:
        by_reply.setdefault(_refutation(state, digit), []).append(str(digit))
    for reply, digits in by_reply.items():
        yield f"{listed(digits)} {'loses' if len(digits) == 1 else 'lose'}{reply}."


def _refutation(state: State, digit: int) -> str:
    """How this digit loses."""
    follows, won = after(state, digit)
    if won is not None:
        return f": {_stuck(follows)}"
    if follows.active == YOU:
        return ": the other passes, and what you take next loses"
    reply = _finest(follows)
    makes_ten = follows.totals[THEY] + reply == TARGET
    return f" to {reply}, which makes {TARGET}" if makes_ten else f" to {reply}"
