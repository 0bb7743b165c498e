"""(i) The frames of animations: how long each stays, and the SHA-256 of its pixels."""

from typing import Any

from PIL import Image, ImageSequence

from tests.manifest.cases import write_files
from tests.manifest.command_line import digest, run

SIZE = "--size", "300x240", "--fps", "4"
FILMS = (
    ("moons.csv", "--kernel", "rbf(sigma=0.5)", "--by", "mistakes", "--frames", "12", "-o", "mistakes.gif"),
    ("xor.csv", "--kernel", "poly(degree=2, c=1)", "--hold", "1", "-o", "steps.gif"),
    ("blobs.csv", "--learner", "svm", "--theme", "dark", "--every", "3", "--frames", "10", "-o", "svm.webp"),
    ("moons.csv", "--learner", "forgetron(budget=6, epochs=4)", "--by", "epochs", "-o", "epochs.webp"),
)


def collect(part: str, folder: str) -> dict[str, Any]:
    write_files()
    entries: dict[str, Any] = {}
    for words in FILMS:
        answer, name = run("render", *words, *SIZE), " ".join(words[:-2])
        if answer.code:
            entries[name] = answer.err
            continue
        with Image.open(words[-1]) as film:
            for k, frame in enumerate(ImageSequence.Iterator(film)):
                entries[f"{name} {k}"] = f"{frame.info.get('duration')} ms {digest(frame.convert('RGBA').tobytes())}"
    return entries
