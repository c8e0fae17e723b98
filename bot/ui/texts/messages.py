"""The messages of a duel: its challenge, its board, a player's panel, its end."""

from dataclasses import replace

from bot.duels.computer import beat_the_computer, next_level
from bot.duels.duel import Duel, Reason, Status
from bot.ui.presses.custom_id import Verb
from bot.ui.texts import ratings
from bot.ui.texts.buttons import button, danger
from bot.ui.texts.levels import introduction, rival_name
from bot.ui.texts.mentions import mention
from bot.ui.texts.names import at_start
from bot.ui.texts.render import blocks, in_rows, layout
from bot.ui.texts.votes import opinion, poll
from bot.ui.wire.sheet import Sheet, Wire
from games.engine import Seat, other
from games.match import AnyMatch
from games.screen import Names, NumberChoice, Screen

WISHED, UNWISHED = "on", "off"
"""The tokens of the bell: what the person who presses it wishes."""


def names(duel: Duel) -> Names:
    """People are mentioned; the computer goes by the name of its level."""
    first, second = duel.players or (duel.challenger, duel.challenged or 0)
    if duel.rival is None:
        return mention(first), mention(second)
    rival = rival_name(duel.rival)
    return (rival, mention(second)) if duel.rival_seat() == 0 else (mention(first), rival)


def link(duel: Duel) -> str:
    return address(duel.guild, duel.channel, duel.board)


def address(guild: int, channel: int, message: int | None) -> str:
    """A link that opens a message in Discord."""
    return f"https://discord.com/channels/{guild}/{channel}/{message or ''}"


def public(duel: Duel, called: Names | None = None) -> Sheet:
    """What everybody in the channel sees of a duel, whatever has become of it. A new message needs to be told
    what to call people whom it does not ping: Discord sends no names along with their mentions."""
    if duel.match is None:
        return challenge(duel, called or names(duel))
    return board(duel, duel.match, called or names(duel))


def challenge(duel: Duel, called: Names) -> Sheet:
    kind = "A rematch of" if duel.rematch_of else "A duel:"
    title = f"### {kind} {duel.room.game.title}"
    stakes = "rated" if duel.rated else "not rated"
    terms = f"-# {duel.room.guide.tagline}\n-# {duel.pace.label.capitalize()} · {stakes}"
    seal = f"-# Seal of the dice: `{duel.seed.seal}`"
    if duel.status is Status.CHALLENGE:
        until = f"This offer ends <t:{int(duel.expires)}:R>."
        texts = (f"{_invitation(duel, called)} {until}", ratings.stakes(called, duel.stakes), terms, seal)
        return layout(title, *texts, rows=[_answers(duel)])
    rows = [[_computer(duel)]] if duel.awaits_anyone else []
    return layout(title, _dropped(duel, called), rows=rows)


def _invitation(duel: Duel, called: Names) -> str:
    challenger, challenged = at_start(called[0]), called[1]
    if duel.challenged is None:
        return f"{challenger} will take on anyone. Who accepts?"
    if duel.rematch_of:
        return f"{challenger} wants a rematch, {challenged}. Places are swapped."
    return f"{challenger} challenges {challenged}."


def _answers(duel: Duel) -> list[Wire]:
    answers = [button(Verb.ACCEPT, duel.id, "Accept", main=True)]
    instead = button(Verb.DECLINE, duel.id, "Decline") if duel.challenged else _computer(duel)
    return [*answers, instead, button(Verb.WITHDRAW, duel.id, "Withdraw")]


def _computer(duel: Duel) -> Wire:
    return button(Verb.COMPUTER, duel.id, "Play the computer")


def _dropped(duel: Duel, called: Names) -> str:
    challenger, challenged = called
    if duel.status is Status.DECLINED and duel.challenged is not None:
        return f"{at_start(challenged)} declined {challenger}'s challenge."
    if duel.status is Status.WITHDRAWN:
        return f"{at_start(challenger)} withdrew the challenge."
    return f"Nobody took up {challenger}'s challenge in time."


def board(duel: Duel, match: AnyMatch, called: Names) -> Sheet:
    screen = duel.room.show(match, None, called)
    if duel.status is Status.LIVE:
        opener = button(Verb.PANEL, duel.id, "Your hand", main=True)
        prompt = f"{screen.prompt} {_due(duel)}"
        known = (opinion(duel, called), prompt, introduction(duel))
        return layout(*blocks(screen), *known, rows=[[opener]], below=poll(duel, called))
    moved = ratings.changes(called, duel.changes)
    foreseen = opinion(duel, called)
    ended = (_result(duel, called), moved, foreseen, introduction(duel))
    return layout(*blocks(_over(duel, screen)), *ended, rows=[_afterwards(duel)])


def _over(duel: Duel, screen: Screen) -> Screen:
    """Removes the marks of picks, and marks the winner, also when the rules did not end the duel."""
    winner = duel.ending.winner if duel.ending else None
    first, second = (
        replace(standing, status="wins" if seat == winner else "")
        for seat, standing in enumerate(screen.standings)
    )
    return replace(screen, standings=(first, second))


def _due(duel: Duel) -> str:
    return f"Time is up <t:{int(duel.deadline)}:R>."


