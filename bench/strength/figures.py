"""One measured or computed figure, and whether it reaches its target."""

from dataclasses import dataclass

LINE = "  {:<58}{:>9} {:<9}{}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A share in percent. A figure without a margin is exact."""

    name: str
    percent: float
    margin: float | None = None
    least: float | None = None
    most: float | None = None
    """The target: at least `least`, at most `most`."""

    @property
    def reached(self) -> bool:
        low, high = self.least, self.most
        return (low is None or self.percent >= low) and (high is None or self.percent <= high)

    def __str__(self) -> str:
        spread = "exact" if self.margin is None else f"± {self.margin:.2f}"
        return LINE.format(self.name, f"{self.percent:.3f} %", spread, self._target()).rstrip()

    def _target(self) -> str:
        bounds = [
            f"{word} {bound:g}" for word, bound in (("≥", self.least), ("≤", self.most)) if bound is not None
        ]
        return f"{' and '.join(bounds)}: {'yes' if self.reached else 'NO'}" if bounds else ""
