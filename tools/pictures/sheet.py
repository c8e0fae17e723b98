"""One page with all pictures side by side, to look at them one by one."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from tools.pictures.camera import Shot

STYLE = """
body { margin: 24px; background: #888; font: 15px/1.4 system-ui, sans-serif }
h2 { margin: 32px 0 8px } h3 { margin: 20px 0 6px; font-size: 15px }
div { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px }
figure { margin: 0 } figcaption { font-size: 12px } img { display: block; max-width: 690px }
"""


def write_sheet(folder: Path, shots: Iterable[Shot]) -> Path:
    parts = [f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{STYLE}</style>"]
    group = ""
    for shot in shots:
        if shot.group != group:
            group = shot.group
            parts.append(f"<h2>{escape(group)}</h2>")
        figures = (_figure(look, path) for look, path in shot.files.items())
        title = f"{escape(shot.name)}, {shot.height:.0f} px high on a phone"
        parts.append(f"<h3>{title}</h3><div>{''.join(figures)}</div>")
    page = folder / "index.html"
    page.write_text("\n".join(parts), encoding="utf-8")
    return page


def _figure(look: str, path: Path) -> str:
    picture = f'<img loading=lazy alt="" src="{escape(path.name)}">'
    return f"<figure><figcaption>{escape(look)}</figcaption>{picture}</figure>"
