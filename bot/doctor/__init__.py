"""`gauntlet doctor`: looks at the settings, the database, the machine and Discord, and changes nothing."""

from bot.doctor.examination import examine
from bot.doctor.finding import Finding, Mark

__all__ = ["Finding", "Mark", "examine"]
