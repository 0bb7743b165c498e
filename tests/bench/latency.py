"""How long a command waits for the trainer while it learns and draws, for every learner."""

from collections.abc import Iterator
from math import inf
from time import perf_counter, sleep

import numpy as np

from kpgui.engine.messages import Command, Load, Mailbox, Pace, Play, Viewport
from kpgui.engine.trainer import Trainer
from kpgui.learners import LEARNERS
from kpgui.model.session import Session
from tests.bench.table import Row
from tests.bench.votes import VIEW
from tests.strategies import noisy_moons

POINTS = 5000
SECONDS, EVERY, FRAME = 3.0, 0.02, 0.016
SLICES = 16.0
"""Milliseconds that two slices take at most."""


def rows() -> Iterator[Row]:
    dataset = noisy_moons(POINTS, noise=0.25)
    for kind in LEARNERS:
        waits = 1e3 * np.array(waits_of(Session(dataset, "rbf(sigma=0.5)", kind.key + "()")))
        late = np.quantile(waits, 0.99)
        yield Row(
            f"a command's wait while {kind.key} learns, n = {POINTS}",
            f"{np.median(waits):.1f} ms, {late:.0f} ms at p99, {waits.max():.0f} ms at most",
            f"≤ {SLICES:.0f} ms at p99",
            bool(late <= SLICES),
        )


def waits_of(session: Session) -> list[float]:
    """Seconds from sending a command to its being carried out, during a run from its first step on."""
    mailbox = Mailbox()
    trainer = Watched(mailbox)
    trainer.start()
    try:
        trainer.send(Viewport(VIEW, 900, 700))
        trainer.send(Load(1, session, Play.PACED))
        asked = frame = 0.0
        until = perf_counter() + SECONDS
        while (now := perf_counter()) < until:
            if now - asked >= EVERY:
                asked = now
                trainer.ask()
            if now - frame >= FRAME:
                frame = now
                mailbox.take()
            sleep(0.001)  # a window, too, leaves the interpreter to the trainer between its events
    finally:
        trainer.stop()
    return trainer.waits


class Watched(Trainer):
    """Notes when a command that changes nothing was sent and when it was carried out."""

    def __init__(self, mailbox: Mailbox) -> None:
        super().__init__(mailbox)
        self.waits: list[float] = []
        self._sent: list[float] = []

    def ask(self) -> None:
        self._sent.append(perf_counter())
        self.send(Pace(inf))

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, Pace):
            self.waits.append(perf_counter() - self._sent[len(self.waits)])
        super()._carry_out(command)
