"""Compiles the catalogues of the languages before hatch builds the wheel or installs the checkout to be edited."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from compiling import compile_catalogues


class CatalogueHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles into the checkout, from which the wheel takes them."""
        compile_catalogues(Path(self.root))
