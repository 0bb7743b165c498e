"""Where the packaged program starts."""

import sys

from kpgui.__main__ import main

sys.exit(main())
