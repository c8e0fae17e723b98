"""A host deletes somebody who can't use the bot any more, because they were banned or have left."""

from bot.cli import forget
from tests.support.evening import Evening, eventually


async def test_a_person_whom_the_host_names_is_deleted_at_the_next_start(evening: Evening) -> None:
    ann, bob = await evening.duel("ten")
    await evening.close()
    assert "will be deleted" in await forget(ann.user.id, evening.address)
    await evening.open()

    async def is_gone() -> bool:
        files = await evening.bot.services.export.files(ann.user.id, 0.0, 10**7)
        return not files or b'"kind": "duel"' not in files[0][1]

    await eventually(is_gone)
    await bob.wait_for("former player")
