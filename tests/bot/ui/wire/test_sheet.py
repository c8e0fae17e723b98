"""Whom a message allows to be mentioned: a new one whom it pings, an edit exactly whom it shows."""

from hypothesis import given
from hypothesis import strategies as st

from bot.ui.mentions import mention
from bot.ui.render import beside, layout
from bot.ui.wire.sheet import MOST_MENTIONS, Sheet, edited_body, message_body, without_pictures

PEOPLE = st.integers(1, 2**63 - 1)
WORDS = st.text(st.characters(exclude_characters="<>"), max_size=20)
BUTTON = {"type": 2, "label": "<@1>", "custom_id": "<@2>"}


@st.composite
def sheets(draw: st.DrawFn) -> tuple[Sheet, list[int]]:
    """A sheet, and the people in its texts in the order in which they first come."""
    lines = draw(st.lists(st.lists(PEOPLE | WORDS, max_size=5), max_size=5))
    texts = ["".join(each if isinstance(each, str) else mention(each) for each in line) for line in lines]
    people = [each for line in lines for each in line if isinstance(each, int)]
    beside_a_button: bool = draw(st.booleans())
    if texts and beside_a_button:
        last = texts.pop()
        return layout(*texts, rows=[[BUTTON]], below=[beside(last, BUTTON)]), [*dict.fromkeys(people)]
    return layout(*texts, rows=[[BUTTON]]), [*dict.fromkeys(people)]


@given(sheets())
def test_an_edit_allows_exactly_whom_its_texts_mention(made: tuple[Sheet, list[int]]) -> None:
    sheet, people = made
    allowed = edited_body(sheet)["allowed_mentions"]
    assert allowed["parse"] == []
    assert allowed.get("users", []) == [str(person) for person in people]


@given(sheets(), st.lists(PEOPLE, max_size=3))
def test_a_new_message_allows_whom_it_pings_and_nobody_else(
    made: tuple[Sheet, list[int]], pinged: list[int]
) -> None:
    assert message_body(made[0])["allowed_mentions"] == {"parse": []}
    allowed = message_body(made[0], pinged=pinged)["allowed_mentions"]
    assert allowed.get("users", []) == [str(person) for person in pinged]


def test_an_edit_allows_no_more_people_than_discord_takes() -> None:
    crowd = " ".join(map(mention, range(1, MOST_MENTIONS + 20)))
    assert len(edited_body(crowd)["allowed_mentions"]["users"]) == MOST_MENTIONS


def test_those_who_deleted_their_data_are_mentioned_nowhere() -> None:
    assert edited_body(mention(-5))["allowed_mentions"] == {"parse": []}


def test_a_message_without_pictures_keeps_everything_else() -> None:
    picture = {"id": "42", "name": "blue_7_1f3a2b"}
    named = {"type": 2, "label": "Play", "custom_id": "a", "emoji": picture}
    unnamed = {"type": 2, "custom_id": "b", "emoji": picture, "disabled": True}
    character = {"type": 2, "label": "Win", "custom_id": "c", "emoji": {"name": "🏆"}}
    body = message_body(layout("<:blue_7_1f3a2b:42>", rows=[[named, unnamed, character]]))
    plain = message_body(
        layout(
            "<:blue_7_1f3a2b:42>",
            rows=[
                [
                    {"type": 2, "label": "Play", "custom_id": "a"},
                    {"type": 2, "label": "blue 7", "custom_id": "b", "disabled": True},
                    character,
                ]
            ],
        )
    )
    assert without_pictures(body) == plain
    assert named["emoji"] == picture, "what was rendered is not changed"
