"""The program's icon in pixels: `python icons.py FOLDER` makes FOLDER/16x16/apps/kpgui.png and so on.

With `--programs` it makes FOLDER/kpgui.ico for Windows and FOLDER/kpgui.icns for macOS instead.
"""

import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
DRAWING = Path(__file__).resolve().parents[3] / "resources" / "icons" / "kpgui.svg"


OF_WINDOWS = tuple((size, size) for size in (16, 24, 32, 48, 64, 128, 256))
OF_MACOS = (16, 32, 64, 128, 256, 512, 1024)


def drawn(size: int) -> QImage:
    """The icon with sides of so many pixels. An application must exist."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter)
    painter.end()
    return image


def write_theme(folder: Path) -> None:
    """Writes the icon in all sizes, as a theme of icons has them."""
    for size in SIZES:
        path = folder / f"{size}x{size}" / "apps" / "kpgui.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not drawn(size).save(str(path)):
            sys.exit(f"kpgui: {path} cannot be written.")


def write_programs(folder: Path) -> None:
    """Writes the icons that are inside a program of Windows and of macOS: each size drawn, none made smaller."""
    folder.mkdir(parents=True, exist_ok=True)
    of_windows = [pillow(drawn(size)) for size, _ in OF_WINDOWS]
    of_windows[-1].save(folder / "kpgui.ico", sizes=OF_WINDOWS, append_images=of_windows[:-1])
    of_macos = [pillow(drawn(size)) for size in OF_MACOS]
    of_macos[-1].save(folder / "kpgui.icns", append_images=of_macos[:-1])


def pillow(image: QImage) -> Image.Image:
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return Image.frombytes("RGBA", (plain.width(), plain.height()), bytes(plain.constBits()))


if __name__ == "__main__":
    application = QGuiApplication(["icons", "-platform", "offscreen"])
    (write_programs if "--programs" in sys.argv else write_theme)(Path(sys.argv[1]))
