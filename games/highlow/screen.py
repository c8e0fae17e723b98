"""How High-Low Battle looks."""

from dataclasses import replace

from games.engine import Seat, other
from games.highlow.rules import ROUNDS, TIE_BREAK, HighLow, Round, View, lower
from games.screen import Choice, Fact, Names, Screen, Standing, Table, counted, spaced


def board(view: View, table: Table) -> Screen:
    names = table.names
    return Screen(
        title=HighLow.title,
        stage=_stage(view),
        standings=(_standing(view, table, 0), _standing(view, table, 1)),
        news=_news(view, names),
        facts=(
            Fact(f"{names[0]}'s cards", spaced(view.hands[0])),
            Fact(f"{names[1]}'s cards", spaced(view.hands[1])),
            *(() if view.outcome else (Fact("A tie now", _tie_now(view, names)),)),
        ),
        story=_story(view, names) if view.outcome else (),
        prompt=table.prompt(),
    )


def hand(view: View, table: Table) -> Screen:
    screen = replace(board(view, table), prompt=table.prompt_for(view.seat, "Pick a card."))
    if view.seat is None or view.seat not in table.waiting:
        return screen
    cards = view.hands[view.seat]
    return replace(screen, choices=tuple(Choice(str(card), str(card)) for card in cards))


def _stage(view: View) -> str:
    if view.outcome:
        return "Final"
    number = len(view.rounds) + 1
    return f"Round {number} of {ROUNDS}" if number <= ROUNDS else f"Sudden death, round {number}"


def _standing(view: View, table: Table, seat: Seat) -> Standing:
    return Standing(table.names[seat], counted(view.scores[seat], "point"), status=table.status(seat))


def _tie_now(view: View, names: Names) -> str:
    if view.tie_break is None:
        return "scores nothing"
    return f"gives {names[view.tie_break]} {TIE_BREAK} points"


def _news(view: View, names: Names) -> tuple[str, ...]:
    if not view.rounds:
        return ()
    last = f"Round {len(view.rounds)}: {_result(view.rounds, names)}"
    if view.outcome:
        return last, _ending(view, names)
    if len(view.rounds) >= ROUNDS:
        return last, "The scores are level: the next round that scores wins."
    return (last,)


def _result(rounds: tuple[Round, ...], names: Names) -> str:
    *earlier, last = rounds
    if not last.tied:
        higher = names[other(lower(last))]
        return f"{names[0]} {last.cards[0]}, {names[1]} {last.cards[1]}. {higher} has the higher card: +1."
    both = f"both played {last.cards[0]}. "
    differed = [(number, past) for number, past in enumerate(earlier, 1) if not past.tied]
    if not differed:
        return both + "No earlier round differed, so nobody scores."
    number, past = differed[-1]
    seat = lower(past)
    return (
        f"{both}The tie goes to the lower card of round {number}, "
        f"{names[seat]}'s {past.cards[seat]} against {past.cards[other(seat)]}: {names[seat]} +{TIE_BREAK}."
    )


def _ending(view: View, names: Names) -> str:
    if view.outcome is None:
        return ""
    winner = view.outcome.winner
    if view.outcome.reason == "lot":
        return f"All nine rounds were tied, so the lot decided: {names[winner]} wins."
    score = f"{view.scores[winner]}–{view.scores[other(winner)]}"
    how = " in sudden death" if view.outcome.reason == "sudden death" else ""
    return f"{names[winner]} wins {score}{how}."


def _story(view: View, names: Names) -> tuple[str, ...]:
    return tuple(
        f"{number}. {names[0]} {past.cards[0]}, {names[1]} {past.cards[1]}: {_gain(past, names)}"
        for number, past in enumerate(view.rounds, 1)
    )


def _gain(past: Round, names: Names) -> str:
    return "no points" if past.winner is None else f"{names[past.winner]} +{past.points}"
