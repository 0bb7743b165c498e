"""Fuzz the readers of all formats: `python3 packaging/dev.py fuzz [SECONDS]`.

With atheris, which follows the code's branches, where it is installed; otherwise, or with --plain, by mutation of
good files. What makes a reader fail is kept in tests/formats/corpus, where a test looks at it ever after. Exit code 0:
nothing was found.
"""

import hashlib
import importlib.util
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

CORPUS = Path(__file__).parent.parent / "formats" / "corpus"
SLOW = 3.0
"""Seconds for a small file."""


def with_atheris(seconds: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["kpgui.formats"]):
        from tests.fuzz.target import TOKENS, check, seeds

    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder) / "good"
        good.mkdir()
        for k, seed in enumerate(seeds()):
            (good / str(k)).write_bytes(seed)
        words = Path(folder) / "words"
        words.write_text("".join('"' + "".join(f"\\x{byte:02x}" for byte in token) + '"\n' for token in TOKENS))
        limits = [f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2000", "-max_len=4096"]
        where = [f"-artifact_prefix={CORPUS}/", f"-dict={words}", str(good), str(CORPUS)]
        atheris.Setup([sys.argv[0], *limits, *where], check)
        atheris.Fuzz()


def by_mutation(seconds: int) -> int:
    from tests.fuzz.target import check, seeds

    rng = random.Random(0)
    pool = [*seeds(), *(path.read_bytes() for path in sorted(CORPUS.glob("*")))]
    end, runs, found = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        content = mutated(rng.choice(pool), pool, rng)
        runs += 1
        start = time.monotonic()
        try:
            check(content)
            if time.monotonic() - start > SLOW:
                raise TimeoutError(f"{time.monotonic() - start:.1f} s")
        except Exception:
            found += 1
            name = f"found-{hashlib.sha256(content).hexdigest()[:16]}"
            (CORPUS / name).write_bytes(content)
            print(f"{name}: {traceback.format_exc()}", file=sys.stderr)
    print(f"{runs} files in {seconds} s, {found} that a reader failed on")
    return 1 if found else 0


def mutated(content: bytes, pool: list[bytes], rng: random.Random) -> bytes:
    """The file with a few changes: bytes changed, cut out, repeated; tokens and parts of other files put in."""
    from tests.fuzz.target import TOKENS

    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        a, b = sorted(rng.randrange(len(content) + 1) for _ in range(2))
        middle = rng.choice(
            (
                lambda: bytes([rng.randrange(256)]),
                lambda: b"",
                lambda a=a, b=b, content=content: content[a:b] * rng.choice((2, 3, 50)),
                lambda: rng.choice(TOKENS),
                lambda: rng.choice(TOKENS) * rng.choice((2, 100, 5000)),
                lambda: (other := rng.choice(pool))[rng.randrange(len(other) + 1) :],
            )
        )()
        content = content[:a] + middle + content[rng.choice((a, b)) :]
    return content[:100_000]


def main(words: list[str]) -> int:
    seconds = int(words[0]) if words and words[0].isdecimal() else 60
    CORPUS.mkdir(exist_ok=True)
    if "--plain" not in words and importlib.util.find_spec("atheris"):
        with_atheris(seconds)
        return 0
    return by_mutation(seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
