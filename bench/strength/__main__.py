"""Prints how strong every level of every game is: python -m bench.strength [--quick] [GAME ...]."""

from argparse import ArgumentParser

from bench.strength import SUBJECTS
from bench.strength.ladder import report
from bench.strength.matches import processes
from games import GAMES

MATCHES, FEW_MATCHES = 4000, 400


def main() -> None:
    parser = ArgumentParser("python -m bench.strength", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="play a tenth of the matches")
    keys = [room.game.key for room in GAMES]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(keys)}")
    options = parser.parse_args()
    if unknown := [key for key in options.games if key not in keys]:
        parser.error(f"there is no game called {', '.join(unknown)}")
    chosen = [room for room in GAMES if room.game.key in (options.games or keys)]
    print("Ratings are on the bot's scale, with badger at 1500; margins are 95 %.", flush=True)
    with processes() as pool:
        for room in chosen:
            print(f"\n{room.game.title}", flush=True)
            if subject := SUBJECTS.get(room.game.key):
                for figure in subject(options.quick):
                    print(figure, flush=True)
            for line in report(pool, room, FEW_MATCHES if options.quick else MATCHES):
                print(line, flush=True)


if __name__ == "__main__":
    main()
