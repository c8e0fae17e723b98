"""Draws the whole deck: python -m tools.art."""

from pathlib import Path

from tools.art import drawings
from tools.art.mark import avatar, icon
from tools.art.png import pixels, rendered

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "bot" / "ui" / "deck" / "images"
AVATAR, AVATAR_SIZE = ROOT / "docs" / "avatar.png", 512
ICON = ROOT / "sandbox" / "page" / "static" / "icon.svg"


def main() -> None:
    drawn = {f"{name}.png": rendered(drawing) for name, drawing in drawings().items()}
    for old in IMAGES.glob("*.png"):
        if old.name not in drawn:
            old.unlink()
            print(f"{old.name}  gone")
    for name, png in drawn.items():
        _write(IMAGES / name, png)
    _write(AVATAR, rendered(avatar(), AVATAR_SIZE))
    ICON.write_text(icon(), encoding="utf-8")
    total = sum(path.stat().st_size for path in IMAGES.glob("*.png"))
    print(f"{len(drawn)} emoji, {total:,} bytes")


def _write(path: Path, png: bytes) -> None:
    """A picture that looks the same stays: another zlib would give it another name at Discord."""
    if path.exists() and pixels(path.read_bytes()) == pixels(png):
        return
    path.write_bytes(png)
    print(f"{path.name}  {len(png):,} bytes")


if __name__ == "__main__":
    main()
