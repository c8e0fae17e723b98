"""Presses that one process hands over to another."""

from sqlalchemy import BigInteger, Column, Double, String, Table

from bot.database.schema.base import metadata

letters = Table(
    "letters",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", String, nullable=False),
    Column("at", Double, nullable=False),
)
