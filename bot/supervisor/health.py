"""What /health says of several processes: all have to be well, and one that is not is named."""

from collections.abc import Mapping
from typing import Any

from bot.supervisor.child import Child

OK = "ok"
HARMLESS = "requests"
"""That Discord shuts out the bot's address is said, but is no reason for 503."""


def together(said: Mapping[Child, Mapping[str, Any] | None]) -> dict[str, Any]:
    """`said` is what each process says of itself; None if it says nothing."""
    trouble = [sentence for child, report in said.items() for sentence in _trouble(child, report)]
    return {
        "well": not trouble,
        "ready": all(report is not None and report["ready"] for report in said.values()),
        "trouble": trouble,
        "processes": [
            {"process": child.number, "shards": child.shards.ids, **(report or {"well": False})}
            for child, report in said.items()
        ],
    }


def _trouble(child: Child, report: Mapping[str, Any] | None) -> list[str]:
    name = f"Process {child.number}"
    if report is None:
        return [f"{name} {child.trouble}."]
    if report["well"]:
        return []
    parts = (part for key, part in report.items() if key != HARMLESS and isinstance(part, str))
    return [f"{name}: {part}" for part in parts if part != OK]
