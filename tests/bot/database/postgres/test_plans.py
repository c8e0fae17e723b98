"""What a duel asks a server: an index answers it, however many duels there were before."""

import re

import pytest

from tests.support.arenas import ANN, BEN, CHANNEL, GUILD, ArenaRig, under_way
from tests.support.databases import Request, server_link
from tests.support.rated_people import fill

GUILDS, PEOPLE, DUELS = 10, 1_000, 20_000
OLDER = f"""
INSERT INTO duels (id, guild, channel, game, edition, challenger, challenged, pace, rated, secret, created,
    status, accepted, seat0, seat1, started, ended, winner, reason, counted)
SELECT n, 1 + n % {GUILDS}, {CHANNEL}, 'highlow', 1, 1 + n % {PEOPLE}, 1 + (n * 7 + 1) % {PEOPLE}, 60, TRUE,
    '', n, 'won', '1', 1 + n % {PEOPLE}, 1 + (n * 7 + 1) % {PEOPLE}, n, n, 0, 'rules', n
FROM generate_series(1, {DUELS}) AS n
"""  # noqa: S608 - made of constants only
PICKED = """
INSERT INTO picks SELECT id, 1, seat, '7', ended, seat = 1 FROM duels, generate_series(0, 1) AS seat
"""
COUNTED = """
INSERT INTO results
SELECT id, seat, guild, game, CASE seat WHEN 0 THEN seat0 ELSE seat1 END,
    CASE seat WHEN 0 THEN seat1 ELSE seat0 END, counted, ended, seat = 0, 1500.0, 5.0, FALSE
FROM duels, generate_series(0, 1) AS seat
"""
FILLED = {"duels", "picks", "results", "ratings"}
ASKS = ("SELECT", "INSERT", "UPDATE", "WITH")
EVERY_ROW = re.compile(r"Seq Scan on (\w+)")


async def make_history(address: str) -> None:
    await fill(address, GUILDS, PEOPLE)
    async with server_link(address) as link:
        for each in (OLDER, PICKED, COUNTED, "VACUUM ANALYZE"):
            await link.execute(each)


async def play(rig: ArenaRig) -> None:
    """A whole duel, with everything that is saved about its messages."""
    duel = (await rig.challenge()).id
    assert await rig.arena.may_ping(await rig.arena.duel(duel))
    await rig.arena.place(duel, CHANNEL, 99)
    await rig.arena.accept(duel, BEN, 77, until_called=True)
    await rig.arena.called(duel, 1, 98)
    await under_way(rig.arena, duel)
    await rig.arena.keep_call(duel, None)
    await rig.arena.resign(duel, BEN)
    await rig.storage.told(duel)
    await rig.arena.duel(duel)
    assert await rig.storage.rematch_of(duel) is None
    assert await rig.storage.open_of(ANN, GUILD) == await rig.storage.open_in(GUILD, CHANNEL) == []


@pytest.mark.outside
async def test_no_request_of_a_duel_reads_every_row(
    rig: ArenaRig, requests: list[Request], postgresql: str
) -> None:
    await make_history(postgresql)
    requests.clear()
    await play(rig)
    asked = [(statement, given) for statement, given in requests if statement.lstrip().startswith(ASKS)]
    assert len({statement for statement, _ in asked}) > 15
    async with server_link(postgresql) as link:
        for statement, given in asked:
            plan = "\n".join(row[0] for row in await link.fetch(f"EXPLAIN {statement}", *given))
            assert not FILLED & {*EVERY_ROW.findall(plan)}, plan
