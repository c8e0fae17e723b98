"""Whether the bot is well: a sentence for each part that is not."""

from collections.abc import Mapping

OK = "ok"
GRACE = 20.0
"""Seconds for which a shard may be away. Discord closes connections now and then; to resume takes seconds."""
SLOWEST_COMMIT = 5.0
"""Seconds; Discord waits three for an answer, so by then somebody has been let down."""
LATE = 30.0
"""Seconds; a clock that is later than this is a fault."""


def of_gateway(away: Mapping[int, float], *, ready: bool, waiting: str | None = None) -> str:
    if waiting is not None:
        return waiting
    if not ready:
        return "The bot is not connected to Discord yet, or any more."
    gone = sorted(shard for shard, seconds in away.items() if seconds > GRACE)
    if not gone:
        return OK
    longest = max(away[shard] for shard in gone)
    if len(gone) == len(away):
        return f"Discord's gateway has been away for {longest:.0f} seconds."
    return f"Discord's gateway has been away for {longest:.0f} seconds on shard {', '.join(map(str, gone))}."


def of_requests(ban: float) -> str:
    if not ban:
        return OK
    return (
        f"Discord shuts out this address for {ban:.0f} more seconds, because of too many refused requests. "
        "Boards and reminders wait; do not restart the bot."
    )


def of_commits(delay: float) -> str:
    if delay <= SLOWEST_COMMIT:
        return OK
    return f"A pick has been waiting for {delay:.0f} seconds to be saved."


def of_clock(lag: float) -> str:
    return OK if lag < LATE else f"Alarms, such as the end of a player's time, are {lag:.0f} seconds late."
