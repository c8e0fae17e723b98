"""A temporary PostgreSQL server on loopback, for tests and measurements."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg

PATIENCE = 30.0
SERVER_OPTIONS = ("max_connections=60",)
IN_TESTS = (
    "fsync=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "jit=off",
    "shared_buffers=32MB",
)
"""Faster, and still safe when its processes are killed. Only a crash of the machine loses data."""


def find(program: str) -> str | None:
    """The path of a program of PostgreSQL, which Debian does not put on the search path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(places[-1]) if places else None)


class Postgres:
    """One server with its own data folder."""

    def __init__(self, folder: Path, options: tuple[str, ...] = IN_TESTS) -> None:
        self._options = [f"--{option}" for option in (*SERVER_OPTIONS, *options)]
        self._data = folder / "data"
        self._port = free_port()
        self._user = "postgres" if os.geteuid() == 0 else None
        self._log = (folder / "log").open("wb")
        self._process: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        if self._user is not None:
            shutil.chown(self._data.parent, self._user)
        self._run("initdb", "-D", str(self._data), "-U", "gauntlet", "-A", "trust", "-E", "UTF8", "-N")

    def start(self) -> None:
        options = ("-p", str(self._port), "-h", "127.0.0.1", "-k", str(self._data), *self._options)
        self._process = subprocess.Popen(
            [_path_of("postgres"), "-D", str(self._data), *options],
            stdout=self._log,
            stderr=self._log,
            user=self._user,
            start_new_session=True,
        )
        self._wait()

    def kill(self) -> None:
        """Kills all processes of the server at once."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
            (self._data / "postmaster.pid").unlink(missing_ok=True)

    def freeze(self) -> None:
        """Stops all processes of the server where they are: connections stay open, and nothing answers."""
        for pid in self._pids():
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        for pid in reversed(self._pids()):
            os.kill(pid, signal.SIGCONT)

    def _pids(self) -> list[int]:
        """The server, then the processes that it has started. Each of those leads a group of its own."""
        if self._process is None:
            return []
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
        return [parent, *map(int, children.split())]

    def start_if_down(self) -> None:
        if self._process is None:
            self.start()

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)
        self._log.close()

    def address(self, database: str) -> str:
        return f"postgresql://gauntlet@127.0.0.1:{self._port}/{database}"

    def make(self, database: str, template: str = "template1") -> str:
        self.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return self.address(database)

    def drop(self, database: str) -> None:
        self.execute(f'DROP DATABASE "{database}" WITH (FORCE)')

    def execute(self, command: str, database: str = "postgres") -> None:
        """From a thread of its own, because the thread of a test may be in its event loop."""
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._execute(command, database)).result()

    async def _execute(self, command: str, database: str) -> None:
        link = await asyncpg.connect(self.address(database), timeout=PATIENCE)
        try:
            await link.execute(command)
        finally:
            await link.close()

    def _wait(self) -> None:
        ready = [_path_of("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        until = time.monotonic() + PATIENCE
        while subprocess.run(ready, check=False).returncode != 0:
            if time.monotonic() > until:
                raise TimeoutError("PostgreSQL did not start")
            time.sleep(0.05)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [_path_of(program), *arguments],
            check=True,
            user=self._user,
            stdout=self._log,
            stderr=self._log,
            cwd="/",
        )


@contextmanager
def running(*, durable: bool = False) -> Iterator[Postgres]:
    """Runs a server. A durable one syncs every commit to the disk, as a real server does."""
    with tempfile.TemporaryDirectory(prefix="gauntlet-postgres-") as folder:
        server = Postgres(Path(folder), () if durable else IN_TESTS)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def missing() -> str | None:
    """The reason why no server can run on this machine, or None."""
    if find("initdb") is None:
        return "PostgreSQL is not installed; tests run on SQLite only"
    if os.geteuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}:
        return "PostgreSQL does not run as root, and there is no user named postgres"
    return None


def _path_of(program: str) -> str:
    path = find(program)
    if path is None:
        raise FileNotFoundError(program)
    return path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
