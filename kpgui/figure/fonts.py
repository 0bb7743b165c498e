"""The program's typeface: Inter, which ships with it (resources/fonts, SIL Open Font License)."""

from functools import lru_cache

from PySide6.QtGui import QFontDatabase

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.process import resource

FILES = ("Inter-Regular.otf", "Inter-SemiBold.otf")


@lru_cache(maxsize=1)
def load_fonts() -> str:
    """The family name of the shipped typeface, regular and semi-bold, loaded at the first call.

    Needs a QGuiApplication. Raises KpguiError when a font file is missing or damaged.
    """
    # From memory: the order of fonts in a PDF depends on the names of their files, hence on where the program is.
    families = []
    for name in FILES:
        path = resource("fonts", name)
        content = path.read_bytes() if path.is_file() else b""
        families += QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFontFromData(content))
        if not families:
            raise KpguiError(_("The font {path} is missing or damaged; install the program again.").format(path=path))
    return families[0]
