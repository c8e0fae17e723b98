"""Checks that the stored result of a duel follows from its picks."""

from bench.rig.stored_duels import StoredDuel
from games.match import AnyMatch


def is_result_right(duel: StoredDuel) -> bool:
    """Does the stored result of a finished duel follow from its picks?"""
    match = duel.match()
    if match is None:
        return False
    if match.outcome is not None:
        return (duel.status, duel.reason, duel.winner) == ("won", "rules", match.outcome.winner)
    if duel.accepted is None:
        return not duel.picks and duel.status in {"declined", "withdrawn", "expired"}
    return _ended_early(duel, match)


def _ended_early(duel: StoredDuel, match: AnyMatch) -> bool:
    """Before both have picked, nobody wins or loses."""
    if len({seat for _, seat, _ in duel.picks}) < 2:
        return (duel.status, duel.winner) == ("void", None) and duel.reason != "rules"
    if duel.reason == "time" and len(match.waiting) == 1:
        return (duel.status, duel.winner) == ("won", 1 - match.waiting[0])
    if duel.reason == "resigned":
        return duel.status == "won" and duel.winner is not None
    return (duel.status, duel.winner) == ("void", None) and duel.reason in {"time", "place gone"}
