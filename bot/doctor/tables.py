"""At which step the tables are, whether they are as they should be, and what an upgrade would do."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.database.compare import differences
from bot.database.upgrade import Owner, Step, pending_steps, refusal, step_of, whose
from bot.doctor.finding import Finding, bad, ok, warn

VERSION, UPGRADE, SCHEMA = "version", "upgrade", "schema"
NAMED = 3
"""How many differences are named."""


def of_tables(connection: Connection) -> list[Finding]:
    if sentence := refusal(connection):
        return [bad(VERSION, sentence)]
    pending = pending_steps(connection)
    return [
        _of_version(connection),
        of_upgrade(pending),
        *([] if pending else [of_schema(differences(connection))]),
    ]


def has_steps_to_run(connection: Connection) -> bool:
    """Says whether a start of this version would make or change tables."""
    return refusal(connection) is None and bool(pending_steps(connection))


def _of_version(connection: Connection) -> Finding:
    if whose(connection) is Owner.EMPTY:
        return ok(VERSION, "The database is still empty.")
    return ok(VERSION, f"The database is at step {step_of(connection)}.")


def of_upgrade(pending: Sequence[Step]) -> Finding:
    if not pending:
        return ok(UPGRADE, "To start this version changes no table.")
    named = "; ".join(f"{step.number} ({step.what.rstrip('.')})" for step in pending)
    return warn(UPGRADE, f"To start this version runs the steps {named}. Make a backup first.")


def of_schema(found: Sequence[str]) -> Finding:
    if not found:
        return ok(SCHEMA, "All tables are as this version expects them.")
    more = f", and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return bad(SCHEMA, f"The tables differ: {'; '.join(found[:NAMED])}{more}. Bring back a backup.")
