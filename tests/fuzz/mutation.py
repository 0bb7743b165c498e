"""Small files that are nearly good: good ones with a few changes."""

import random

from tests.fuzz.seeds import CORPUS, SEEDS, TOKENS

SMALL = 100_000
"""Bytes."""


def mutated(content: bytes, rng: random.Random) -> bytes:
    """The file with a few changes: bytes changed, cut out, repeated; tokens and parts of other files put in."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        a, b = sorted(rng.randrange(len(content) + 1) for _ in range(2))
        middle = rng.choice(
            (
                lambda: bytes([rng.randrange(256)]),
                lambda: b"",
                lambda a=a, b=b, content=content: content[a:b] * rng.choice((2, 3, 50)),
                lambda: rng.choice(TOKENS),
                lambda: rng.choice(TOKENS) * rng.choice((2, 100, 5000)),
                lambda: (other := rng.choice(SEEDS))[rng.randrange(len(other) + 1) :],
            )
        )()
        content = content[:a] + middle + content[rng.choice((a, b)) :]
    return content[:SMALL]


def small_file(rng: random.Random) -> bytes:
    """A seed, or one of the corpus, as it is or changed."""
    if rng.random() < 0.05:
        corpus = sorted(CORPUS.glob("*"))
        return mutated(rng.choice(corpus).read_bytes() if corpus else b"", rng)
    content = with_line_ends(rng.choice(SEEDS), rng)
    return mutated(content, rng) if rng.random() < 0.9 else content


def with_line_ends(content: bytes, rng: random.Random) -> bytes:
    end = rng.choice((b"\n", b"\n", b"\r", b"\r\n"))
    return content if end == b"\n" or b"\0" in content else content.replace(b"\n", end)
