"""Puts the top-level folder migrations/ into the wheel, as bot.migrations. All else is in pyproject.toml."""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["bot*", "games*", "gauntlet*", "sandbox*"]),
        "bot.migrations",
        "bot.migrations.versions",
    ],
    package_dir={"bot.migrations": "migrations"},
)
