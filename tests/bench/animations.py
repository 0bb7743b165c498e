"""Animations: how long 60 frames take, how large the files are, and how late the window's heartbeat is meanwhile."""

from collections.abc import Iterator
from time import process_time

from kpgui.figure.animation.film import Film
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.registry import ENCODERS
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.model.errors import Token
from kpgui.model.session import Session, View
from tests.bench.process import measured_in_a_process
from tests.bench.table import Row
from tests.strategies import noisy_moons

FRAMES, SIZE = 60, (840, 800)
SECONDS = {"gif": 4.0, "webp": 6.0, "mp4": 4.0}
"""Processor time of this process for each kind; that of ffmpeg is its own."""

PAGES = {(60, 500): (4.0, 1.5), (500, 500): (40.0, 4.0), (60, 5000): (20.0, 1.5)}
"""Most seconds and MB of a page with so many moments and points."""

POINTS, LATE = 500, 25


def session_of(n: int) -> Session:
    """Points that are not separated within the epochs, so that there is a mistake for every frame."""
    dataset = noisy_moons(n, noise=0.25)
    return Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=5)", view=View.around(dataset.points))


def rows() -> Iterator[Row]:
    style = Style(width=SIZE[0], height=SIZE[1], wrong=True)
    for key, most in SECONDS.items():
        encoder = ENCODERS.find(key)
        if encoder.problem():
            continue
        begun = process_time()
        film = Film(Recording(session_of(POINTS)), Animation(by="mistakes", frames=FRAMES), style)
        size = sum(map(len, encoder.pieces(film, Token())))
        taken = process_time() - begun
        yield Row(
            f"{encoder.title}, {len(film)} frames of {SIZE[0]} × {SIZE[1]}, n = {POINTS}",
            f"{taken:.1f} s of processor time, {size / 1e6:.1f} MB",
            f"≤ {most:.0f} s",
            taken <= most,
        )
    for (moments, n), (seconds, most) in PAGES.items():
        begun = process_time()
        film = Film(Recording(session_of(n)), Animation(frames=moments), style)
        size = sum(map(len, ENCODERS.find("html").pieces(film, Token())))
        taken = process_time() - begun
        yield Row(
            f"Page of {len(film)} moments, n = {n}",
            f"{taken:.1f} s of processor time, {size / 1e6:.2f} MB",
            f"≤ {seconds:.0f} s, ≤ {most} MB",
            taken <= seconds and size <= most * 1e6,
        )
    for n in (POINTS, 10 * POINTS):
        figures = measured_in_a_process("tests.bench.window_animating", str(n))
        p99, worst = figures["late_p99_ms"], figures["late_most_ms"]
        yield Row(
            f"the window while it saves such a GIF, n = {n}",
            f"{figures['seconds']:.1f} s, heartbeat {p99:.0f} ms late at p99, {worst:.0f} ms at most",
            f"≤ {LATE} ms at p99",
            p99 <= LATE,
        )
