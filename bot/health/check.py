"""`python -m bot.health.check "$HEALTH_PORT"`: exits 0 if the bot beside it says that it is well.

Containers ask every half minute, so this needs nothing but the standard library and a tenth of a second.
"""

import http.client
import sys
from collections.abc import Sequence

WITHIN = 8.0
"""Seconds. The bot looks at its database before it answers."""
ANYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked, not opened
"""Where a server that listens on every address is asked."""


def main(arguments: Sequence[str]) -> int:
    answer = find_problem(" ".join(arguments).strip())
    if answer is None:
        return 0
    sys.stderr.write(f"{answer}\n")
    return 1


def find_problem(health_port: str) -> str | None:
    """Returns what is wrong, in a sentence or in the bot's own words, or None if the bot is well."""
    if not health_port:
        return "HEALTH_PORT is empty, so nobody can ask how the bot is. Set it to a port such as 9000."
    host, _, port = health_port.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (port.isascii() and port.isdigit()):
        return "HEALTH_PORT has to be a port such as 9000, or an address and a port: 0.0.0.0:9000."
    connection = http.client.HTTPConnection(ANYWHERE.get(host, host), int(port), timeout=WITHIN)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        said = answer.read().decode(errors="replace")
    except (OSError, http.client.HTTPException, OverflowError) as error:
        return f"Nothing that is well answers at HEALTH_PORT ({type(error).__name__})."
    finally:
        connection.close()
    return None if answer.status == http.HTTPStatus.OK else said or f"/health answered {answer.status}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
