"""Resetting a leaderboard: which one, what would be lost, and the way back for a day."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.ratings.ledger import Loss
from bot.ratings.resets import UNDO_WITHIN, Reset
from bot.ui.pages.finished import title_of
from bot.ui.pages.settings import controls
from bot.ui.pages.settings.controls import Wish, page
from bot.ui.texts.names import at_start
from bot.ui.wire.sheet import Sheet, Wire
from games import GAMES, offered_room
from games.engine import Refused

ALL = "all"
"""Stands for every leaderboard where a game's key would be."""


def which() -> Sheet:
    offers = [(ALL, "All of them"), *((room.game.key, room.game.title) for room in GAMES)]
    return page(
        "### Reset a leaderboard",
        "Everybody starts there from nothing. You will be asked once more.",
        [controls.options(Wish.RESET_WHICH, offers, hint="Which one?")],
        [controls.button(Wish.PANEL, "No, go back")],
    )


def question(game: str | None, loss: Loss, names: Mapping[int, str]) -> Sheet:
    if not loss.people:
        where = "any leaderboard" if game is None else named(game)
        return page(
            f"Nobody is on {where} yet, so there is nothing to reset.",
            [controls.button(Wish.PANEL, "Go back")],
        )
    return page(
        f"### Reset {named(game)}?",
        f"**This would be lost:**\n{_lost(loss, names)}",
        f"{_kept(game)} You can undo it for a day.",
        [
            controls.button(Wish.RESET_NOW, "Reset it", game or ALL, ButtonStyle.danger),
            controls.button(Wish.PANEL, "No, go back"),
        ],
    )


def undoing(reset: Reset | None, names: Mapping[int, str]) -> tuple[str, list[Wire]]:
    """What the panel says of the last reset, and the button that undoes it."""
    if reset is None:
        return "", []
    done = f"{at_start(names[reset.by])} has reset {named(reset.game)}."
    text = f"{done} You can undo that; the offer ends <t:{int(reset.at + UNDO_WITHIN)}:R>."
    return text, [controls.button(Wish.UNDO, "Undo the reset", str(reset.id), ButtonStyle.primary)]


def game_of(value: str) -> str | None:
    """The game a control names; None for all of them."""
    if value != ALL and offered_room(value) is None:
        raise Refused("That game is not played here. Choose another one.")
    return None if value == ALL else value


def named(game: str | None) -> str:
    if game is None:
        return "all leaderboards"
    return f"the leaderboard of {title_of(game)}"


def _lost(loss: Loss, names: Mapping[int, str]) -> str:
    people = "one person" if loss.people == 1 else f"{loss.people:,} people"
    duels = "one duel" if loss.duels == 1 else f"{loss.duels:,} duels"
    lines = [
        f"- the ratings and ranks of {people}, of all time and of this month",
        f"- {duels} that counted for them",
    ]
    if loss.leader is not None:
        lines.append(f"- the first place of {names[loss.leader]}")
    return "\n".join(lines)


def _kept(game: str | None) -> str:
    if game is None:
        return "The duels themselves stay in everybody's history."
    return "The duels stay in everybody's history, and count for all games together as before."
