"""The metrics of several processes on one page: each sample says whose it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.supervisor.child import Child

CONTENT_TYPE = "text/plain; version=1.0.0; charset=utf-8"


@dataclass(slots=True)
class Family:
    """A metric: what is said about it, and its samples."""

    heading: tuple[str, ...]
    samples: list[str] = field(default_factory=list)


def merged(pages: Mapping[int, str]) -> str:
    """One page in Prometheus' format out of those of all processes. A family stands in one place, with one
    heading, as the format demands."""
    families: dict[str, Family] = {}
    for process, page in pages.items():
        for name, heading, samples in _families(page):
            family = families.setdefault(name, Family(heading))
            family.samples += [_labelled(sample, process) for sample in samples]
    return "".join(f"{line}\n" for each in families.values() for line in (*each.heading, *each.samples))


def of_children(children: Sequence[Child]) -> str:
    """What only the supervisor knows."""
    ready = [f'gauntlet_process_ready{{process="{each.number}"}} {int(each.is_ready)}' for each in children]
    starts = [f'gauntlet_process_starts_total{{process="{each.number}"}} {each.starts}' for each in children]
    lines = [
        "# HELP gauntlet_process_ready Whether the process is running and has connected to Discord",
        "# TYPE gauntlet_process_ready gauge",
        *ready,
        "# HELP gauntlet_process_starts_total How often the process was started",
        "# TYPE gauntlet_process_starts_total counter",
        *starts,
    ]
    return "".join(f"{line}\n" for line in lines)


def _families(page: str) -> Iterator[tuple[str, tuple[str, ...], list[str]]]:
    """Splits a page at its headings, which are a line with HELP and one with TYPE."""
    for part in f"\n{page}".split("\n# HELP ")[1:]:
        about, kind, *samples = part.strip().split("\n")
        yield about.partition(" ")[0], (f"# HELP {about}", kind), samples


def _labelled(sample: str, process: int) -> str:
    name, brace, rest = sample.partition("{")
    if brace:
        return f'{name}{{process="{process}",{rest}'
    name, _, value = sample.partition(" ")
    return f'{name}{{process="{process}"}} {value}'
