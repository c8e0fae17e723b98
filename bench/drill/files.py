"""Files and disks that can't be written, or that vanish under the bot, and a gateway that is gone."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.drill.outcome import Ended, Outcome, expect_refusal, run
from bench.drill.play import Table, seated
from bench.rig.disk import Disk, small_disk
from bench.rig.rows import rows
from bot.database import SQLITE

MEGABYTES = 64
SOON = 5.0
"""Seconds in which a bot that can't start has to end."""
NOTICED = 15.0
"""Seconds in which /health has to say that something is wrong."""
RESUME = 40.0
"""Seconds in which /health has to say that the gateway is gone: a moment longer than a resume takes."""
RECONNECT = 90.0
"""Seconds in which the bot has to be back: discord.py waits up to a minute between two attempts."""


async def part(seed: int) -> list[Outcome]:
    return [
        await _unwritable(seed),
        await _full_before_the_first_write(seed),
        await _vanishing(seed),
        await _without_a_gateway(seed),
    ]


async def _unwritable(seed: int) -> Outcome:
    outcome = Outcome("starts on a disk that can't be written")
    with small_disk(MEGABYTES) as disk:
        if not disk.can_be_read_only:
            return outcome
        address = f"{SQLITE}{disk.folder}/gauntlet.db"
        async with seated(address, seed) as table:
            await table.bot.stop()
            disk.protect()
            ended = await _try_to_start(table, address, disk)
            disk.unprotect()
            expect_refusal(outcome, ended, "a read-only disk")
            outcome.expect(ended.seconds < SOON, f"a read-only disk: {ended}")
            outcome.expect("Traceback" not in ended.text, "a read-only disk: a traceback was printed")
            await table.bot.start()
            table.play()
            outcome.expect(
                await table.until_picked(5), "the bot did not go on when the disk could be written"
            )
    return outcome


async def _try_to_start(table: Table, address: str, disk: Disk) -> Ended:
    env = {**table.sandbox.environment, "DATABASE_URL": address}
    return await run("run", env=env, folder=disk.folder.parent, kill_after=20)


async def _full_before_the_first_write(seed: int) -> Outcome:
    outcome = Outcome("disks that are full before the first write")
    with small_disk(MEGABYTES) as disk:
        if not disk.fills_for_all:
            return outcome
        async with seated(f"{SQLITE}{disk.folder}/gauntlet.db", seed) as table:
            outcome.expect(await table.until_health_is(200, SOON), "/health said 503 on a good disk")
            disk.fill(table.bot.pid)
            outcome.expect(await table.until_health_is(503, NOTICED), "/health said 200 on a full disk")
            disk.free_space(table.bot.pid)
            outcome.expect(await table.until_health_is(200, NOTICED), "/health stayed at 503")
    return outcome


async def _vanishing(seed: int) -> Outcome:
    """A file that is deleted or replaced: nothing that is acknowledged after that may be missing on disk."""
    outcome = Outcome("files deleted or replaced under the bot")
    for kind in ("deleted", "replaced", "log deleted"):
        with TemporaryDirectory(prefix="gauntlet-drill-") as name:
            file = Path(name) / "gauntlet.db"
            async with seated(f"{SQLITE}{file}", seed) as table:
                table.play()
                await table.until_picked(20)
                _take_away(file, kind)
                await asyncio.sleep(0.3)
                before = len(table.observed.acknowledged)
                await asyncio.sleep(2)
                more = len(table.observed.acknowledged) - before
                outcome.expect(not more, f"{more} picks were acknowledged after the file was {kind}")
                outcome.expect(await table.until_health_is(503, SOON), f"/health said 200: {kind}")
                outcome.expect(
                    any("deleted or replaced" in line for line in table.bot.lines),
                    f"no line was logged: {kind}",
                )
    return outcome


def _take_away(file: Path, kind: str) -> None:
    if kind == "log deleted":
        file.with_name(f"{file.name}-wal").unlink()
        return
    content = file.read_bytes()
    file.unlink()
    if kind == "replaced":
        file.write_bytes(content)


async def _without_a_gateway(seed: int) -> Outcome:
    outcome = Outcome("gateways that are gone")
    with TemporaryDirectory(prefix="gauntlet-drill-") as name:
        address = f"{SQLITE}{name}/gauntlet.db"
        async with seated(address, seed) as table:
            table.play()
            outcome.expect(await table.until_picked(5), "nobody could play")
            outcome.expect(await table.until_health_is(200, SOON), "/health said 503 with a gateway")
            table.sandbox.faults.close_gateway()
            outcome.expect(await table.until_health_is(503, RESUME), "/health said 200 without a gateway")
            table.sandbox.faults.open_gateway()
            outcome.expect(await table.until_health_is(200, RECONNECT), "/health stayed at 503")
            outcome.expect(await table.until_picked(5), "nobody could play again")
            outcome.expect(bool(await rows(address, "SELECT 1 FROM picks")), "nothing was saved")
    return outcome
