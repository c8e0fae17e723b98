"""How much more several processes carry than one, on PostgreSQL, by the processor time of a pick.

    python -m bench.processes --processes 2 --rate 60 --minutes 0.6 --pairs 3

One process has a crowd, a rate of picks and the requests that Discord grants a bot. Several have as many
times all three, so that each has what the one has: if a pick costs as much, two carry twice the picks of one
at the same latency, on as many cores. With `--same-total` the several share what the one has, so
each has less to do at once. The database is not counted. Runs alternate, because machines are noisy.
"""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from statistics import median

from bench.load.report import GRANTED, Discord, Outcome, Plan
from bench.load.run import empty_database, play

WARM_UP, THINK, SERVER = 10.0, 2.0, "postgresql"


def main() -> int:
    options = _parser().parse_args()
    ratios, wrong = [], 0
    for number in range(options.pairs):
        counts = [1, options.processes]
        found = {count: run(options, count) for count in (counts if number % 2 == 0 else counts[::-1])}
        ratios.append(options.processes * cost(found[1]) / cost(found[options.processes]))
        wrong += sum(sum(outcome.wrong.values()) for outcome in found.values())
        print("\n".join(line(found[count]) for count in counts), flush=True)
        print(f"  {options.processes} processes carry {ratios[-1]:.2f} times the picks of one", flush=True)
    print(f"median {median(ratios):.2f} [{min(ratios):.2f}–{max(ratios):.2f}], wrong: {wrong or 'nothing'}")
    return 1 if wrong else 0


def run(options: Namespace, processes: int) -> Outcome:
    times = 1 if options.same_total else processes
    plan = Plan(
        options.duels * times,
        options.guilds * times,
        options.rate * times,
        options.minutes * 60,
        WARM_UP,
        THINK,
        SERVER,
        per_channel=5,
        discord=Discord(None, None),
        processes=processes,
        granted=GRANTED * times,
    )
    with empty_database(SERVER) as address:
        return asyncio.run(play(plan, address))


def cost(outcome: Outcome) -> float:
    """Seconds of processor time for a pick."""
    return outcome.gauges.bot_cpu / max(outcome.picks, 1)


def line(outcome: Outcome) -> str:
    gauges, answers = outcome.gauges, sorted(outcome.observed.answers)
    each = ", ".join(f"{share / gauges.took:.0%}" for share in gauges.shares)
    return (
        f"{outcome.plan.processes} at {outcome.picks / gauges.took:5.1f} picks a second: "
        f"{cost(outcome) * 1e3:.2f} ms of processor a pick; of a core: {each}; "
        f"half of the answers within {answers[len(answers) // 2] * 1e3:.0f} ms"
    )


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.processes", description="Compare several processes with one.")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--same-total", action="store_true", help="several share what one has")
    parser.add_argument("--rate", type=float, default=60.0, help="picks a second")
    parser.add_argument("--duels", type=int, default=300, help="duels that are live at once")
    parser.add_argument("--guilds", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=0.6)
    parser.add_argument("--pairs", type=int, default=3)
    return parser


if __name__ == "__main__":
    sys.exit(main())
