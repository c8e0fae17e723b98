"""The names of small pictures, and the plain signs that stand in for them."""

from bot.ratings.model import MU
from bot.ui.marks import MEDALS, face, plain, rank_mark
from games.levels import LEVELS


def test_every_level_has_a_face_of_its_own() -> None:
    faces = [plain(face(each.key)) for each in LEVELS]
    assert all(faces)
    assert len({*faces}) == len(LEVELS)


def test_every_medal_has_a_sign() -> None:
    assert [plain(MEDALS[rank]) for rank in (1, 2, 3)] == ["🥇", "🥈", "🥉"]


def test_a_higher_rating_never_has_a_lower_rank_and_all_six_are_reached() -> None:
    ranks = [rank_mark(rating) for rating in range(800, 2400, 10)]
    assert ranks == sorted(ranks)
    assert {*ranks} == {f"rank_{number}" for number in range(1, 7)}


def test_everybody_starts_in_the_third_rank() -> None:
    assert rank_mark(round(MU)) == "rank_3"


def test_what_has_no_plain_sign_is_left_out() -> None:
    assert plain("rank_3") == ""
