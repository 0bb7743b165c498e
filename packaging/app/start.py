"""Where the packaged program starts."""

import os
import sys

from kpgui.__main__ import main
from kpgui.process import portable_folder

if folder := portable_folder():
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")  # of fonts and shaders, by libraries of the system
sys.exit(main())
