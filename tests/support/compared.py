"""Remembers which tables were compared and found right: nearly all tests open the same ones, and to compare
them takes longer than the rest of a short test."""

from sqlalchemy import Connection

from bot.database.compare import differences

IN_FILE = "SELECT type, name, tbl_name, sql FROM sqlite_master"
ON_SERVER = """
SELECT concat_ws(' ', a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity,
    a.attgenerated, pg_get_expr(d.adbin, d.adrelid), current_database())
FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE pg_table_is_visible(a.attrelid) AND a.attrelid >= 16384
UNION ALL SELECT pg_get_constraintdef(oid, true) || conrelid || convalidated FROM pg_constraint
WHERE pg_table_is_visible(conrelid)
UNION ALL SELECT pg_get_indexdef(indexrelid) || indisvalid FROM pg_index
WHERE pg_table_is_visible(indrelid) AND indrelid >= 16384
ORDER BY 1
"""
"""Numbers below belong to the server's own tables."""
_right: set[tuple[object, ...]] = set()


def differences_once(connection: Connection) -> list[str]:
    on_server = connection.dialect.name == "postgresql"
    tables = tuple(map(tuple, connection.exec_driver_sql(ON_SERVER if on_server else IN_FILE)))
    if tables in _right:
        return []
    found = differences(connection)
    if not found:
        _right.add(tables)
    return found
