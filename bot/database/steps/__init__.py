"""The steps that bring the tables up to date, and whether the tables are then as they should be."""

from bot.database.steps.compare import differences
from bot.database.steps.create import create, has_no_tables
from bot.database.steps.upgrade import Step, pending_steps, refusal, upgrade
from bot.database.steps.whose import Owner, step_of, whose

__all__ = [
    "Owner",
    "Step",
    "create",
    "differences",
    "has_no_tables",
    "pending_steps",
    "refusal",
    "step_of",
    "upgrade",
    "whose",
]
