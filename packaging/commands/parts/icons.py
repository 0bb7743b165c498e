"""The program's icon in pixels: `python icons.py FOLDER` makes FOLDER/16x16/apps/kpgui.png and so on."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
DRAWING = Path(__file__).resolve().parents[3] / "resources" / "icons" / "kpgui.svg"


def main(folder: Path) -> None:
    """Writes the icon in all sizes."""
    application = QGuiApplication(["icons", "-platform", "offscreen"])
    renderer = QSvgRenderer(str(DRAWING))
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        path = folder / f"{size}x{size}" / "apps" / "kpgui.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not image.save(str(path)):
            sys.exit(f"kpgui: {path} cannot be written.")
    del application


if __name__ == "__main__":
    main(Path(sys.argv[1]))
