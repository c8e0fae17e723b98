"""The steps are read from the names of their files, without Alembic."""

from alembic.script import ScriptDirectory

from bot.database.upgrade import MIGRATIONS, _steps


def test_the_steps_are_those_that_alembic_runs_in_its_order() -> None:
    runs = reversed([*ScriptDirectory(str(MIGRATIONS)).walk_revisions()])
    assert [(each.number, each.what) for each in _steps()] == [
        (each.revision, each.doc.splitlines()[0]) for each in runs
    ]
