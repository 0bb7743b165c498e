"""Stopping points of a run, as the command line names them: `250`, `mistake:3`, `epoch:2` or `end`.

Imports no NumPy, because the command line reads them before anything else is loaded.
"""

import re
from typing import Literal, NamedTuple

from kpgui.language import _
from kpgui.model.errors import KpguiError, short

_TEXT = re.compile(r"(?:(?P<unit>mistake|epoch):)?(?P<at>[0-9]{1,18})")
"""At most 18 digits: Python refuses to parse more than 4300, and no run is longer."""


class StoppingPoint(NamedTuple):
    """Where to stop a run: after `at` steps, just after the `at`-th mistake, at the end of the `at`-th epoch.

    0 of any unit is the start, and `end` the end of the run, whatever the number.
    """

    unit: Literal["step", "mistake", "epoch", "end"]
    at: int = 0

    @classmethod
    def parse(cls, text: str) -> "StoppingPoint":
        """Raises KpguiError for another text.

        >>> StoppingPoint.parse("mistake:3")
        StoppingPoint(unit='mistake', at=3)
        """
        if text == "end":
            return END
        match = _TEXT.fullmatch(text)
        if match is None:
            raise KpguiError(
                _("{text!r} is no place in a run; write a step as 250, mistake:3, epoch:2 or end.").format(
                    text=short(text)
                )
            )
        return cls(match["unit"] or "step", int(match["at"]))  # type: ignore[arg-type]  # as the pattern says

    def __str__(self) -> str:
        if self.unit == "end":
            return "end"
        return str(self.at) if self.unit == "step" else f"{self.unit}:{self.at}"


END = StoppingPoint("end")
