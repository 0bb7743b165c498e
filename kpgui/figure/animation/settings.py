"""The settings of an animation: which moments of a run it shows, and how fast."""

from dataclasses import dataclass
from typing import ClassVar

from kpgui.model.param import Declared, param

MOST = 1000
"""Most frames of an animation."""


@dataclass(frozen=True)
class Animation(Declared):
    """Form, command line and what the window remembers follow from these declarations."""

    key: ClassVar[str] = "animation"
    title: ClassVar[str] = "Animation"

    by: str = param(
        "steps", "A frame for each step, mistake or epoch.", scale="choice", choices=("steps", "mistakes", "epochs")
    )
    every: int = param(
        1,
        "A frame for every how many of them.",
        scale="integer",
        low=1,
        high=10**12,
        slider=(1, 100),
        label="One in every",
    )
    frames: int = param(
        60,
        "The most frames; of more moments an even selection is shown.",
        scale="integer",
        low=2,
        high=MOST,
        slider=(2, 200),
        label="Frames at most",
    )
    fps: float = param(8.0, "Frames a second.", low=0.1, high=50, slider=(1, 25), unit="1/s", label="Frames a second")
    hold: float = param(
        2.0, "How long the last frame stays.", low=0, high=60, slider=(0, 10), unit="s", label="Pause at the end"
    )

    def durations(self, count: int) -> list[int]:
        """Milliseconds that each of so many frames is shown: multiples of 10, as a GIF needs; see `length`.

        Where the frame time is no such multiple, frames differ by 10 ms, so that the animation keeps its speed.
        """
        ends = [round(100 * (k + 1) / self.fps) for k in range(count)]
        ends[-1] += round(100 * self.hold)
        return [10 * (end - start) for start, end in zip([0, *ends], ends, strict=False)]

    def length(self, count: int) -> float:
        """Seconds that so many frames take, with the pause at the end."""
        return sum(self.durations(count)) / 1000
