"""Checks the database after a load run: no pick is lost, and every match replays to its result."""

from collections import Counter
from collections.abc import Iterable

from bench.load.buttons import text_of
from bench.load.observations import LoadObservations, PickKey
from bench.load.pair import Member, Pair
from bench.rig.stored_duels import StoredDuel
from games.match import AnyMatch

EXAMPLES = 5
"""How many panels that are wrong are shown."""


def audit(observed: LoadObservations, duels: Iterable[StoredDuel], pairs: list[Pair]) -> Counter[str]:
    """How many things of each kind are wrong."""
    accepted = {duel.id: duel for duel in duels if duel.accepted is not None}
    stored = _picks(accepted.values())
    matches = {duel.id: duel.match() for duel in accepted.values()}
    replayed = {key: match for key, match in matches.items() if match is not None}
    panels = [
        _described(member, replayed[pair.duel])
        for pair in pairs
        if pair.duel in replayed
        for member in pair.members
        if not _is_panel_right(member, accepted[pair.duel], replayed[pair.duel])
    ]
    return +Counter(
        {
            "picks lost": sum(stored.get(key) != token for key, token in observed.acknowledged.items()),
            "picks nobody made": sum(
                token not in observed.tried.get(key, ()) for key, token in stored.items()
            ),
            "matches that can't be replayed": len(matches) - len(replayed),
            "duels that ended because time ran out": sum(accepted[key].reason == "time" for key in replayed),
            "results wrong": sum(not _is_result_right(accepted[key], replayed[key]) for key in replayed),
            "winners shown wrongly": sum(
                winner != accepted[key].winning_person for key, winner in observed.shown.items()
            ),
            "panels wrong": len(panels),
            "ends not shown": sum(
                accepted[key].status != "live" and key not in observed.shown for key in replayed
            ),
        }
        | {f"  such as {each}": 1 for each in panels[:EXAMPLES]}
    )


def _described(member: Member, match: AnyMatch) -> str:
    text = text_of(member.panel).replace("\n", " ") if member.panel is not None else "nothing"
    return (
        f"{member.pair.game}, {member.pair.duel:x}: for turn {member.turn} instead of {match.turn}, "
        f"after {member.picked}: {text}"
    )


def _picks(duels: Iterable[StoredDuel]) -> dict[PickKey, str]:
    return {(duel.id, turn, duel.players[seat]): token for duel in duels for turn, seat, token in duel.picks}


def _is_result_right(duel: StoredDuel, match: AnyMatch) -> bool:
    """A duel has to be over when its match is, by the rules and with the same winner; before that only if
    time ran out."""
    if match.outcome is None:
        return duel.status == "live" or duel.reason == "time"
    return (duel.status, duel.reason, duel.winner) == ("won", "rules", match.outcome.winner)


def _is_panel_right(member: Member, duel: StoredDuel, match: AnyMatch) -> bool:
    """A panel has to ask for a pick of the present turn if the match waits for this person, else for none."""
    waits = member.user.id in {duel.players[seat] for seat in match.waiting}
    return member.turn == (match.turn if waits else 0)
