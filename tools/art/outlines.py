"""Outlines that several drawings use, as the text of a path."""

from math import cos, pi, sin


def rounded(left: float, top: float, wide: float, high: float, radius: float) -> str:
    """A rectangle with round corners."""
    r = f"{radius:g} {radius:g} 0 0 1"
    right, bottom = left + wide, top + high
    return (
        f"M{left + radius:g} {top:g}H{right - radius:g}A{r} {right:g} {top + radius:g}V{bottom - radius:g}"
        f"A{r} {right - radius:g} {bottom:g}H{left + radius:g}A{r} {left:g} {bottom - radius:g}"
        f"V{top + radius:g}A{r} {left + radius:g} {top:g}Z"
    )


def cut(left: float, top: float, wide: float, high: float, off: float) -> str:
    """A rectangle that lacks its upper right and its lower left corner."""
    right, bottom = left + wide, top + high
    return (
        f"M{left:g} {top:g}H{right - off:g}L{right:g} {top + off:g}V{bottom:g}H{left + off:g}"
        f"L{left:g} {bottom - off:g}Z"
    )


def diamond(x: float, y: float, radius: float) -> str:
    return f"M{x:g} {y - radius:g}L{x + radius:g} {y:g}L{x:g} {y + radius:g}L{x - radius:g} {y:g}Z"


def star(x: float, y: float, radius: float, points: int = 5, depth: float = 0.45) -> str:
    """Its inner corners lie at a part of its radius, the depth."""
    corners = []
    for step in range(2 * points):
        reach = radius * (depth if step % 2 else 1)
        angle = pi * step / points
        corners.append(f"{x + reach * sin(angle):.2f} {y - reach * cos(angle):.2f}")
    return f"M{'L'.join(corners)}Z"


def scalloped(x: float, y: float, radius: float, bumps: int) -> str:
    """A disc with a rim of bumps."""
    corners = [
        f"{x + radius * sin(2 * pi * step / bumps):.2f} {y - radius * cos(2 * pi * step / bumps):.2f}"
        for step in range(bumps)
    ]
    bump = radius * sin(pi / bumps) * 1.05
    arcs = "".join(f"A{bump:.2f} {bump:.2f} 0 0 1 {corner}" for corner in [*corners[1:], corners[0]])
    return f"M{corners[0]}{arcs}Z"
