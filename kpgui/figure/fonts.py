"""The program's typeface: Inter, which ships with it (resources/fonts, SIL Open Font License)."""

from functools import lru_cache

from PySide6.QtGui import QFontDatabase

from kpgui.model.errors import KpguiError
from kpgui.model.resources import resource

FILES = ("Inter-Regular.otf", "Inter-SemiBold.otf")


@lru_cache(maxsize=1)
def load_fonts() -> str:
    """The family name of the shipped typeface, regular and semi-bold, loaded at the first call.

    Needs a QGuiApplication. Raises KpguiError when a font file is missing or damaged.
    """
    families = []
    for name in FILES:
        path = resource("fonts", name)
        families += QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
        if not families:
            raise KpguiError(f"The font {path} is missing or damaged; install the program again.")
    return families[0]
