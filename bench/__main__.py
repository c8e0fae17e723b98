"""Print every table there is: python -m bench."""

from bench import engine


def main() -> None:
    for report in (engine.report,):
        print(report(), flush=True)
        print()


if __name__ == "__main__":
    main()
