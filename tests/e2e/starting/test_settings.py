"""Every wrong setting and every bad state of a server ends in one sentence that names what to change."""

import os
import re
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from bench.drill.settings import PASSWORD, POSTGRES, READ_AT_ONCE, SECRETS, SHARDS, TOKEN
from bench.rig.postgres import Postgres
from bot.__main__ import main
from sandbox import Sandbox
from tests.support.starts.ends import End, Start, ends_of
from tests.support.starts.strange_server import server_that_says

GUEST = f"postgresql://guest:{PASSWORD}@127.0.0.1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-file").write_text("not a folder")
    return tmp_path


async def start_nothing(_config: object) -> None:
    pytest.fail("the bot has started with this setting")


def complaint(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What the bot says on the error channel before it ends with code 1, in this process."""
    monkeypatch.setattr(os, "environ", env)
    monkeypatch.setattr("bot.__main__.run", start_nothing)
    assert main([]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_the_table_is_as_long_as_the_drills() -> None:
    assert len(READ_AT_ONCE) + len(SHARDS) >= 62


@pytest.mark.parametrize(("name", "value"), READ_AT_ONCE)
@pytest.mark.usefixtures("folder")
def test_a_wrong_value_is_named_in_a_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint({"DISCORD_TOKEN": TOKEN, name: value}, monkeypatch, capsys)
    assert said.startswith((f"{name} ", "SHARD_IDS and SHARD_COUNT "))
    assert len(said.splitlines()) == (2 if not value.strip() else 1)
    assert said.endswith((".\n", "make sandbox\n"))
    assert not [secret for secret in SECRETS if secret in said]


@pytest.mark.parametrize(("ids", "count"), SHARDS)
@pytest.mark.usefixtures("folder")
def test_wrong_shards_are_named_in_a_sentence(
    ids: str, count: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    env = {"DISCORD_TOKEN": TOKEN, "SHARD_IDS": ids, "SHARD_COUNT": count}
    said = complaint(env, monkeypatch, capsys)
    assert said.startswith("SHARD_IDS ")
    assert len(said.splitlines()) == 1


def test_a_refused_value_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data").mkdir()
    complaint({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///data"}, monkeypatch, capsys)
    assert sorted(path.name for path in folder.iterdir()) == ["a-file", "data"]


def failures(ends: list[End]) -> list[str]:
    """What is wrong with the ways in which bots ended."""
    return [f"{end.start.name}: {wrong}: {end.text}" for end in ends for wrong in _failures(end)]


def _failures(end: End) -> Iterator[str]:
    if end.code != 1:
        yield f"exit code {end.code}"
    if len(end.said) != 1 or not end.said[0].endswith("."):
        yield "not one sentence"
    if not re.search(end.start.word, " ".join(end.said)):
        yield f"does not name {end.start.word}"
    if any(word in end.text for word in ("Traceback", "was never", *SECRETS)):
        yield "a traceback or a secret"


def against(sandbox: Sandbox, *starts: Start) -> list[Start]:
    common = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": sandbox.api_url}
    return [Start(start.name, common | dict(start.env), start.word) for start in starts]


@contextmanager
def closed_port() -> Iterator[int]:
    """A port that is taken and at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def foreign_file(path: Path) -> Path:
    """The database of another program, with a table named as one of ours."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE duels (winner TEXT, loser TEXT)")
        connection.commit()
    return path


def forbidden_file(path: Path) -> Path:
    path.write_bytes(b"")
    path.chmod(0)
    return path


def forbidden_folder(path: Path, mode: int = 0o555) -> Path:
    path.mkdir()
    path.chmod(mode)
    return path


async def test_a_file_an_address_or_a_port_that_can_not_be_used_is_named_in_a_sentence(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    (tmp_path / "text.db").write_text("These are my notes. " * 100)
    foreign, forbidden = foreign_file(tmp_path / "foreign.db"), forbidden_file(tmp_path / "forbidden.db")
    locked, shut = forbidden_folder(tmp_path / "locked"), forbidden_folder(tmp_path / "closed", 0)
    port = sandbox.url.rpartition(":")[2]
    with closed_port() as closed:
        starts = against(
            sandbox,
            Start("text file", {"DATABASE_URL": f"sqlite:///{tmp_path}/text.db"}, "text.db"),
            Start("table of others", {"DATABASE_URL": f"sqlite:///{foreign}"}, "database"),
            Start("file of others", {"DATABASE_URL": f"sqlite:///{forbidden}"}, "forbidden.db"),
            Start("folder of others", {"DATABASE_URL": f"sqlite:///{locked}/g.db"}, "locked/g.db"),
            Start("closed folder", {"DATABASE_URL": f"sqlite:///{shut}/g.db"}, "DATABASE_URL.*closed"),
            Start("a page", {"DISCORD_API": sandbox.url}, "DISCORD_API"),
            Start("nobody there", {"DISCORD_API": f"http://127.0.0.1:{closed}/api"}, "DISCORD_API"),
            Start("wrong token", {}, "DISCORD_TOKEN"),
            *(
                Start(f"port {value}", {"HEALTH_PORT": value, "DISCORD_TOKEN": sandbox.token}, "HEALTH_PORT")
                for value in (port, "80", "192.0.2.1:9000", "[2001:db8::1]:9000")
            ),
        )
        ends = await ends_of(starts, tmp_path)
    assert failures(ends) == []
    assert [end.start.name for end in ends if end.seconds > 5] == []


@asynccontextmanager
async def bad_servers(server: Postgres, page: str) -> AsyncIterator[list[Start]]:
    """Servers that can be reached or not, and don't let the bot work."""
    async with AsyncExitStack() as stack:

        async def saying(code: str, message: str) -> str:
            port = await stack.enter_async_context(server_that_says(code, message))
            return f"{POSTGRES}:{port}/gauntlet"

        port = server.address("x").rpartition(":")[2].partition("/")[0]
        closed = stack.enter_context(closed_port())
        no_file = "gauntlet?sslmode=verify-full&sslrootcert=/none.pem"
        yield [
            Start(name, {"DATABASE_URL": address}, word)
            for name, address, word in (
                ("wrong password", await saying("28P01", "wrong password"), "URL.* the password in that"),
                ("starting up", await saying("57P03", "starting up"), "URL.*when the server is ready"),
                ("shutting down", await saying("57P03", "shutting down"), "URL.*when the server is ready"),
                ("full", await saying("53300", "too many clients"), "URL.*max_connections"),
                ("nobody there", f"{POSTGRES}:{closed}/gauntlet", "URL.*Check the host and the port"),
                ("a page", f"{POSTGRES}:{page}/gauntlet", "DATABASE_URL"),
                ("nonsense", f"{POSTGRES}:{port}/gauntlet?sslmode=nonsense", "DATABASE_URL.*verify-full"),
                ("no certificate", f"{POSTGRES}:{port}/{no_file}", "DATABASE_URL|sslrootcert"),
                ("unknown database", server.address("nowhere"), "URL.*Make that database"),
                ("may not create", f"{GUEST}:{port}/guests", "URL.*GRANT ALL ON SCHEMA public"),
                ("read-only", server.address("readonly"), "URL.*that can be written to"),
                ("tables of others", server.address("strangers"), "database"),
            )
        ]


@pytest.fixture
def states(server: Postgres) -> Iterator[Postgres]:
    """A server with three databases in which the bot can't work."""
    server.make("guests")
    server.make("readonly")
    server.make("strangers")
    server.execute("CREATE ROLE guest LOGIN")
    server.execute("ALTER DATABASE readonly SET default_transaction_read_only = on")
    server.execute("CREATE TABLE duels (winner text)", "strangers")
    yield server
    for name in ("guests", "readonly", "strangers"):
        server.drop(name)
    server.execute("DROP ROLE guest")


async def test_every_bad_state_of_a_server_is_told_in_a_sentence(
    states: Postgres, sandbox: Sandbox, tmp_path: Path
) -> None:
    async with bad_servers(states, sandbox.url.rpartition(":")[2]) as starts:
        assert failures(await ends_of(against(sandbox, *starts), tmp_path, at_once=6)) == []
