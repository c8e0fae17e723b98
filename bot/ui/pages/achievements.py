"""The texts of a profile: ratings and ranks, wins, levels beaten, streaks. Everybody reads them."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.duels.computer import levels_of
from bot.history.accuracy import Accuracy
from bot.history.history import Page, Played
from bot.history.profile import Balance, Profile
from bot.pictures.picture import colour
from bot.ratings.model import ALL_GAMES, signed
from bot.ui.marks import Sign, face, rank_mark
from bot.ui.pages.finished import in_short, title_of
from bot.ui.texts.names import at_start
from games import GAMES, RETIRED
from games.screen import counted

LISTED = 5
"""Last duels that are told."""


@dataclass(frozen=True, slots=True)
class Achievements:
    """What is known of one person in one server. `names` are those of the people in it."""

    profile: Profile
    ranks: Mapping[str, int]
    people: int
    """How many have a rating in all games together."""
    beaten: Mapping[str, frozenset[str]]
    puzzle_streak: int
    latest: Page
    names: Mapping[int, str]
    sign: Sign


def heading(name: str, found: Achievements) -> str:
    """The rating of all games comes first, if there is one."""
    total = found.profile.total
    record = f"{total.wins} won, {total.losses} lost" if total.played else "No duel against a person yet"
    overall, rank = found.profile.ratings.get(ALL_GAMES), found.ranks.get(ALL_GAMES)
    title = f"### {at_start(name)}\n"
    if overall is None:
        return title + record
    mark = found.sign(rank_mark(overall.shown))
    place = f"rank {rank:,} of {found.people:,}" if rank else ""
    facts = (f"{mark} Rating **{overall}**".strip(), place, record)
    return title + " · ".join(filter(None, facts))


def by_game(found: Achievements) -> str:
    lines = []
    for number, game in enumerate(known_games()):
        balance, rating = found.profile.against_people.get(game), found.profile.ratings.get(game)
        if balance is None and rating is None:
            continue
        facts = [f"**{rating}**" if rating else "not rated"]
        if game in found.ranks:
            facts.append(f"rank {found.ranks[game]:,}")
        facts.append(score(balance or Balance()))
        lines.append(f"{colour(number).square} {title_of(game)} {' · '.join(facts)}")
    if any(rating.provisional for rating in found.profile.ratings.values()):
        lines.append("-# ? marks a rating that is still uncertain.")
    return "\n".join(lines)


def facts(found: Achievements, accuracy: Accuracy | None) -> str:
    profile, lines = found.profile, []
    if profile.total.played:
        lines.append(f"Wins in a row: {profile.streak} now, {profile.longest} at best")
    if profile.favourite:
        lines.append(f"Favourite game: {title_of(profile.favourite)}")
    if accuracy is not None:
        over = counted(accuracy.duels, "recent duel")
        lines.append(f"Average accuracy: **{accuracy.percent}%** over {over}")
    if found.puzzle_streak:
        lines.append(f"Puzzle streak: {counted(found.puzzle_streak, 'day')}")
    if profile.against_computer.played:
        lines.append(f"Against the computer: {score(profile.against_computer)}")
    return "\n".join(lines)


def beaten(found: Achievements) -> str:
    """The levels of the computer that were beaten, weakest first."""
    lines = []
    for room in (*GAMES, *RETIRED):
        keys = found.beaten.get(room.game.key, ())
        levels = [level for level in levels_of(room) if level.key in keys]
        won = [f"{found.sign(face(level.key))} {level.name}" for level in levels]
        if won:
            lines.append(f"-# {room.game.title}: {' '.join(won)}")
    return "\n".join(["**Levels beaten**", *lines]) if lines else ""


def head_to_head(name: str, viewer: str, met: Balance) -> str:
    if not met.played:
        return f"{at_start(name)} and {viewer} have not met in a duel yet."
    return f"Head to head: {name} **{score(met)}** {viewer}"


def last_duels(found: Achievements) -> str:
    lines = [_line(played, found) for played in found.latest.duels[:LISTED]]
    return "\n".join(["**Last duels**", *lines])


def _line(played: Played, found: Achievements) -> str:
    """The name comes last, because it may be long."""
    change = f" {signed(played.change.by)}" if played.change else ""
    return f"-# {title_of(played.game)}{change}: {in_short(played, found.names, found.sign)}"


def score(balance: Balance) -> str:
    return f"{balance.wins}–{balance.losses}"


def known_games() -> list[str]:
    """The keys of all games in menu order; the number of each gives its colour."""
    return list(dict.fromkeys(room.game.key for room in (*GAMES, *RETIRED)))
