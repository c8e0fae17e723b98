"""Pieces of SVG as text. A drawing is 128 units wide and high; its pieces are laid one over the other."""

from zlib import crc32

SIZE = 128
RIGHT_HALF = "M64 0H128V128H64Z"


def document(*pieces: str, size: int = SIZE) -> str:
    """A whole file."""
    body = "".join(pieces)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{body}</svg>\n'


def shape(outline: str, fill: str, stroke: str = "", width: float = 0) -> str:
    """A filled area, with a line around it if a stroke is given."""
    return f'<path d="{outline}" fill="{fill}"{_stroke(stroke, width, "round")}/>'


def pointed(outline: str, fill: str, stroke: str = "", width: float = 0) -> str:
    """The same; its corners stay sharp."""
    return f'<path d="{outline}" fill="{fill}"{_stroke(stroke, width, "miter")}/>'


def line(course: str, stroke: str, width: float) -> str:
    """A line with round ends."""
    return f'<path d="{course}" fill="none" stroke-linecap="round"{_stroke(stroke, width, "round")}/>'


def disc(x: float, y: float, radius: float, fill: str, stroke: str = "", width: float = 0) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{_stroke(stroke, width, "round")}/>'


def oval(x: float, y: float, across: float, down: float, fill: str) -> str:
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{down:g}" fill="{fill}"/>'


def moved(piece: str, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1) -> str:
    """A piece that was drawn around the origin, somewhere else, turned and enlarged."""
    return f'<g transform="translate({x:g} {y:g}) rotate({turn:g}) scale({scale:g})">{piece}</g>'


def mirrored(piece: str) -> str:
    """Left and right swapped."""
    return f'<g transform="matrix(-1 0 0 1 {SIZE} 0)">{piece}</g>'


def faded(piece: str, opacity: float) -> str:
    return f'<g opacity="{opacity:g}">{piece}</g>'


def clipped(piece: str, outline: str) -> str:
    """What of a piece lies within an outline."""
    name = f"clip{crc32(outline.encode()):x}"
    return f'<clipPath id="{name}"><path d="{outline}"/></clipPath><g clip-path="url(#{name})">{piece}</g>'


def shaded(outline: str, fill: str, shadow: str, shade: str, stroke: str, width: float) -> str:
    """A filled area of which the part under a shadow is darker, with a line around it."""
    within = clipped(shape(shadow, shade), outline)
    return shape(outline, fill) + within + shape(outline, "none", stroke, width)


def _stroke(colour: str, width: float, join: str) -> str:
    return f' stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="{join}"' if colour else ""
