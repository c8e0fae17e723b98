"""Statements are compiled once, and find the same on both databases, whoever executes them."""

import gc
from datetime import date
from typing import Any

import pytest
from sqlalchemy import bindparam, func, select, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import MultipleResultsFound, NoResultFound

from bot.database import Database
from bot.database.schema import notes, people, puzzles
from bot.database.sql import Compiler, Rows
from tests.support.arenas import ArenaRig

DAY = date(2026, 11, 19)
TRY: dict[str, Any] = {"guild": 1, "day": DAY, "person": 2, "token": "7", "solved": True, "at": 0.5}


@pytest.fixture
def database(rig: ArenaRig) -> Database:
    return rig.database


async def test_truth_values_and_dates_come_back_as_they_were_saved(database: Database) -> None:
    await database.execute(puzzles.insert(), TRY)
    (found,) = await database.execute(select(puzzles).where(puzzles.c.day == bindparam("of")), {"of": DAY})
    assert (found.day, found.solved, found.shared) == (DAY, True, False)
    assert type(found.solved) is type(found.shared) is bool


async def test_lists_are_written_out_whatever_their_length(database: Database) -> None:
    await database.execute(notes.insert(), {"key": "one", "value": "1"})
    for keys in ([], ["one"], ["one", "two"], [f"{number}" for number in range(300)]):
        query = select(func.count()).select_from(notes).where(notes.c.key.in_(keys))
        assert (await database.execute(query)).scalar() == ("one" in keys)


async def test_rows_have_names_and_texts_none(database: Database) -> None:
    await database.execute(notes.insert(), {"key": "one", "value": "1"})
    (row,) = await database.execute(select(notes))
    assert (row.key, row.value) == ("one", "1")
    assert (await database.execute(select(notes))).mappings() == [{"key": "one", "value": "1"}]
    assert [*await database.execute(text("SELECT key, value FROM notes"))] == [("one", "1")]


async def test_a_change_says_how_many_rows_it_changed_or_what_it_returns(database: Database) -> None:
    async with database.writing() as link:
        await link.execute(people.insert(), [{"id": number, "notify": False} for number in range(3)])
    low = update(people).where(people.c.id < bindparam("below"))
    assert (await database.execute(low.values(notify=True), {"below": 2})).rowcount == 2
    found = await database.execute(low.values(notify=False).returning(people.c.id), {"below": 2})
    assert sorted(found.scalars()) == [0, 1]


async def test_a_transaction_happens_whole_or_not_at_all(database: Database) -> None:
    async def fail() -> None:
        async with database.writing() as link:
            await link.execute(notes.insert(), {"key": "one", "value": "1"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await database.execute(select(notes).where(notes.c.key == "one")) == []


def test_a_statement_is_compiled_once_for_the_values_that_it_is_given() -> None:
    compiler = Compiler(sqlite.dialect())
    change = update(people).where(people.c.id == bindparam("who"))
    first = compiler.sql_of(change, {"who": 1, "bell": True})
    assert compiler.sql_of(change, {"who": 2, "bell": False}) is first
    assert compiler.sql_of(change, {"who": 2, "notify": False}).text != first.text


def test_statements_for_one_occasion_are_forgotten() -> None:
    compiler = Compiler(sqlite.dialect())
    often = select(notes)
    first = compiler.sql_of(often, {})
    for _ in range(10):
        compiler.sql_of(select(notes).where(notes.c.key.in_(["one", "two"])), {})
    gc.collect()
    assert len(compiler._known) == 1
    assert compiler.sql_of(often, {}) is first


def test_a_second_row_is_no_answer_to_a_question_for_one() -> None:
    """As with SQLAlchemy's own results."""
    assert Rows((), 0).one_or_none() is None
    assert Rows([("one",)], 1).one_or_none() == Rows([("one",)], 1).one() == ("one",)
    with pytest.raises(MultipleResultsFound):
        Rows([("one",), ("two",)], 2).one_or_none()
    with pytest.raises(NoResultFound):
        Rows((), 0).one()
