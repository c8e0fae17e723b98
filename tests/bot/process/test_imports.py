"""What a bot on SQLite does not load, because it would take memory for nothing."""

import subprocess
import sys

UNUSED = (
    *("alembic", "mako", "asyncpg", "sqlalchemy.orm", "sqlalchemy.ext.asyncio"),
    *("numpy", "matplotlib", "bot.doctor", "bot.live_check", "bot.database.move"),
)
PROGRAM = f"import sys, bot.__main__; print(*(name for name in {UNUSED} if name in sys.modules))"


def test_the_bot_loads_nothing_that_only_upgrades_servers_or_commands_need() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
