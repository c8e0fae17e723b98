"""Second bots on one database: by other spellings of a path, and on one server."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.drill.outcome import Outcome, expect_refusal, run
from bench.drill.play import seated
from bench.rig import postgres
from bot.database import SQLITE


async def part(seed: int) -> list[Outcome]:
    found = [await _on_one_file(seed)]
    if postgres.missing() is None:
        found.append(await _on_one_server(seed))
    return found


async def _on_one_file(seed: int) -> Outcome:
    outcome = Outcome("second bots on one file")
    with TemporaryDirectory(prefix="gauntlet-drill-") as name:
        folder = Path(name)
        file = folder / "data" / "gauntlet.db"
        file.parent.mkdir()
        async with seated(f"{SQLITE}{file}", seed) as table:
            (folder / "symbolic.db").symlink_to(file)
            (folder / "hard.db").hardlink_to(file)
            (folder / "other").symlink_to(file.parent)
            with _mounted(file.parent, folder / "mounted") as mounted:
                paths = [
                    str(file),
                    "data/gauntlet.db",
                    "data/../data/./gauntlet.db",
                    str(folder / "symbolic.db"),
                    str(folder / "hard.db"),
                    str(folder / "other" / "gauntlet.db"),
                    *([str(mounted / "gauntlet.db")] if mounted else []),
                ]
                for path in paths:
                    env = {**table.sandbox.environment, "DATABASE_URL": f"{SQLITE}{path}"}
                    ended = await run("run", env=env, folder=folder, kill_after=20)
                    expect_refusal(outcome, ended, f"a second bot on {path.removeprefix(name)}")
            table.play()
            outcome.expect(await table.until_picked(5), "the first bot did not go on")
    return outcome


async def _on_one_server(seed: int) -> Outcome:
    outcome = Outcome("second bots on one server")
    with postgres.running() as server, TemporaryDirectory() as folder:
        address = server.make("gauntlet")
        async with seated(address, seed, {"SHARD_IDS": "0", "SHARD_COUNT": "2"}) as table:
            for shards in (
                {},
                {"SHARD_IDS": "0", "SHARD_COUNT": "2"},
                {"SHARD_IDS": "1", "SHARD_COUNT": "3"},
            ):
                env = {**table.sandbox.environment, "DATABASE_URL": address, **shards}
                ended = await run("run", env=env, folder=Path(folder), kill_after=20)
                expect_refusal(outcome, ended, f"a second bot with {shards or 'no shards named'}")
            for command in (["recount"], ["move-database", address, f"{SQLITE}{folder}/copy.db"]):
                ended = await run(*command, env={"DATABASE_URL": address}, folder=Path(folder))
                expect_refusal(outcome, ended, f"{command[0]} beside a bot")
        ended = await run("recount", env={"DATABASE_URL": address}, folder=Path(folder))
        outcome.expect(ended.code == 0, f"a recount after the bot was killed: {ended}")
    return outcome


@contextmanager
def _mounted(folder: Path, place: Path) -> Iterator[Path | None]:
    """The same folder at another place of the file system; None where that is not allowed."""
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        yield None
        return
    place.mkdir()
    if subprocess.run([mount, "--bind", str(folder), str(place)], check=False).returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["/bin/umount", "-l", str(place)], check=True)
