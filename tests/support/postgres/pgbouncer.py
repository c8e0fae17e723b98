"""A PgBouncer in front of a PostgreSQL server, on loopback."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.missing import leave

PATIENCE = 10.0
SETTINGS = """
[databases]
{database} = {server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
max_client_conn = 100
ignore_startup_parameters = extra_float_digits
logfile = {log}
"""


def find() -> str:
    """Its path; skips the test where it is not installed, except in CI."""
    path = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if path is None:
        leave("PgBouncer is not installed (on Debian: apt-get install pgbouncer)")
    return path


@contextmanager
def pooler(address: str, mode: str, size: int = 4) -> Iterator[str]:
    """The address of the same database through PgBouncer in this mode."""
    program, parts = find(), urlsplit(address)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        own = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="gauntlet-pgbouncer-") as name:
        folder = Path(name)
        settings = folder / "pgbouncer.ini"
        user = "postgres" if os.geteuid() == 0 else None
        database = parts.path.removeprefix("/")
        text = SETTINGS.format(
            database=database,
            server=f"host={parts.hostname} port={parts.port} user={parts.username}",
            port=own,
            mode=mode,
            size=size,
            log=folder / "log",
        )
        settings.write_text(text)
        if user is not None:
            owner = pwd.getpwnam(user)
            for path in (folder, settings):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        running = subprocess.Popen(
            [program, str(settings)], user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait(own, running, folder / "log")
            yield f"postgresql://{parts.username}@127.0.0.1:{own}/{database}"
        finally:
            running.terminate()
            running.wait(PATIENCE)


def _wait(port: int, running: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and running.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError(f"PgBouncer did not start: {log.read_text() if log.exists() else 'no log'}")
