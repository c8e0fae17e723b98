"""Print every table there is: python -m bench."""

from bench import clicks, engine, idle, picks, standings


def main() -> None:
    for report in (engine.report, clicks.report, picks.report, idle.report, standings.report):
        print(report(), flush=True)
        print()


if __name__ == "__main__":
    main()
