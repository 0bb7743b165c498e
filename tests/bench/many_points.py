"""In a process of its own: a kernel perceptron on very many noisy points, its time and its memory at the most."""

import json
import time

import kpgui
from kpgui.model.session import Session
from tests.bench.load import peak_megabytes
from tests.strategies import noisy_moons


def main(points: int = 100_000, epochs: int = 2) -> None:
    session = Session(noisy_moons(points), "rbf(sigma=0.5)", f"kernel_perceptron(epochs={epochs})")
    start = time.process_time()
    model = kpgui.train(session)
    seconds = time.process_time() - start
    figures = {"points": points, "epochs": epochs, "seconds": seconds, "megabytes": peak_megabytes()}
    print(json.dumps({**figures, "mistakes": model.mistakes, "support": len(model.support)}))


if __name__ == "__main__":
    main()
