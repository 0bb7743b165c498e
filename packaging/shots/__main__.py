"""Make the pictures of README and docs that are not what the program shows any more, or only name them (--check)."""

import os
import sys
import tempfile
from pathlib import Path

# Python puts the folder of this file on its path, not the one above.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# A screen that has room for the window; the platform's own is 800 pixels wide.
SCREEN = Path(__file__).resolve().parents[2] / "tests" / "screen.json"
os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={SCREEN}"


def main(check: bool) -> int:
    from PySide6.QtWidgets import QApplication

    from shots.comparing import MOST, difference, save
    from shots.scenes import ROOT, SHOTS, taken

    application = QApplication(sys.argv[:1])
    stale = 0
    for shot in SHOTS:
        with tempfile.TemporaryDirectory() as folder:  # a first start each time
            os.environ["KPGUI_SETTINGS"] = str(Path(folder) / "settings.ini")
            os.environ["KPGUI_STATE"] = str(Path(folder) / "state")
            image, path = taken(shot), ROOT / shot.path
        application.processEvents()
        differs = difference(image, path)
        if differs <= MOST:
            continue
        stale += 1
        print(f"{shot.path}: {differs:.1%} of it is different{'' if check else '; made anew'}", flush=True)
        if not check:
            save(image, path)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
