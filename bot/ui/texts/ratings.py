"""Ratings in words: what is at stake in a challenge, and what a duel has changed."""

from collections.abc import Sequence

from bot.ratings.model import RatingChange, Stake, signed
from games.screen import Names


def stakes(names: Names, found: Sequence[Stake]) -> str:
    """Everybody reads it, so it speaks of both alike."""
    lines = [_stake(name, stake) for name, stake in zip(names, found, strict=False)]
    if len(found) == 2:
        lines.append(_lead(names, found[0].won, found[1].won))
    return "\n".join(f"-# {line}" for line in lines if line)


def _stake(name: str, stake: Stake) -> str:
    if stake.prospect is None:
        return f"{name} is rated {stake.rating}"
    win, lose = map(signed, stake.prospect)
    return f"{name} {stake.rating}: win {win}, lose {lose}"


def _lead(names: Names, first: int, second: int) -> str:
    if first == second:
        return f"They are level at {first}–{second}." if first else ""
    leader = names[0] if first > second else names[1]
    return f"{leader} leads {max(first, second)}–{min(first, second)}."


def changes(names: Names, found: tuple[RatingChange, RatingChange] | None) -> str:
    if found is None:
        return ""
    return "\n".join(f"{name} is now rated {change}." for name, change in zip(names, found, strict=True))
