"""A wrong value is named in one line."""

import logging
import os
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import BadConfig, Config, check_folder, missing_from
from bot.links import Links
from bot.process.shards import Shards
from tests.support.project import ROOT

TOKEN = {"DISCORD_TOKEN": "secret"}


def test_only_a_token_is_needed() -> None:
    assert Config.from_env(TOKEN) == Config("secret", "sqlite:///gauntlet.db", None, logging.INFO)


def test_everything_can_be_set() -> None:
    config = Config.from_env(
        {
            **TOKEN,
            "DATABASE_URL": "sqlite:////data/g.db",
            "DISCORD_API": "http://127.0.0.1:8080/api/v10/",
            "LOG_LEVEL": "debug",
            "SOURCE_URL": "https://example.org/fork",
            "SUPPORT_URL": "https://example.org/ask",
            "PRIVACY_URL": "https://example.org/privacy/",
            "TERMS_URL": "http://example.org/terms?lang=en",
        }
    )
    assert config == Config(
        "secret",
        "sqlite:////data/g.db",
        "http://127.0.0.1:8080/api/v10",
        logging.DEBUG,
        links=Links(
            source="https://example.org/fork",
            support="https://example.org/ask",
            privacy="https://example.org/privacy",
            terms="http://example.org/terms?lang=en",
        ),
    )


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_postgresql_server_may_be_named_either_way(scheme: str) -> None:
    config = Config.from_env({**TOKEN, "DATABASE_URL": f"{scheme}://ann:pw@db.example/gauntlet"})
    assert config.database == "postgresql://ann:pw@db.example/gauntlet"


