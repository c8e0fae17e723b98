"""Makes slash commands that can't be carried out: unknown ones, and known ones with impossible options."""

from copy import deepcopy
from random import Random

from bench.fuzz import bad_values
from sandbox.wire import CommandType, OptionType, Wire

NESTED = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
NOBODY = "123456789012345678"


def impossible(commands: list[Wire], random: Random) -> Wire:
    """A command that the bot has to refuse."""
    command = random.choice(commands)
    data: Wire = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if random.random() < 0.1:
        return data | {"name": bad_values.text(random) or "?", "id": NOBODY}
    if command["type"] != CommandType.CHAT_INPUT:
        return data | {"target_id": NOBODY, "resolved": {}}
    known, path = command.get("options") or [], []
    while known and known[0]["type"] in NESTED:
        inner = random.choice(known)
        path.append(inner)
        known = inner.get("options") or []
    options = [_impossible_option(known, random)]
    for inner in reversed(path):
        name = inner["name"] if random.random() < 0.9 else bad_values.text(random)
        options = [{"name": name, "type": int(inner["type"]), "options": options}]
    return data | {"options": options, "resolved": {}}


def _impossible_option(known: list[Wire], random: Random) -> Wire:
    """An unknown option, a wrong type, a value that is not offered, or an unknown person."""
    if not known or random.random() < 0.3:
        return {"name": "no_such_option", "type": 3, "value": bad_values.text(random)}
    option = deepcopy(random.choice(known))
    wrong: Wire = {"name": option["name"], "type": int(option["type"])}
    if option["type"] == OptionType.USER:
        return wrong | {"value": random.choice((NOBODY, "1", str(2**63), str(2**64)))}
    if option.get("choices") and random.random() < 0.5:
        odd = 17 if option["type"] == OptionType.INTEGER else "no such choice"
        return wrong | {"value": odd}
    other = random.choice([each for each in (3, 4, 5, 10) if each != option["type"]])
    value = {3: "x", 4: 2**53, 5: True, 10: 0.5}[other]
    return wrong | {"value": value, "type": random.choice((other, int(option["type"])))}
