"""One guild's challenges and duels. They change only here: check, save, then tell."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from bot.arena.cache import Cache, Held
from bot.arena.limits import DuelLimits
from bot.duels.computer import check_level, may_begin, may_play_computer
from bot.duels.duel import OVER, Duel, Ending, Notes, Reason, Status, is_former
from bot.duels.pace import Pace
from bot.process.clock import Time
from bot.ratings.ledger import Ledger
from bot.storage.change import Guard
from bot.storage.picks import Entry, Journal, Pick
from bot.storage.storage import Storage
from bot.storage.votes import Vote, VoteStore
from games.engine import Refused, Seat, other, with_seat
from games.match import AnyMatch, Match
from games.rival import token_of
from games.room import AnyRoom
from games.seating import seat_in_rematch, seat_of_challenger

GONE = "That challenge is no longer open. Make a new one with /duel."
PROMPT_CALL = 2.0
"""Seconds after the acceptance. If players are called within these, the deadline that they were shown stays
true, and nothing has to be painted again."""
PICKED = "You have already picked this turn, and a pick is final."


class Listener(Protocol):
    def changed(self, before: Duel | None, duel: Duel, cause: int | None) -> None:
        """Hears of a change that is saved. `cause` is the press that must be answered first."""


class Arena:
    def __init__(
        self,
        guild: int,
        storage: Storage,
        journal: Journal,
        ledger: Ledger,
        votes: VoteStore,
        listeners: Sequence[Listener],
        *,
        now: Time,
        opened: float,
    ) -> None:
        self.guild = guild
        self.on_doubt: Callable[[Duel], None] = _ignore
        """Called with what people know of a duel if it is not certain what was saved of it. `tell_saved` has
        to be called with it later."""
        self._storage = storage
        self._journal = journal
        self._ledger = ledger
        self._votes = votes
        self._listeners = listeners
        self._now = now
        self._cache = Cache(self._load, opened)
        self._limits = DuelLimits(storage)
        self._pairing = asyncio.Lock()

    def rest(self) -> None:
        """Drops duels that nobody touches from memory; called now and then."""
        self._cache.rest()

    @property
    def kept(self) -> int:
        """Counts the duels in memory."""
        return len(self._cache)

    async def duel(self, duel: int) -> Duel:
        """Returns a duel as it stands on disk."""
        return (await self._cache.find(duel)).settled

    async def open_of(self, person: int) -> list[Duel]:
        """Returns the open challenges and live duels of this person here, oldest first."""
        ids = await self._storage.open_of(person, self.guild)
        return [await self.duel(each) for each in ids]

    async def challenge(
        self,
        challenger: int,
        challenged: int | None,
        room: AnyRoom,
        pace: Pace,
        *,
        rated: bool,
        channel: int,
        rival: str | None = None,
    ) -> Duel:
        if rival is not None:
            check_level(room, rival)
        return await self._add(
            Duel(
                id=secrets.randbits(52),
                guild=self.guild,
                room=room,
                challenger=challenger,
                challenged=challenged,
                pace=pace,
                rated=rated and rival is None,
                secret=secrets.token_bytes(32),
                created=self._now(),
                notes=Notes(channel),
                rival=rival,
            )
        )

    async def accept(self, duel: int, person: int, interaction: int, *, until_called: bool = False) -> Duel:
        """Makes the challenge a live duel. Discord chose the interaction's id, so it goes into the dice. With
        `until_called`, its clock does not run before `called` says that the challenger was told. A duel
        against the computer is begun by the challenger, with a press of its own: a later one than that which
        showed the seal."""
        held = await self._challenge(duel)
        if held.ahead.rival is not None:
            may_begin(held.ahead, person)
            guard, until_called = await self._limits.playing_computer(person), False
        else:
            guard = await self._limits.accepting(held.ahead, person)
        held = await self._challenge(duel)  # meanwhile somebody else may have accepted it, also in vain
        return await self._begin(held, person, interaction, guard, until_called=until_called)

    async def play_computer(
        self, duel: int, person: int, rival: str, computer: int, interaction: int
    ) -> Duel:
        """Makes a challenge that nobody took, also an expired one, a duel against the computer. `computer` is
        the id that the computer plays under."""
        async with self._pairing:
            held = await self._cache.find(duel)
            may_play_computer(held.ahead, person)
            check_level(held.ahead.room, rival)
            guard = await self._limits.playing_computer(person)
            held = await self._cache.find(duel)
            may_play_computer(held.ahead, person)
            return await self._begin(held, computer, interaction, guard, rival)

    async def decline(self, duel: int, person: int) -> Duel:
        held = await self._challenge(duel)
        if held.ahead.challenged != person:
            own = " Press Withdraw to take it back." if held.ahead.challenger == person else ""
            raise Refused(f"Only the person who was challenged can decline.{own}")
        return await self._drop(held, Status.DECLINED)

    async def withdraw(self, duel: int, person: int) -> Duel:
        held = await self._challenge(duel)
        if held.ahead.challenger != person:
            raise Refused("Only the challenger can withdraw a challenge.")
        return await self._drop(held, Status.WITHDRAWN)

    async def expire(self, duel: int) -> None:
        held = await self._cache.find(duel)
        if held.ahead.status is Status.CHALLENGE and self._now() >= held.ahead.expires:
            await self._drop(held, Status.EXPIRED)

    async def forgo(self, duel: int) -> None:
        """Withdraws a challenge whose message was never posted: nobody could answer it."""
        held = await self._cache.find(duel)
        if held.ahead.status is Status.CHALLENGE and held.ahead.board is None:
            await self._drop(held, Status.WITHDRAWN)

    async def rematch(
        self,
        duel: int,
        person: int,
        interaction: int,
        rival: str | None = None,
        *,
        until_called: bool = False,
    ) -> Duel:
        """Offers a rematch, or accepts the one that the other player has offered. The seats are swapped. The
        computer may play at another level; its rematch waits for `accept`, like every duel against it."""
        async with self._pairing:
            before = await self.duel(duel)
            seat = before.seat_of(person)
            if seat is None or seat == before.rival_seat():
                raise Refused("Only the two players can have a rematch. Start your own duel with /duel.")
            if before.status is Status.LIVE:
                raise Refused("This duel is still on. Finish it first.")
            if any(map(is_former, before.players or ())):
                raise Refused("The other player is no longer here. Start a new duel with /duel.")
            if before.rival is not None and rival is not None:
                check_level(before.room, rival)
                before = replace(before, rival=rival)
            offered = await self._storage.rematch_of(duel)
            if offered is None:
                return await self._offer_rematch(before, seat, person)
            return await self._accept_rematch(offered, person, interaction, until_called=until_called)

    async def may_ping(self, challenge: Duel) -> bool:
        """Says whether the message of this challenge may ping the challenged person."""
        return challenge.rival is None and await self._limits.may_ping(challenge)

    async def pick(self, duel: int, person: int, token: str, turn: int) -> Duel:
        """Seals a pick. It is on disk when this returns."""
        held = await self._cache.find(duel)
        seat, match = _playing(held.ahead, person)
        match, pick = picked(held.ahead, match, seat, token, turn, self._now())
        match, answers = answered(held.ahead, match, self._now())
        return await self._advance(held, match, (pick, *answers))

    async def vote(self, duel: int, person: int, seat: Seat) -> Duel:
        """Takes the vote of somebody who watches. It is on disk when this returns."""
        held = await self._cache.find(duel)
        if held.ahead.seat_of(person) is not None:
            raise Refused("You play in this duel, so you have no vote. Let your picks decide it.")
        if not held.ahead.takes_votes:
            raise Refused("The voting is over: it ends with the first reveal. Watch how it turns out.")
        tally = await self._votes.cast(Vote(duel, person, seat))
        before = held.settled
        if before.notes.tally != tally:  # votes that were saved together cause one repaint
            self._tell(before, self._cache.note(held, tally=tally))
        return held.settled

    async def resign(self, duel: int, person: int) -> Duel:
        """Ends a duel: it is lost, or called off without a result if not both have picked yet."""
        held = await self._cache.find(duel)
        seat, _ = _playing(held.ahead, person)
        if not held.ahead.is_under_way:
            return await self._end(held, Status.VOID, None, Reason.RESIGNED)
        return await self._end(held, Status.WON, other(seat), Reason.RESIGNED)

    async def run_out(self, duel: int, turn: int) -> None:
        """Ends a turn whose time is over. One late player loses. If both are late, or not both have picked
        yet, nobody wins."""
        held = await self._cache.find(duel)
        match = held.ahead.match
        if held.ahead.status is not Status.LIVE or match is None or match.turn != turn:
            return
        if len(match.waiting) == 1 and held.ahead.is_under_way:
            await self._end(held, Status.WON, other(match.waiting[0]), Reason.TIME)
        else:
            await self._end(held, Status.VOID, None, Reason.TIME)

    async def void(self, duel: int) -> None:
        """Ends a duel without a result, because its channel or server is gone."""
        held = await self._cache.find(duel)
        if held.ahead.status is Status.LIVE:
            await self._end(held, Status.VOID, None, Reason.PLACE_GONE)
        elif held.ahead.status is Status.CHALLENGE:
            await self._drop(held, Status.WITHDRAWN)

    async def share(self, duel: int, person: int) -> Duel:
        """Takes the one right to share how a finished duel went. `unshare` gives it back."""
        found = await self.duel(duel)
        if found.seat_of(person) is None:
            raise Refused("Only the two players can share this duel. Share one of yours.")
        if found.status not in OVER:
            raise Refused("This duel is not over yet. Share it when it is.")
        if found.winner is None:
            raise Refused("This duel has no result, so there is nothing to share.")
        if not await self._storage.share(duel):
            raise Refused("This duel was shared already. Each duel is shared once.")
        return replace(found, shared=True)

    async def unshare(self, duel: int) -> None:
        """Gives the right to share back, after a duel could not be shown to the others."""
        await self._storage.unshare(duel)

    async def remind(self, duel: int, turn: int) -> Duel | None:
        """Returns the duel if its late players have to be reminded now. Only the first caller of a turn gets
        it."""
        held = await self._cache.find(duel)
        match = held.settled.match
        if held.ahead.status is not Status.LIVE or match is None or match.turn != turn:
            return None
        if not await self._storage.remind(duel, turn):
            return None
        return self._cache.note(held, reminded=turn)

    async def called(self, duel: int, turn: int, message: int | None) -> Duel:
        """Saves which message calls the players to this turn, if any. The first clock runs from now on."""
        held = await self._cache.find(duel)
        started = _first_clock(held.ahead, self._now())
        await self._storage.called(duel, turn, message, started)
        before = held.settled
        after = self._cache.note(held, called=turn, call=message, started=started)
        if after.status is Status.LIVE:
            self._tell(before, after)
        return after

    async def start_clock(self, duel: int) -> None:
        """Lets the first clock run although nobody could be told for a whole turn."""
        held = await self._cache.find(duel)
        if held.ahead.status is not Status.LIVE or held.ahead.clock_runs:
            return
        started = self._now()
        await self._storage.start_clock(duel, started)
        before = held.settled
        if not before.clock_runs:  # otherwise the players were called meanwhile
            self._tell(before, self._cache.note(held, started=started))

    async def keep_call(self, duel: int, message: int | None) -> Duel:
        """Saves which message calls the players now; None when it was deleted."""
        held = await self._cache.find(duel)
        await self._storage.keep_call(duel, message)
        return self._cache.note(held, call=message)

    async def keep_dm(self, duel: int, seat: Seat, message: int | None) -> Duel:
        """Saves the direct message that tells a player of their turn; None when it was deleted."""
        held = await self._cache.find(duel)
        dms = with_seat(held.ahead.notes.dms, seat, message)
        await self._storage.keep_dms(duel, dms)
        return self._cache.note(held, dms=dms)

    async def set_bell(self, duel: int, person: int, *, on: bool) -> Duel:
        """Saves whether a person wants to be pinged at new turns of slow duels. It holds everywhere."""
        await self._storage.set_bell(person, on=on)
        for each in {duel, *await self._storage.open_of(person, self.guild)}:
            held = await self._cache.find(each)
            if (seat := held.ahead.seat_of(person)) is not None:
                self._cache.note(held, bells=with_seat(held.ahead.notes.bells, seat, on))
        return await self.duel(duel)

    async def tell_saved(self, known: Duel) -> None:
        """Tells of what was saved although the database did not say so. `known` is what people know."""
        try:
            held = await self._cache.find(known.id)
        except Refused:
            return  # a challenge that was not saved
        duel = held.settled
        if duel.status is Status.CHALLENGE and duel.board is None:
            await self.forgo(duel.id)
        elif _progress(duel) != _progress(known):
            await self._tell_late(held, known)

    async def _tell_late(self, held: Held, known: Duel) -> None:
        """Tells what people do not know yet, and lets the computer answer if it has not."""
        duel = held.settled
        if duel.awaits_count:
            duel = await settled(self._ledger, duel)
        self._tell(known, duel)
        if duel.status is Status.LIVE and duel.rival is not None and held.ahead.match is not None:
            match, answers = answered(held.ahead, held.ahead.match, self._now())
            if answers:
                await self._advance(held, match, answers)

    async def place(self, duel: int, channel: int, board: int | None) -> Duel:
        """Saves where the board is. Its card is left behind if it goes elsewhere."""
        held = await self._cache.find(duel)
        card = held.ahead.notes.card if held.ahead.channel == channel else None
        return await self._place(held, channel, board, card)

    async def move_to_thread(self, duel: int, thread: int, board: int) -> Duel:
        """Saves that the board is in a thread now, and that its card stays in the channel where it was."""
        held = await self._cache.find(duel)
        before = held.ahead
        return await self._place(
            held, thread, board, before.notes.card if before.channel == thread else before.channel
        )

    async def _place(self, held: Held, channel: int, board: int | None, card: int | None) -> Duel:
        await self._storage.place(held.ahead.id, channel, board, card)
        return self._cache.note(held, channel=channel, board=board, card=card)

    async def _challenge(self, duel: int) -> Held:
        held = await self._cache.find(duel)
        if held.ahead.status is Status.LIVE:
            raise Refused("That duel has already begun.")
        if held.ahead.status is not Status.CHALLENGE:
            raise Refused(GONE)
        return held

    async def _begin(
        self,
        held: Held,
        person: int,
        interaction: int,
        guard: Guard,
        rival: str | None = None,
        *,
        until_called: bool = False,
    ) -> Duel:
        challenge = held.ahead if rival is None else replace(held.ahead, rival=rival, rated=False)
        opponent = challenge.challenged or person
        accepted = replace(challenge, accepted=str(interaction), challenged=opponent)
        drawn = challenge.challenger_seat
        seat = seat_of_challenger(accepted.seed) if drawn is None else drawn
        live = replace(
            accepted,
            status=Status.LIVE,
            challenger_seat=seat,
            players=(challenge.challenger, opponent) if seat == 0 else (opponent, challenge.challenger),
            match=Match.start(challenge.room.game, accepted.seed),
            notes=replace(accepted.notes, started=None if until_called else self._now()),
            turn_began=self._now(),
            stakes=(),
        )
        live = await self._with_bells(live)
        live = await self._change(held, live, self._storage.begin(live, guard), GONE, interaction)
        if live.match is None or live.rival is None:
            return live
        match, answers = answered(live, live.match, self._now())
        return await self._advance(held, match, answers) if answers else live

    async def _accept_rematch(
        self, offered: int, person: int, interaction: int, *, until_called: bool
    ) -> Duel:
        held = await self._cache.find(offered)
        if held.ahead.status is Status.LIVE and held.ahead.board is not None:
            raise Refused("Your rematch is already on; /duels shows you where.")
        if held.ahead.status is Status.LIVE:
            return held.settled
        if held.ahead.rival is not None:
            raise Refused("Your rematch is waiting for you. Press Begin on it; /duels shows you where.")
        if held.ahead.challenger == person:
            raise Refused("You have offered a rematch. Wait for the other player to take it.")
        guard = await self._limits.accepting(held.ahead, person)
        return await self._begin(held, person, interaction, guard, until_called=until_called)

    async def _offer_rematch(self, before: Duel, seat: Seat, person: int) -> Duel:
        return await self._add(
            replace(
                before,
                id=secrets.randbits(52),
                challenger=person,
                challenged=None if before.players is None else before.players[other(seat)],
                secret=secrets.token_bytes(32),
                created=self._now(),
                notes=Notes(before.channel, card=before.notes.card),
                status=Status.CHALLENGE,
                rematch_of=before.id,
                challenger_seat=seat_in_rematch(seat),
                accepted=None,
                players=None,
                match=None,
                turn_began=0.0,
                ending=None,
                stakes=(),
                changes=None,
                shared=False,
            )
        )

    async def _advance(self, held: Held, match: AnyMatch, picks: tuple[Pick, ...]) -> Duel:
        """Saves the match after these picks, and the end if the rules end it."""
        closed = any(pick.closes for pick in picks)
        began = self._now() if closed else held.ahead.turn_began
        duel = replace(held.ahead, match=match, turn_began=began)
        entry = Entry(duel.id, picks)
        if match.outcome:
            ending = Ending(match.outcome.winner, Reason.RULES, self._now())
            duel = replace(duel, status=Status.WON, ending=ending)
            entry = Entry(duel.id, picks, duel.status, ending)
        return await self._change(held, duel, self._journal.add(entry), PICKED)

    async def _end(self, held: Held, status: Status, winner: Seat | None, reason: Reason) -> Duel:
        ending = Ending(winner, reason, self._now())
        duel = replace(held.ahead, status=status, ending=ending)
        saving = self._journal.add(Entry(duel.id, (), status, ending))
        return await self._change(held, duel, saving, "This duel is over already.")

    async def _drop(self, held: Held, status: Status) -> Duel:
        duel = replace(held.ahead, status=status)
        return await self._change(held, duel, self._storage.drop(duel), GONE)

    async def _add(self, duel: Duel) -> Duel:
        """Saves a new challenge, if the limits allow it, then tells."""
        guard = await self._limits.challenging(duel)
        duel = await with_stakes(self._ledger, duel)
        try:
            await self._storage.add(duel, guard)
        except Refused:
            raise
        except Exception:
            self.on_doubt(duel)
            raise
        self._cache.add(duel)
        self._tell(None, duel)
        return duel

    async def _change(
        self, held: Held, duel: Duel, saving: Awaitable[bool], conflict: str, cause: int | None = None
    ) -> Duel:
        """Saves a change, has a finished duel rated, then tells."""
        try:
            await self._cache.save(held, duel, saving, conflict)
        except Refused:
            raise
        except Exception:
            self.on_doubt(held.settled)
            raise
        if duel.status in OVER:
            duel = await settled(self._ledger, duel)
        before, duel = self._cache.publish(held, duel)
        self._tell(before, duel, cause)
        return duel

    def _tell(self, before: Duel | None, duel: Duel, cause: int | None = None) -> None:
        for listener in self._listeners:
            listener.changed(before, duel, cause)

    async def _load(self, duel: int) -> Duel:
        found = await self._storage.duel(duel)
        if found is None or found.guild != self.guild:
            raise Refused("That duel is not known here. Start a new one with /duel.")
        return await self._with_bells(await with_stakes(self._ledger, found))

    async def _with_bells(self, duel: Duel) -> Duel:
        if duel.players is None or duel.status is not Status.LIVE or not duel.pace.is_slow:
            return duel
        first, second = duel.players
        return duel.noted(bells=(await self._storage.bell(first), await self._storage.bell(second)))


async def settled(ledger: Ledger, duel: Duel) -> Duel:
    """Adds what the end of a duel did to the ratings, if it could be counted."""
    return replace(duel, changes=await ledger.settle(duel.guild, duel.id))


async def with_stakes(ledger: Ledger, duel: Duel) -> Duel:
    """Adds the stakes to a rated challenge; returns any other duel as it is."""
    if not duel.is_for_ratings or duel.status is not Status.CHALLENGE:
        return duel
    stakes = await ledger.stakes(
        duel.guild, duel.room.game.key, duel.challenger, duel.challenged, duel.created
    )
    return replace(duel, stakes=stakes)


def _ignore(_duel: Duel) -> None:
    pass


def _first_clock(duel: Duel, now: float) -> float:
    """Returns since when the first clock runs, if players are told now. The clock of a later turn is not
    moved."""
    if duel.notes.started is not None:
        return duel.notes.started
    is_prompt = now - duel.turn_began <= PROMPT_CALL
    return duel.turn_began if duel.clock_runs or is_prompt else now


def _progress(duel: Duel) -> object:
    """Returns what a press or a deadline would alter."""
    match = duel.match
    return duel.status, None if match is None else (match.turn, tuple(match.waiting))


def _playing(duel: Duel, person: int) -> tuple[Seat, AnyMatch]:
    seat = duel.seat_of(person)
    if duel.match is None:
        raise Refused("This duel hasn't begun: the challenge is still open.")
    if seat is None or seat == duel.rival_seat():
        raise Refused("You are not in this duel. Watch it here, or start your own with /duel.")
    if duel.status is not Status.LIVE:
        raise Refused("This duel is over. Press Rematch on its board to play again.")
    return seat, duel.match


def picked(
    duel: Duel, match: AnyMatch, seat: Seat, token: str, turn: int, now: float
) -> tuple[AnyMatch, Pick]:
    after = match.submit(seat, token, turn)
    return after, Pick(duel.id, turn, seat, token, now, closes=after.turn > turn)


def answered(duel: Duel, match: AnyMatch, now: float) -> tuple[AnyMatch, tuple[Pick, ...]]:
    """Makes the computer's picks. It picks as soon as it has to, so it can't know the other's pick."""
    seat = duel.rival_seat()
    picks: list[Pick] = []
    while seat is not None and duel.rival is not None and seat in match.waiting:
        token = token_of(duel.room.rival(duel.rival), match, seat)
        match, pick = picked(duel, match, seat, token, match.turn, now)
        picks.append(pick)
    return match, tuple(picks)
