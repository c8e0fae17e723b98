"""The shape that tables really have, read from the database's own catalogue in a few milliseconds."""

from typing import Any

from sqlalchemy import Connection

from bot.database.shape import PARTIAL, POSTGRESQL, ColumnShape, IndexShape, TableShape, plain, words

FILE_COLUMNS = """
SELECT t.name, c.name, lower(c.type), c."notnull", c.dflt_value, c.pk, t.sql LIKE '%WITHOUT ROWID%'
FROM sqlite_master t, pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY t.name, c.cid
"""
FILE_REFERENCES = """
SELECT t.name, f."from", f."table" || '.' || f."to" FROM sqlite_master t, pragma_foreign_key_list(t.name) f
WHERE t.type = 'table'
"""
FILE_INDEXES = """
SELECT t.name, i.name, i."unique", x.name || CASE WHEN x."desc" THEN ' DESC' ELSE '' END, s.sql
FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) x, sqlite_master s
WHERE t.type = 'table' AND i.origin = 'c' AND x.key AND s.type = 'index' AND s.name = i.name
ORDER BY t.name, i.name, x.seqno
"""
VISIBLE = """
c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid)
AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e')
"""
"""Tables that statements without a schema mean, but none that an extension brought along."""
SERVER_COLUMNS = f"""
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid), coalesce(array_position(k.conkey, a.attnum), 0), false
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
WHERE {VISIBLE} ORDER BY c.relname, a.attnum
"""  # noqa: S608 - a constant
SERVER_REFERENCES = f"""
SELECT c.relname, a.attname, o.relname || '.' || b.attname
FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'
JOIN pg_class o ON o.oid = k.confrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
JOIN pg_attribute b ON b.attrelid = o.oid AND b.attnum = k.confkey[1]
WHERE {VISIBLE}
"""  # noqa: S608 - a constant
SERVER_INDEXES = f"""
SELECT c.relname, i.relname, x.indisunique,
       a.attname || CASE WHEN x.indoption[n] & 1 = 1 THEN ' DESC' ELSE '' END,
       CASE WHEN x.indpred IS NULL THEN '' ELSE 'INDEX WHERE {PARTIAL}' END
FROM pg_class c JOIN pg_index x ON x.indrelid = c.oid AND x.indisvalid AND NOT x.indisprimary
JOIN pg_class i ON i.oid = x.indexrelid
CROSS JOIN generate_series(0, x.indnkeyatts - 1) n
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[n]
WHERE {VISIBLE} ORDER BY c.relname, i.relname, n
"""  # noqa: S608 - a constant


def real(connection: Connection) -> dict[str, TableShape]:
    on_server = connection.dialect.name == POSTGRESQL
    tables = _tables(connection, SERVER_COLUMNS if on_server else FILE_COLUMNS)
    for table, column, target in _rows(connection, SERVER_REFERENCES if on_server else FILE_REFERENCES):
        if table in tables:
            tables[table].references.add((column, target))
    for table, name, unique, column, sql in _rows(connection, SERVER_INDEXES if on_server else FILE_INDEXES):
        if table in tables:
            _add_to_index(tables[table].indexes, name, str(column), str(sql), unique=bool(unique))
    return tables


def columns_of(connection: Connection) -> dict[str, set[str]]:
    """The names of all tables, with those of their columns."""
    query = SERVER_COLUMNS if connection.dialect.name == POSTGRESQL else FILE_COLUMNS
    return {name: {*table.columns} for name, table in _tables(connection, query).items()}


def _tables(connection: Connection, query: str) -> dict[str, TableShape]:
    tables: dict[str, TableShape] = {}
    keys: dict[str, dict[int, str]] = {}
    for table, column, type_, required, default, place, without_rowid in _rows(connection, query):
        shape = tables.setdefault(table, TableShape(without_rowid=bool(without_rowid)))
        shape.columns[column] = ColumnShape(type_, bool(required), plain(default))
        if place:
            keys.setdefault(table, {})[place] = column
    for table, places in keys.items():
        tables[table].key = tuple(places[place] for place in sorted(places))
    return tables


def _add_to_index(indexes: dict[str, IndexShape], name: str, column: str, sql: str, *, unique: bool) -> None:
    before = indexes[name].columns if name in indexes else ()
    _, where, only = words(sql).partition(" WHERE ")
    indexes[name] = IndexShape((*before, column), unique, only if where else None)


def _rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.exec_driver_sql(query)]
