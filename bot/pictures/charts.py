"""Draws pictures as PNG files. The bot itself never imports this module: `drawing.py` says why."""

from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator, PercentFormatter

from bot.pictures.picture import (
    BACKGROUND,
    FAINT,
    HEIGHT,
    INK,
    WIDTH,
    ChancePicture,
    Picture,
    RatingLine,
    RatingPicture,
    colour,
)

DPI = 100
TEXT = 16
"""The size of letters in points; a phone shows the picture at less than half its size."""
MARKERS = "osD^vP"
MARKED_POINTS = 40
"""A line with more points than this gets no markers: they couldn't be told apart."""
LEAST_SPAN = 60.0
"""The height of the chart in rating points at least, so that a small change looks small."""


def draw(picture: Picture) -> bytes:
    if isinstance(picture, RatingPicture):
        return rating_chart(picture)
    return chance_chart(picture)


def rating_chart(picture: RatingPicture) -> bytes:
    figure, axes = _empty_chart()
    last = max(number for line in picture.lines for number, _ in line.points)
    for line in picture.lines:
        _draw_rating(axes, line, last)
    _frame_ratings(axes, picture, last)
    figure.legend(
        loc="outside upper left", ncols=3, frameon=False, labelcolor=INK, fontsize=TEXT - 1, handlelength=1.2
    )
    return _png(figure)


def _draw_rating(axes: Axes, line: RatingLine, last: int) -> None:
    """Draws the line of one rating, and a dotted line to the present: it hasn't changed since."""
    numbers = [number for number, _ in line.points]
    ratings = [rating for _, rating in line.points]
    shade = colour(line.colour).code
    marker = MARKERS[line.colour % len(MARKERS)]
    size = 7 if len(numbers) <= MARKED_POINTS else 0
    axes.plot(numbers, ratings, color=shade, linewidth=3, marker=marker, markersize=size, label=line.label)
    axes.plot([numbers[-1], last], [ratings[-1]] * 2, color=shade, linewidth=2, linestyle=":")
    axes.plot([last], [ratings[-1]], color=shade, marker=marker, markersize=10, clip_on=False)


def _frame_ratings(axes: Axes, picture: RatingPicture, last: int) -> None:
    ratings = [rating for line in picture.lines for _, rating in line.points]
    middle = (min(ratings) + max(ratings)) / 2
    half = max(max(ratings) - min(ratings), LEAST_SPAN) * 0.58
    axes.set_ylim(middle - half, middle + half)
    axes.set_xlim(min(0, last - 1), last + 0.02 * last)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_xlabel("rated duels")


def chance_chart(picture: ChancePicture) -> bytes:
    figure, axes = _empty_chart()
    chances = picture.chances
    turns = range(len(chances))
    axes.fill_between(turns, 0, chances, color=colour(0).code, linewidth=0)
    axes.fill_between(turns, chances, 1, color=colour(1).code, linewidth=0)
    axes.plot(turns, chances, color=BACKGROUND, linewidth=4, clip_on=False)
    axes.axhline(0.5, color=BACKGROUND, linewidth=1.5, linestyle=":")
    axes.set_ylim(0, 1)
    axes.set_xlim(0, max(len(chances) - 1, 1))
    axes.set_yticks([0, 0.5, 1])
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_locator(MaxNLocator(9, integer=True))
    axes.set_xlabel(picture.unit)
    if picture.turning is not None:
        _mark(axes, picture.turning, chances)
    return _png(figure)


def _mark(axes: Axes, turning: int, chances: tuple[float, ...]) -> None:
    """Marks the turning point; its words stand on the side that has room."""
    chance = chances[turning]
    axes.axvline(turning, color=BACKGROUND, linewidth=2, linestyle="--")
    axes.plot([turning], [chance], marker="o", markersize=15, color=BACKGROUND, clip_on=False, zorder=5)
    axes.plot([turning], [chance], marker="o", markersize=8, color=INK, clip_on=False, zorder=6)
    late = turning > len(chances) / 2
    axes.annotate(
        "turning point",
        (turning, 0.12 if chance > 0.5 else 0.88),
        xytext=(-10 if late else 10, 0),
        textcoords="offset points",
        ha="right" if late else "left",
        va="center",
        color=INK,
        fontsize=TEXT,
        bbox={"boxstyle": "round,pad=0.25", "facecolor": BACKGROUND, "edgecolor": "none"},
    )


def _empty_chart() -> tuple[Figure, Axes]:
    margins = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.1)
    figure = Figure((WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=BACKGROUND, layout=margins)
    axes = figure.add_subplot(facecolor=BACKGROUND)
    axes.tick_params(colors=INK, labelsize=TEXT, length=0)
    axes.xaxis.label.set(color=INK, fontsize=TEXT)
    axes.grid(visible=True, color=FAINT, linewidth=1)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    return figure, axes


def _png(figure: Figure) -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png", facecolor=BACKGROUND)
    return file.getvalue()
