"""What has been sent is not held in memory: every button and form is known by its custom id."""

import ast
import asyncio
from pathlib import Path

import bot
from tests.support.evening import Evening, eventually, panel_of, picks_on


async def test_discord_py_holds_on_to_no_panel_no_board_and_no_form(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("bidbattle")
    await ann.press("Other bid…", on=panel_of(ann))
    await bob.press(picks_on(panel_of(bob))[0].custom_id, on=panel_of(bob))
    await bob.slash("resign")
    assert ann.sees().form is not None
    store = evening.bot._connection._view_store
    assert (store._views, store._synced_message_views, store._modals) == ({}, {}, {})
    assert [name for task in asyncio.all_tasks() if "timeout" in (name := str(task.get_coro()))] == []


def test_every_view_is_made_where_it_is_let_go() -> None:
    makers = set()
    for path in Path(bot.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("LayoutView", "ui.View")):
                makers.add(path.name)
    assert makers == set()


async def test_what_is_at_rest_is_forgotten_and_painted_again_after_a_pick(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels("highlow", pace="a day per pick")
    announcer = evening.bot.services.announcer
    await eventually(evening.all_is_painted)
    announcer.rest()
    assert len(announcer._latest) == 1  # its panels can still be edited
    evening.pass_time(15 * 60)
    await eventually(evening.all_is_painted)
    announcer.rest()
    assert (announcer._latest, announcer.boards._painted, len(announcer.panels)) == ({}, {}, 0)
    for person in (ann, bob):
        await person.slash("hand")
        await person.press(picks_on(panel_of(person))[0].custom_id, on=panel_of(person))
    await eventually(evening.all_is_painted)
    assert "Round 2" in str(ann.sees())
