"""Make contact sheets of the window in every look, one picture for each, and say what is cut or overlaps in them."""

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

TILE = 640, 400
"""Most pixels of a tile."""

ACROSS = 5

SCREEN = '{"screens": [{"name": "large", "x": 0, "y": 0, "width": 3840, "height": 2160, "logicalDpi": 96, "dpr": 1}]}'


def main(names: list[str], folder: Path | None) -> int:
    """names: of the looks, all if none is given. folder: where the sheets go; without one nothing is written."""
    with tempfile.TemporaryDirectory() as own:
        (Path(own) / "screen.json").write_text(SCREEN)
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={own}/screen.json"
        os.environ["KPGUI_SETTINGS"], os.environ["KPGUI_STATE"] = f"{own}/settings.ini", f"{own}/state"
        return _made(names, folder)


def _made(names: list[str], folder: Path | None) -> int:
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from shots.looks import LOOKS, opened, problems, scenes

    application = QApplication(sys.argv[:1])
    found = 0
    for look in LOOKS:
        if names and look.name not in names:
            continue
        Path(os.environ["KPGUI_SETTINGS"]).unlink(missing_ok=True)
        tiles = []
        with opened(look) as window:
            for name, widget in scenes(window):
                for _ in range(100):  # until all is laid out, however busy the machine is
                    QTest.qWait(20)
                    wrong = problems(widget)
                    if not wrong:
                        break
                found += len(wrong)
                for each in wrong:
                    print(f"{look.name}: {name}: {each}", flush=True)
                if folder is not None:
                    tiles.append((name, widget.grab().toImage()))
        application.processEvents()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            _sheet(tiles).save(str(folder / f"{look.name}.png"))
    return 1 if found else 0


def _sheet(tiles: "list[tuple[str, QImage]]") -> "QImage":
    """One picture of all, each with its name below."""
    from PySide6.QtCore import QRect, Qt
    from PySide6.QtGui import QImage, QPainter

    width, height = TILE
    rows = -(-len(tiles) // ACROSS)
    sheet = QImage(ACROSS * (width + 8), rows * (height + 32), QImage.Format.Format_RGB32)
    sheet.fill(Qt.GlobalColor.gray)
    painter = QPainter(sheet)
    for k, (name, image) in enumerate(tiles):
        x, y = (k % ACROSS) * (width + 8), (k // ACROSS) * (height + 32)
        shown = image
        if image.width() > width or image.height() > height:
            kinds = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            shown = image.scaled(width, height, *kinds)
        painter.drawImage(x, y, shown)
        painter.drawText(QRect(x, y + height + 4, width, 24), Qt.AlignmentFlag.AlignLeft, name)
    painter.end()
    return sheet


if __name__ == "__main__":
    options = [each for each in sys.argv[1:] if each.startswith("--sheets=")]
    looks = [each for each in sys.argv[1:] if each not in options]
    sys.exit(main(looks, Path(options[0].partition("=")[2]) if options else None))
