"""Commands."""

from sandbox.wire import Wire


def check_command(body: Wire, others: list[Wire]) -> None: ...
def check_commands(bodies: list[Wire]) -> None: ...
