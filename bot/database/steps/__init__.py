"""The steps that bring the tables up to date, and whether the tables are then as they should be."""

from bot.database.steps.compare import differences
from bot.database.steps.read_only import look
from bot.database.steps.upgrade import Step, pending_steps, refusal, upgrade
from bot.database.steps.whose import Owner, whose

__all__ = ["Owner", "Step", "differences", "look", "pending_steps", "refusal", "upgrade", "whose"]
