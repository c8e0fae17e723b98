"""For hosts: looks at the settings, the database and the machine, and changes nothing."""

from bot.doctor.examination import examine
from bot.doctor.finding import Finding, Mark

__all__ = ["Finding", "Mark", "examine"]
