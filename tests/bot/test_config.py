"""A wrong value is named in one line."""

import logging

import pytest

from bot.config import BadConfig, Config

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
        }
    )
    assert config == Config(
        "secret",
        "sqlite:////data/g.db",
        "http://127.0.0.1:8080/api/v10",
        logging.DEBUG,
        source="https://example.org/fork",
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
    ],
)
def test_a_wrong_value_is_named(name: str, value: str) -> None:
    with pytest.raises(BadConfig, match=f"^{name} ") as problem:
        Config.from_env({**TOKEN, name: value})
    assert "\n" not in str(problem.value)
    assert value not in str(problem.value) or name == "DATABASE_URL"
