"""Nothing that leaves the bot for the channel, the opponent or the log depends on a secret."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from games import GAMES
from games.dice import Seed
from games.engine import Seat, other
from games.match import AnyMatch, Match
from games.room import AnyRoom
from games.screen import NumberChoice
from games.seating import seat_of_challenger
from sandbox import Sandbox
from sandbox.server.openapi import Contract
from tests.e2e.attacks.replica import Replicas, Step
from tests.support.evening import open_panel, play
from tests.support.starts.bot_process import duel_on_process

SECRET = bytes(range(32))
CANDIDATES, MOST_CANDIDATES = 20_000, 200_000
ENOUGH = 5
every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


@pytest.fixture
def replicas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contract: Contract) -> Replicas:
    return Replicas(tmp_path, monkeypatch, contract)


def offered(room: AnyRoom, match: AnyMatch, seat: Seat) -> list[str]:
    """What this seat could tap, leaving out what needs a confirmation if there is something else."""
    screen = room.show(match, seat, ("", ""))
    if isinstance(screen.choices, NumberChoice):
        return [str(quick.number) for quick in screen.choices.quick]
    return [c.token for c in screen.offered if not c.confirm] or [c.token for c in screen.offered]


def scripted(room: AnyRoom, seed: Seed) -> list[Step]:
    """A whole match, in which Ann picks first wherever both have to pick."""
    random, ann = Random(7), seat_of_challenger(seed)
    match: AnyMatch = Match.start(room.game, seed)
    script: list[Step] = []
    while match.outcome is None:
        for seat in (ann, other(ann)):
            if seat in match.waiting:
                script.append((seat, random.choice(offered(room, match, seat))))
                match = match.submit(*script[-1], match.turn)
    return script


def after(room: AnyRoom, seed: Seed, script: list[Step]) -> list[AnyMatch]:
    """The match after each step; it ends early where a step is not on offer."""
    matches: list[AnyMatch] = [Match.start(room.game, seed)]
    for seat, token in script:
        match = matches[-1]
        if seat not in match.waiting or token not in offered(room, match, seat):
            break
        matches.append(match.submit(seat, token, match.turn))
    return matches


def alike_for(reader: Seat, one: AnyMatch, two: AnyMatch) -> bool:
    """May neither the reader nor a spectator see a difference?"""
    return (
        all(one.view(each) == two.view(each) for each in (reader, None))
        and one.waiting == two.waiting
        and [*one.legal_moves(reader)] == [*two.legal_moves(reader)]
    )


def common(room: AnyRoom, seed: Seed, twin: Seed, script: list[Step], reader: Seat) -> int:
    """For how many steps the reader and the channel may not notice which of two secrets is in play."""
    if seat_of_challenger(twin) != seat_of_challenger(seed):
        return -1
    first, second = (Match.start(room.game, each) for each in (seed, twin))
    if first.state == second.state or not alike_for(reader, first, second):
        return -1
    pairs = [*zip(after(room, seed, script), after(room, twin, script), strict=False)]
    return next((n for n, pair in enumerate(pairs) if not alike_for(reader, *pair)), len(pairs)) - 1


def find_twin(room: AnyRoom, seed: Seed, script: list[Step], reader: Seat) -> tuple[Seed, int]:
    """Another secret that the reader and the channel can't tell from this one for several steps."""
    random, best, length = Random(3), seed, -1
    for number in range(MOST_CANDIDATES):
        twin = replace(seed, secret=random.randbytes(32))
        steps = common(room, seed, twin, script, reader)
        if steps > length:
            best, length = twin, steps
        if length >= ENOUGH or (number >= CANDIDATES and length >= 1):
            break
    return best, length


async def test_a_sealed_pick_changes_nothing_that_others_are_sent(replicas: Replicas) -> None:
    twins = 0
    for room in GAMES:
        seed = await replicas.seed(room, SECRET)
        script, ann = scripted(room, seed), seat_of_challenger(seed)
        matches = after(room, seed, script)
        base = await replicas.play(room, seed, script)
        for number, (seat, token) in enumerate(script):
            others = [t for t in offered(room, matches[number], seat) if t != token]
            if seat == ann and len(matches[number].waiting) == 2 and others:
                twin = await replicas.play(room, seed, [*script[:number], (seat, others[0])])
                told = len(twin.steps)
                assert told == 1 + number + 1
                assert twin.without(twin.ann) == base.without(base.ann)[:told]
                assert twin.steps != base.steps[:told]
                twins += 1
    assert twins > 5


HIDING = ("numbermatch", "bidbattle", "digitduel")


@pytest.mark.parametrize("room", [r for r in GAMES if r.game.key in HIDING], ids=lambda room: room.game.key)
@pytest.mark.parametrize("player", ["challenger", "challenged"])
async def test_hidden_hands_decks_and_values_change_nothing_that_others_are_sent(
    player: str, room: AnyRoom, replicas: Replicas
) -> None:
    """The panel of the one who accepts opens by itself, that of the other by a press."""
    seed = await replicas.seed(room, SECRET)
    script, ann = scripted(room, seed), seat_of_challenger(seed)
    twin, length = find_twin(room, seed, script, other(ann) if player == "challenger" else ann)
    assert length >= 1
    base = await replicas.play(room, seed, script[:length])
    told = await replicas.play(room, twin, script[:length])
    owner = base.ann if player == "challenger" else base.bob
    assert told.without(owner) == base.without(owner)


@every_game
async def test_before_the_end_nobody_and_no_log_is_told_the_seed_or_a_token(
    room: AnyRoom, replicas: Replicas
) -> None:
    seed = await replicas.seed(room, SECRET)
    told = await replicas.play(room, seed, scripted(room, seed))
    before = [str(step) for step in told.steps[:-1]]
    secrets = [SECRET.hex(), seed.key.hex(), str(SECRET)[2:-1]]
    assert [secret for secret in secrets if secret in "".join(before)] == []
    assert [token for token in told.tokens if token in str(told.steps)] == []


async def test_the_log_of_the_process_keeps_secrets_even_when_it_tells_most(
    sandbox: Sandbox, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    env = {"DATABASE_URL": f"sqlite:///{tmp_path}/gauntlet.db", "LOG_LEVEL": "DEBUG"}
    async with duel_on_process(sandbox, env) as (ann, bob):
        for person in (ann, bob):
            await open_panel(person)
        sandbox.faults.rate_limit("PATCH /webhooks")
        await play(ann, bob)
    log = capsys.readouterr().err
    told = [sandbox.token, *sandbox.platform.interactions._by_token, "duel:pick:", "INTO picks", "INTO duels"]
    assert "has connected to Gateway" in log
    assert [secret for secret in told if secret in log] == []