def test_without_a_token_two_lines_say_what_to_do() -> None:
    with pytest.raises(BadConfig) as problem:
        Config.from_env({"DISCORD_TOKEN": " "})
    assert str(problem.value).count("\n") == 1
    assert "make sandbox" in str(problem.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://localhost"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "postgresql://"),
        ("DISCORD_API", "ftp://example"),
        ("DISCORD_API", "nonsense"),
        ("LOG_LEVEL", "LOUD"),
        ("SOURCE_URL", "my desk"),
        ("DISCORD_REQUESTS_PER_SECOND", "many"),
        ("DISCORD_REQUESTS_PER_SECOND", "00"),
        ("DISCORD_REQUESTS_PER_SECOND", "-5"),
        ("SUPPORT_URL", "example.net/ask"),
        ("PRIVACY_URL", "javascript:alert(1)"),
        ("TERMS_URL", f"https://example.org/{'t' * 500}"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: str) -> None:
    with pytest.raises(BadConfig, match=f"^{name} ") as problem:
        Config.from_env({**TOKEN, name: value})
    assert "\n" not in str(problem.value)
    assert value not in str(problem.value) or name == "DATABASE_URL"


def test_the_setting_in_use_is_named_when_its_folder_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", {**TOKEN, "DATABASE_DIRECT_URL": "sqlite:///none/g.db"})
    assert main([]) == 1
    said = "DATABASE_DIRECT_URL names a file in none, which is no folder. Make that folder first.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("place", ["loop", "loop/g.db", f"{'long' * 100}.db"])
def test_a_file_that_can_never_be_found_is_a_sentence(place: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(BadConfig, match=rf"^DATABASE_URL leads to {tmp_path}/.*\.$"):
        check_folder(f"sqlite:///{tmp_path}/{place}")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory inside another one."""
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    return inner


def read(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment after the bot has looked for a file."""
    monkeypatch.setattr(os, "environ", env)
    main(["recount"])
    return env


def test_settings_are_read_from_the_working_directory_and_from_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / ".env").write_text("LOG_LEVEL=ERROR\n")
    assert "LOG_LEVEL" not in read({}, monkeypatch)
    (folder / ".env").write_text("LOG_LEVEL=DEBUG\nHEALTH_PORT=9000 # mine\n")
    assert read({}, monkeypatch) == {"LOG_LEVEL": "DEBUG", "HEALTH_PORT": "9000"}


@pytest.mark.parametrize(("exported", "token"), [("", "in-file"), ("  ", "in-file"), ("set", "set")])
def test_an_empty_variable_hides_nothing_and_a_set_one_wins(
    exported: str, token: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / ".env").write_text("DISCORD_TOKEN=in-file\nLOG_LEVEL=\n")
    assert read({"DISCORD_TOKEN": exported}, monkeypatch) == {"DISCORD_TOKEN": token}


@pytest.mark.parametrize(
    "content", ["TOKEN=\xfc".encode("latin-1"), "A=b".encode("utf-16"), "A=b".encode("utf-16-le")]
)
def test_a_file_that_is_no_plain_text_is_a_sentence(
    content: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_bytes(content)
    monkeypatch.setattr(os, "environ", {})
    assert main([]) == 1
    assert capsys.readouterr().err == ".env is not plain text. Save it again as UTF-8.\n"


def test_a_file_that_can_not_be_read_is_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").symlink_to(".env")
    monkeypatch.setattr(os, "environ", {})
    assert main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith(".env can't be read: ")
    assert said.endswith(". Let the bot's user read it.\n")


def test_a_mark_at_the_beginning_of_the_file_and_a_folder_of_that_name_do_no_harm(folder: Path) -> None:
    (folder / ".env").mkdir()
    assert missing_from({}, folder / ".env") == {}
    (folder / "other").write_bytes(b"\xef\xbb\xbfA=b\r\nC=d\r\n")
    assert missing_from({}, folder / "other") == {"A": "b", "C": "d"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("9000", ("127.0.0.1", 9000)),
        ("[::1]:9000", ("::1", 9000)),
        ("localhost:9000", ("localhost", 9000)),
        ("0.0.0.0:9000", ("0.0.0.0", 9000)),  # noqa: S104
        (":9000", ("127.0.0.1", 9000)),
    ],
)
def test_a_port_may_have_an_address_in_front(text: str, place: tuple[str, int]) -> None:
    assert Config.from_env({**TOKEN, "HEALTH_PORT": text}).health == place


SERVER = {**TOKEN, "DATABASE_URL": "postgresql://localhost/x"}


@pytest.mark.parametrize("text", ["2", "auto", " Auto ", "0", "08", "many"])
def test_who_still_asks_for_several_processes_is_told_what_to_set_instead(text: str) -> None:
    with pytest.raises(BadConfig) as problem:
        Config.from_env({**SERVER, "PROCESSES": text})
    said = str(problem.value)
    assert said.startswith("PROCESSES is not read any more: ")
    assert all(word in said for word in ("SHARD_COUNT", "SHARD_IDS", "docs/hosting.md"))
    assert len(said.splitlines()) == 1
    assert "\n## From one process to several\n" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", " ", "1"])
def test_a_setting_that_asks_for_one_process_is_left_alone(text: str) -> None:
    assert Config.from_env({**TOKEN, "PROCESSES": text}) == Config.from_env(TOKEN)


@pytest.mark.parametrize("ids", ["0,2", "2", "-1"])
def test_a_shard_that_there_is_not_is_refused(ids: str) -> None:
    with pytest.raises(BadConfig, match=r"^SHARD_IDS has to name shards from 0 up to one less than"):
        Config.from_env({**SERVER, "SHARD_IDS": ids, "SHARD_COUNT": "2"})


def test_shards_may_be_named_in_any_order_and_twice() -> None:
    env = {**TOKEN, "DATABASE_URL": "postgresql://localhost/x", "SHARD_IDS": "1, 0,1", "SHARD_COUNT": "4"}
    assert Config.from_env(env).shards == Shards((0, 1), 4)


def test_discord_grants_fifty_requests_a_second_unless_the_host_knows_of_more() -> None:
    assert Config.from_env(TOKEN).requests_per_second == 50
    assert Config.from_env({**TOKEN, "DISCORD_REQUESTS_PER_SECOND": "500"}).requests_per_second == 500
