"""Print every table there is: python -m bench."""

from bench import clicks, engine


def main() -> None:
    for report in (engine.report, clicks.report):
        print(report(), flush=True)
        print()


if __name__ == "__main__":
    main()
