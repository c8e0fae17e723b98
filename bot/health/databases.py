"""What a host is told of a database that can't be used. Nothing of its address is repeated."""

import sqlite3

from sqlalchemy.exc import DBAPIError

DATABASE_URL = "DATABASE_URL"
ADVICE = {
    "InvalidAuthorizationSpecificationError": "Check the user and the password in that address.",
    "InvalidCatalogNameError": "Make that database, or correct its name in that address.",
    "TooManyConnectionsError": "Let the server take more connections (max_connections), or stop others.",
    "CannotConnectNowError": "Start the bot again when the server is ready.",
}
"""What to do about what a server says, by the errors of its driver."""
SILENT = "Check the host and the port in that address, and that the server runs."


def is_of_server(problem: BaseException | None, *names: str) -> bool:
    """Whether it is one of these errors of PostgreSQL's driver. They are known by their names, so that a bot
    on a file need not load the driver to say what is wrong."""
    kinds = type(problem).__mro__
    return any(kind.__module__.startswith("asyncpg.") and kind.__name__ in names for kind in kinds)


def is_of_database(problem: BaseException) -> bool:
    return isinstance(problem, DBAPIError | sqlite3.Error) or is_of_server(
        problem, "PostgresError", "InterfaceError"
    )


def of_database(problem: BaseException, setting: str = DATABASE_URL) -> str:
    """A sentence for what a driver said; `setting` is where the host has named the database."""
    driver = _driver_of(problem)
    if is_of_server(driver, "InsufficientPrivilegeError"):
        return may_not(setting, _reason(driver))
    if is_of_server(driver, "ReadOnlySQLTransactionError"):
        return only_reads(setting)
    return f"The database at {setting} can't be used: {_reason(driver)}.{advice_about(driver)}"


def may_not(setting: str, what: str) -> str:
    return (
        f"The user in {setting} may not do what the bot needs: {what}. As the server's "
        "administrator, run: GRANT ALL ON SCHEMA public TO that user, or make it the database's owner."
    )


def only_reads(setting: str) -> str:
    return f"The server at {setting} only lets the bot read. Name the server that can be written to."


def advice_about(cause: BaseException | None) -> str:
    """What to do about an error of a server, as a sentence to append."""
    for name, advice in ADVICE.items():
        if is_of_server(cause, name):
            return f" {advice}"
    return f" {SILENT}" if isinstance(cause, OSError | TimeoutError) else ""


def _driver_of(problem: BaseException) -> BaseException:
    """What the driver raised, without what SQLAlchemy put around it."""
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
    return cause.__cause__ if cause is not problem and cause.__cause__ is not None else cause


def _reason(problem: BaseException) -> str:
    """The first line of what the driver says; it holds neither values nor the address."""
    said = str(problem).strip()
    if not said and isinstance(problem, TimeoutError):
        return "it does not answer"
    return (said.splitlines() or [type(problem).__name__])[0].rstrip(".")
