"""Prints all speed measurements: python -m bench."""

from bench import clicks, engine, idle, leaderboard, picks


def main() -> None:
    for report in (engine.report, clicks.report, picks.report, idle.report, leaderboard.report):
        print(report(), flush=True)
        print()


if __name__ == "__main__":
    main()
