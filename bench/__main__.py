"""Prints all speed measurements: python -m bench."""

from bench import big_reads, burst, clicks, engine, idle, leaderboard, memory, picks


def main() -> None:
    for each in (engine, clicks, picks, burst, idle, memory, leaderboard, big_reads):
        print(each.report(), flush=True)
        print()


if __name__ == "__main__":
    main()
