"""Every custom id that commit c380a778, the version before, has posted still finds its handler.

The list was recorded from that commit at play, and completed from its code. Messages with these ids are out
there; never remove one that it posts.
"""

import pytest

from bot.router import find, routes
from bot.ui.duels.number_form import NumberEntry
from bot.ui.ids import CustomId, DuelAction, Verb
from bot.ui.wire.press import Kind

ON_MESSAGES = (
    "duel:accept:53a8f9078144a",
    "duel:decline:53a8f9078144a",
    "duel:withdraw:53a8f9078144a",
    "duel:computer:29aaa5719dbad",
    "duel:level:693b6130922f1:0:sprout",
    "duel:level:693b6130922f1:0:magpie",
    "duel:level:693b6130922f1:0:fox",
    "duel:level:693b6130922f1:0:badger",
    "duel:level:693b6130922f1:0:oracle",
    "duel:hand:53a8f9078144a",
    "duel:pick:53a8f9078144a:1:1",
    "duel:pick:67d43369894e7:1:20",
    "duel:pick:67d43369894e7:1:100",
    "duel:pick:92a60b3cd4553:10:5",
    "duel:pick:cfa500b07865c:1:give",
    "duel:pick:cfa500b07865c:1:keep",
    "duel:pick:cfa500b07865c:4:throw",
    "duel:confirm:89927fc8338cf:3:2",
    "duel:number:67d43369894e7:1",
    "duel:resign:53a8f9078144a:1",
    "duel:resignnow:bc4ba5ed05e76:1",
    "duel:back:89927fc8338cf:3",
    "duel:bell:53a8f9078144a:1:off",
    "duel:bell:53a8f9078144a:1:on",
    "duel:hand:53a8f9078144a:2",
    "duel:bell:53a8f9078144a:2:off",
    "duel:vote:53a8f9078144a:1:0",
    "duel:vote:53a8f9078144a:1:1",
    "duel:rematch:53a8f9078144a",
    "duel:rematch:53a8f9078144a:0:sprout",
    "duel:rematch:632d550d3091d:0:magpie",
    "duel:rematch:f64cbc2c443a:0:fox",
    "duel:rematch:693b6130922f1:0:badger",
    "duel:rematch:53a8f9078144a:0:oracle",
    "duel:step:f2989a8a9acc6:1",
    "duel:step:e0261111847d9:2",
    "duel:step:f2989a8a9acc6:13",
    "duel:step:f2989a8a9acc6:1:first",
    "duel:step:f2989a8a9acc6:1:back",
    "duel:step:f2989a8a9acc6:2:next",
    "duel:step:f2989a8a9acc6:13:last",
    "duel:step:f2989a8a9acc6:4:turning",
    "duel:review:53a8f9078144a",
    "duel:page:c2d98916d4f82",
    "duel:page:e26e99e843447:1",
    "duel:page:e26e99e843447:4:turning",
    "duel:fair:53a8f9078144a",
    "duel:share:53a8f9078144a",
    "duel:more:53a8f9078144a",
    "duel:more:53a8f9078144a:2",
    "duel:resignnow:bc4ba5ed05e76:1:off",
    "ask:1572004997162336262:ten",
    "ask:1572004997162336262:digitduel",
    "ask:1572004997162336262:bidbattle",
    "ask:1572004997162336262:highlow",
    "ask:1572004997162336262:numbermatch",
    "play:bidbattle:sprout",
    "play:bidbattle:magpie",
    "play:bidbattle:fox",
    "play:bidbattle:badger",
    "play:bidbattle:oracle",
    "play:ten:sprout",
    "help:start",
    "help:rules",
    "help:commands",
    "ask:1572004997162336262:",
    "ask:0:",
    "ask:0:ten",
    "rules:ten",
    "rules:numbermatch",
    "puzzle:open:739996",
    "puzzle:try:739996:13",
    "puzzle:try:739997:1",
    "puzzle:try:739996:none",
    "puzzle:share:739996",
    "best:*:0:1:game",
    "best:ten:202612:1:game",
    "best:*:0:0:me",
    "best:*:0:1:first",
    "best:*:0:1:back",
    "best:*:0:2:next",
    "best:*:0:80:last",
    "best:*:0:1:alltime",
    "best:*:202701:1:thismonth",
    "best:*:202612:1:lastmonth",
    "best:*:202612:2:next",
    "best:ten:0:1:alltime",
    "best:ten:202701:1:thismonth",
    "best:ten:202612:1:lastmonth",
    "best:ten:0:2:next",
    "best:numbermatch:202701:0:me",
    "past:1572005106793054213::latest:0",
    "past:1572005102825242629::older:3",
    "past:1572005102825242629::newer:2",
    "past:1572005275882225670:ten:older:3",
    "past:1572005275882225670:ten:newer:3",
    "open",
    "settings:channels",
    "settings:pace",
    "settings:challengers",
    "settings:role",
    "settings:mentions",
    "settings:threads:on",
    "settings:threads:off",
    "settings:rated:on",
    "settings:rated:off",
    "settings:panel",
    "settings:reset",
    "settings:which",
    "settings:resetnow:all",
    "settings:resetnow:ten",
    "settings:resetnow:digitduel",
    "settings:undo:1",
    "mydata:delete:1572005275882225670",
    "mydata:keep:1572005275882225670",
)
FORMS = ("number:858c4d8365aed:1:1572004958767677445",)


def read(kind: Kind, custom_id: str) -> CustomId | None:
    found = find(routes(), kind, custom_id)
    return None if found is None else found[1]


@pytest.mark.parametrize("custom_id", ON_MESSAGES)
def test_what_was_posted_finds_its_handler_and_is_written_the_same_way(custom_id: str) -> None:
    said = read(Kind.COMPONENT, custom_id)
    assert said is not None
    assert str(said) == custom_id


@pytest.mark.parametrize("custom_id", FORMS)
def test_a_form_that_was_open_finds_its_handler(custom_id: str) -> None:
    said = read(Kind.FORM, custom_id)
    assert isinstance(said, NumberEntry)
    assert str(said) == custom_id


def test_a_form_is_no_component_and_a_component_no_form() -> None:
    assert all(read(Kind.FORM, each) is None for each in ON_MESSAGES)
    assert all(read(Kind.COMPONENT, each) is None for each in FORMS)


def test_the_list_has_every_verb_of_a_duels_buttons() -> None:
    listed = {said.verb for said in map(DuelAction.read, ON_MESSAGES) if said is not None}
    assert listed == {*Verb}
