"""What a sentence of advice claims, read back from its words and compared with the match it is said of."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.engine import Seat, other
from games.match import AnyMatch
from games.numbermatch.knowledge import known
from games.review.picks import Pick
from games.review.review import Review
from tests.support.games.matches import NAMES

NUMBER = r"\d+"
LIST = r"[a-zA-Z0-9 ,]+"


@dataclass(frozen=True)
class Said:
    """A sentence about one seat, with the match."""

    match: AnyMatch
    review: Review
    seat: Seat

    @property
    def rival(self) -> Seat:
        return other(self.seat)

    @property
    def won(self) -> bool | None:
        return None if self.match.outcome is None else self.match.outcome.winner == self.seat

    def picks(self) -> list[Pick]:
        return [pick for turn in self.review.turns for pick in turn.picks if pick.seat == self.seat]

    def lapses(self) -> Iterator[tuple[Pick, AnyMatch]]:
        """The picks that gave something away, with the match as it stood before each."""
        for pick in self.picks():
            if pick.cost:
                yield pick, self.match.at(pick.turn)


Claim = Callable[..., bool]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def best(pick: Pick) -> list[int]:
    return [number for label in pick.best for number in numbers(label)]


def some(said: Said, claim: Callable[[Pick, AnyMatch], bool]) -> bool:
    """Is it true of one of the lapses?"""
    return any(claim(pick, before) for pick, before in said.lapses())


# High-Low


def _risky_ties(said: Said, cards: str) -> bool:
    risked = {
        int(pick.token)
        for pick, before in said.lapses()
        if before.view(None).tie_break == said.rival
        and int(pick.token) in before.view(None).hands[said.rival]
    }
    return {*numbers(cards)} <= risked


def _forgotten_tie(said: Said, turn: str, card: str, better: str) -> bool:
    def forgot(pick: Pick, before: AnyMatch) -> bool:
        view = before.view(said.seat)
        theirs = view.hands[said.rival]
        return (
            (pick.turn, pick.label) == (int(turn), card)
            and view.tie_break == said.seat
            and int(card) not in theirs
            and {*numbers(better)} <= {*best(pick)} <= {*theirs}
        )

    return some(said, forgot)


def _saved(said: Said, card: str, turn: str) -> bool:
    """The match ended with that round, and with the card in hand."""

    def saved(pick: Pick, before: AnyMatch) -> bool:
        held = before.view(said.seat).hands[said.seat]
        return pick.turn == int(turn) and int(pick.label) < int(card) == held[-1] and card in pick.best

    return (said.won is None or len(said.match.turns) == int(turn)) and some(said, saved)


def _card(fits: Callable[[int, Sequence[int]], bool]) -> Claim:
    return lambda said, card, turn, better: some(
        said,
        lambda pick, _: (
            (pick.turn, pick.token) == (int(turn), card)
            and {*numbers(better)} <= {*best(pick)}
            and fits(int(card), best(pick))
        ),
    )


def _given_up(said: Said, cards: str) -> bool:
    unsure = {
        int(pick.token)
        for pick, before in said.lapses()
        if int(pick.token) < before.view(None).hands[said.rival][-1]
    }
    return {*numbers(cards)} <= unsure


IN_ROUND = rf"an? ({NUMBER}) in round ({NUMBER}), when ({LIST}) was better\."
HIGHLOW: Mapping[str, Claim] = {
    rf"NAME played ({LIST}), which RIVAL could match, while a tie was worth 2 points to RIVAL\.": _risky_ties,
    rf"NAME wasted a chance of a tie worth 2 points in round ({NUMBER}): "
    rf"RIVAL could not match the ({NUMBER}), and ({LIST}) was better\.": _forgotten_tie,
    rf"NAME saved the ({NUMBER}) in round ({NUMBER}), when there was nothing left to save it for\.": _saved,
    rf"NAME held back: {IN_ROUND}": _card(lambda card, all_: card < min(all_)),
    rf"NAME gave up ({LIST}) in (?:a round|rounds) they could not be sure to win\.": _given_up,
    rf"NAME spent too high a card on one round: {IN_ROUND}": _card(lambda card, all_: card > max(all_)),
    rf"NAME had better cards on either side: {IN_ROUND}": _card(
        lambda card, all_: min(all_) < card < max(all_)
    ),
}


# Bid Battle


def _affordable(said: Said, bid: str, item: str, theirs: str, enough: str) -> bool:
    return some(
        said,
        lambda pick, before: (
            (pick.turn, pick.label) == ("ABCDE".index(item) + 1, bid)
            and before.view(said.seat).points[said.rival] == int(theirs) == int(enough) - 1
            and enough in pick.best
            and int(bid) > int(enough)
        ),
    )


def _won_before(before: AnyMatch, seat: Seat) -> int:
    return sum(auction.winner == seat for auction in before.view(None).auctions)


def _bid(fits: Callable[[Said, Pick, AnyMatch], bool]) -> Claim:
    def claim(said: Said, *told: str | None) -> bool:
        bid, points, item, plain, needed, share = told
        assert points
        assert item

        def true(pick: Pick, before: AnyMatch) -> bool:
            right = plain or share
            lacking = 3 - _won_before(before, said.seat)
            return (
                (pick.turn, pick.label) == ("ABCDE".index(item) + 1, bid)
                and before.view(said.seat).points[said.seat] == int(points)
                and right in pick.best
                and (needed is None or lacking == {"Two more items": 2, "Three items": 3}[needed])
                and (share is None or int(points) // lacking == int(share))
                and fits(said, pick, before)
            )

        return some(said, true)

    return claim


def _low(_said: Said, pick: Pick, _before: AnyMatch) -> bool:
    return int(pick.label) < min(best(pick))


A_BID = (
    rf"({NUMBER}) of ({NUMBER}) points? for item ([A-E])(?:, when ({NUMBER}) was right\.|"
    rf"\. (Two more items|Three items) make a majority, and each may cost (?:half|a third), "
    rf"so ({NUMBER}) was right\.)"
)
BIDBATTLE: Mapping[str, Claim] = {
    rf"NAME bid ({NUMBER}) for item ([A-E]) when RIVAL had ({NUMBER}) points?: ({NUMBER}) was enough\.": (
        _affordable
    ),
    rf"NAME kept points for after the last item, where they buy nothing: {A_BID}": _bid(
        lambda said, pick, before: _low(said, pick, before) and pick.turn == 5
    ),
    rf"NAME needed one more item for a majority and bid too little for it: {A_BID}": _bid(
        lambda said, pick, before: _low(said, pick, before) and _won_before(before, said.seat) == 2
    ),
    rf"NAME bid too little when RIVAL needed only one more item: {A_BID}": _bid(
        lambda said, pick, before: _low(said, pick, before) and _won_before(before, said.rival) == 2
    ),
    rf"NAME bid too low: {A_BID}": _bid(_low),
    rf"NAME bid too high: {A_BID}": _bid(lambda _said, pick, _: int(pick.label) > max(best(pick))),
    rf"NAME missed the right price: {A_BID}": _bid(
        lambda _said, pick, _: min(best(pick)) < int(pick.label) < max(best(pick))
    ),
}


# Number Match


def _missed_end(said: Said, card: str, better: str, life: str) -> bool:
    return some(
        said,
        lambda pick, before: (
            pick.label == card
            and before.view(said.seat).lives[said.rival] == int(life)
            and numbers(better) == best(pick)
            and int(card) < int(life) <= min(best(pick))
        ),
    )


def _broken_shield(said: Said, card: str, same: str, better: str) -> bool:
    def broke(pick: Pick, before: AnyMatch) -> bool:
        hand = before.view(said.seat).hands[said.seat] or ()
        return pick.label == card == same and hand.count(int(card)) == 1 and numbers(better) == best(pick)

    def spare(pick: Pick, before: AnyMatch) -> bool:
        hand = before.view(said.seat).hands[said.seat] or ()
        return all(hand.count(other_card) > 1 for other_card in best(pick))

    return some(said, lambda pick, before: broke(pick, before) and spare(pick, before))


def _attack(fits: Callable[[int, Sequence[int]], bool], *, likely: bool | None = None) -> Claim:
    def claim(said: Said, card: str, turn: str, better: str) -> bool:
        def true(pick: Pick, before: AnyMatch) -> bool:
            lacks = known(before.view(said.seat), said.seat).lacks
            hits = lacks(int(card)) >= min(lacks(other_card) for other_card in best(pick))
            return (
                (pick.turn, pick.label) == (int(turn), card)
                and numbers(better) == best(pick)
                and fits(int(card), best(pick))
                and likely in (None, hits)
            )

        return some(said, true)

    return claim


IN_ATTACK = rf"an? ({NUMBER}) in attack ({NUMBER}), when ({LIST}) was better\."
NUMBERMATCH: Mapping[str, Claim] = {
    rf"NAME attacked with an? ({NUMBER}) when ({LIST}) could have taken the last ({NUMBER}) life\.": (
        _missed_end
    ),
    rf"NAME attacked with their only ({NUMBER}), which alone could block an? ({NUMBER}); "
    rf"a spare ({LIST}) was better\.": _broken_shield,
    rf"NAME attacked too softly: {IN_ATTACK}": _attack(lambda card, all_: card < min(all_)),
    rf"NAME went for damage rather than a likely hit: {IN_ATTACK}": _attack(
        lambda card, all_: card > max(all_), likely=False
    ),
    rf"NAME parted too soon with a high card: {IN_ATTACK}": _attack(lambda card, all_: card > max(all_)),
    rf"NAME attacked with a card better kept: {IN_ATTACK}": _attack(lambda _card, _all: True),
}


# Digit Duel


def _deed(done: str, better: str, *, own: int | None = None, theirs: int | None = None) -> Claim:
    def claim(said: Said, digits: str) -> bool:
        def true(pick: Pick, before: AnyMatch) -> bool:
            view = before.view(said.seat)
            return (
                pick.token == done
                and any(label.startswith(better) for label in pick.best)
                and own in (None, len(view.hands[said.seat]))
                and theirs in (None, len(view.hands[said.rival]))
            )

        drawn = {before.view(said.seat).drawn for pick, before in said.lapses() if true(pick, before)}
        return {*numbers(digits)} <= drawn

    return claim


DIGITDUEL: Mapping[str, Claim] = {
    rf"NAME filled the other hand by giving ({LIST}), better kept\.": _deed("give", "Keep", theirs=2),
    rf"NAME gave away ({LIST}), better kept\.": _deed("give", "Keep"),
    rf"NAME threw away ({LIST}), good enough to keep\.": _deed("throw", "Keep"),
    rf"NAME settled for ({LIST}) when they could throw it away and draw again\.": _deed("keep", "Throw"),
    rf"NAME filled their hand with ({LIST}), better given away\.": _deed("keep", "Give", own=2),
    rf"NAME kept ({LIST}), better given away while there was time\.": _deed("keep", "Give"),
}


# Battle to Ten


def _total(before: AnyMatch, seat: Seat) -> int:
    return int(before.view(None).totals[seat])


def _take(
    fits: Callable[[Said, Pick, AnyMatch, Sequence[str]], bool],
) -> Claim:
    return lambda said, *told: some(said, lambda pick, before: fits(said, pick, before, told))


def _over(said: Said, pick: Pick, before: AnyMatch, told: Sequence[str]) -> bool:
    total = _total(before, said.seat)
    return (pick.token, str(total)) == (*told,) and total + int(pick.token) > 10 and said.won is False


def _missed_ten(said: Said, pick: Pick, before: AnyMatch, told: Sequence[str]) -> bool:
    ten = int(told[1])
    return pick.token == told[0] and ten in before.view(None).pool and _total(before, said.seat) + ten == 10


def _left_ten(said: Said, pick: Pick, before: AnyMatch, told: Sequence[str]) -> bool:
    digit = int(told[0])
    left = digit in before.view(None).pool and pick.token != told[0]
    return left and _total(before, said.rival) + digit == 10


def _kept_win(said: Said, pick: Pick, before: AnyMatch, told: Sequence[str]) -> bool:
    at = _total(before, said.seat)
    return (pick.token, str(at)) == (*told[:2],) and numbers(told[2]) == best(pick)


TEN: Mapping[str, Claim] = {
    rf"NAME took an? ({NUMBER}) at ({NUMBER}), and more than 10 loses at once\.": _take(_over),
    rf"NAME took an? ({NUMBER}) when an? ({NUMBER}) would have made exactly 10\.": _take(_missed_ten),
    rf"NAME left the ({NUMBER}) that RIVAL needed for 10\.": _take(_left_ten),
    rf"NAME opened with an? ({NUMBER})\. Only ({LIST}) win from the start: try these first\.": _take(
        lambda _said, pick, _before, told: (
            (pick.turn, pick.token) == (1, told[0]) and numbers(told[1]) == best(pick)
        )
    ),
    rf"NAME went up to ({NUMBER}) too soon; ({LIST}) kept the win\.": _take(
        lambda said, pick, before, told: (
            _total(before, said.seat) + int(pick.token) == int(told[0]) and numbers(told[1]) == best(pick)
        )
    ),
    rf"NAME took an? ({NUMBER}) at ({NUMBER}); ({LIST}) kept the win\.": _take(_kept_win),
}


# All games


def _faultless(fits: Callable[[Said], bool]) -> Claim:
    return lambda said: not any(pick.cost for pick in said.picks()) and fits(said)


PRAISE: Mapping[str, Claim] = {
    r"NAME had nothing to decide\.": lambda said: not said.picks(),
    r"NAME gave nothing away in the turns that were played\.": _faultless(lambda said: said.won is None),
    r"NAME gave nothing away: no pick could have been better\.": _faultless(lambda said: said.won is True),
    r"NAME made no mistake and never had a winning pick\.": _faultless(
        lambda said: said.won is False and all(pick.best_worth == 0 for pick in said.picks())
    ),
    r"NAME gave nothing away; RIVAL guessed better\.": _faultless(
        lambda said: (
            said.won is False and any(pick.reply and pick.after < pick.worth for pick in said.picks())
        )
    ),
    r"NAME gave nothing away; the luck was with RIVAL\.": _faultless(
        lambda said: said.won is False and any(pick.after < pick.worth for pick in said.picks())
    ),
    r"NAME gave nothing away; this time that was not enough\.": _faultless(lambda said: said.won is False),
}
CLAIMS: Mapping[str, Mapping[str, Claim]] = {
    "highlow": HIGHLOW,
    "bidbattle": BIDBATTLE,
    "numbermatch": NUMBERMATCH,
    "digitduel": DIGITDUEL,
    "ten": TEN,
}


def is_true(game: str, sentence: str, said: Said) -> bool:
    """A sentence that makes no known claim, or more than one, fails as one that is false."""
    kinds = [kind for kind in (*CLAIMS[game], *PRAISE) if _read(kind, sentence, said.seat)]
    if len(kinds) != 1:
        return False
    told = _read(kinds[0], sentence, said.seat)
    assert told
    return bool({**CLAIMS[game], **PRAISE}[kinds[0]](said, *told.groups()))


def _read(kind: str, sentence: str, seat: Seat) -> re.Match[str] | None:
    pattern = kind.replace("NAME", NAMES[seat]).replace("RIVAL", NAMES[other(seat)])
    return re.fullmatch(pattern, sentence)