def _result(duel: Duel, called: Names) -> str:
    """Says what ended a duel, unless the rules did."""
    ending = duel.ending
    if ending is None or ending.reason is Reason.RULES:
        return ""
    if ending.winner is None:
        why = "both ran out of time" if ending.reason is Reason.TIME else "its place is gone"
        return f"**No result: {why}.**"
    winner, loser = called[ending.winner], called[other(ending.winner)]
    how = "resigned" if ending.reason is Reason.RESIGNED else "ran out of time"
    return f"**{at_start(loser)} {how}: {winner} wins.**"


def _afterwards(duel: Duel) -> list[Wire]:
    return [
        button(Verb.REMATCH, duel.id, "Rematch", main=True),
        *_another_level(duel),
        button(Verb.REPLAY, duel.id, "Replay", turn=1),
        *([button(Verb.REVIEW, duel.id, "Review")] if duel.room.judge else []),
        button(Verb.FAIR, duel.id, "Fair play"),
    ]


def _another_level(duel: Duel) -> list[Wire]:
    """A winner against the computer is offered the next stronger level, a loser an easier one."""
    level = next_level(duel)
    if level is None:
        return []
    kind = "Harder" if beat_the_computer(duel) else "Easier"
    return [button(Verb.REMATCH, duel.id, f"{kind}: {level.name}", token=level.key)]


def panel(duel: Duel, seat: Seat, called: Names, note: str = "") -> Sheet:
    """One player's private message: their hand as buttons, or what they wait for. The board tells the story
    of a duel that is over. `called` are the players' names by seat, since mentions show none here."""
    match = duel.match
    if match is None:
        return layout("This duel hasn't begun.")
    screen = duel.room.show(match, seat, called)
    said = f"**{note}**" if note else ""
    if duel.status is not Status.LIVE:
        short = replace(_over(duel, screen), facts=(), story=())
        moved = ratings.changes(called, duel.changes)
        return layout(*blocks(short), _result(duel, called), moved, said, rows=[_afterwards(duel)])
    prompt, sealed = screen.prompt, match.sealed[seat]
    if seat in match.waiting:
        prompt = f"**{prompt}** {_due(duel)}"
    elif sealed is not None:
        prompt = f"You picked **{sealed}**. {prompt}"
    resign = [button(Verb.RESIGN, duel.id, "Resign", turn=match.turn)]
    if duel.pace.is_slow and duel.rival is None:
        resign.append(_bell(duel, seat, match.turn))
    who = introduction(duel) if match.turn == 1 else ""
    return layout(*blocks(screen), who, said, prompt, rows=[*_hand(duel, match, screen), resign])


def _bell(duel: Duel, seat: Seat, turn: int) -> Wire:
    """Says whether the player is pinged at new turns, and switches it."""
    label, wish = ("🔔 Pings: on", UNWISHED) if duel.bells[seat] else ("🔕 Pings: off", WISHED)
    return button(Verb.BELL, duel.id, label, turn, wish)


def _hand(duel: Duel, match: AnyMatch, screen: Screen) -> list[list[Wire]]:
    turn = match.turn
    if isinstance(screen.choices, NumberChoice):
        quick = [button(Verb.PICK, duel.id, str(n), turn, str(n)) for n in screen.choices.quick]
        return [quick, [button(Verb.NUMBER, duel.id, "Another number…", turn)]]
    picks = [
        danger(Verb.PICK, duel.id, choice.label, turn, choice.token)
        if choice.confirm
        else button(Verb.PICK, duel.id, choice.label, turn, choice.token)
        for choice in screen.choices
    ]
    return [list(row) for row in in_rows(picks, screen.columns)]


def confirm_pick(duel: Duel, turn: int, token: str, question: str) -> Sheet:
    return layout(
        f"**{question}**",
        rows=[
            [
                danger(Verb.CONFIRM, duel.id, "Yes, I mean it", turn, token),
                button(Verb.BACK, duel.id, "No, go back", turn),
            ]
        ],
    )


def confirm_resign(duel: Duel, turn: int) -> Sheet:
    question = f"**Resign this duel of {duel.room.game.title}? You lose it, and that is final.**"
    return layout(
        question,
        rows=[
            [
                danger(Verb.RESIGN_NOW, duel.id, "Resign", turn),
                button(Verb.BACK, duel.id, "No, go back", turn),
            ]
        ],
    )


FAIR_PLAY = (
    "### Fair play\n"
    "Before the duel I posted its seal: a fingerprint of the secret seed behind every shuffle and draw. "
    "The number that Discord gave to the acceptance was mixed in, so nobody could choose the dice. "
    "Now the seed is open.\n"
    "This file holds the whole match. Anyone can check it with `python -m games verify FILE`: "
    "the seal, every shuffle, every move and the result."
)


def fair_play(duel: Duel, called: Names) -> str:
    """What goes with the file of a duel that is over: nothing of it is secret any more."""
    opened = f"-# Seal `{duel.seed.seal}`\n-# Seed `{duel.secret.hex()}`"
    return f"{FAIR_PLAY}\nSeat 0 was {called[0]}, seat 1 {called[1]}.\n{opened}"
