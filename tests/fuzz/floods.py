"""Files in which something is repeated thousands or millions of times."""

import random
from typing import NamedTuple

from tests.fuzz.mutation import with_line_ends
from tests.fuzz.seeds import SEEDS

LARGEST = 64_000_000
"""Bytes: tens of megabytes are what people have."""


class Grammar(NamedTuple):
    """How files of a kind begin, what may be repeated in them (%d: a number that counts up), and how they end."""

    heads: tuple[bytes, ...]
    units: tuple[bytes, ...]
    tails: tuple[bytes, ...]


ANYTHING = Grammar(
    (b"", b"", b"1", b"a,", b"1 ", b'"', b"'"),
    (b" ", b" ", b"\n", b"\r", b"\r\n", b"\t", b",", b";", b"1", b"a", b"-", b".", b"\\", b"#", b"%", b"?", b'"', b"'",
     b"{", b"}", b"[", b"]", b"(", b":", b"\0", b"\xc3\xa9", b" \t", b'""', b"''", b"%d,", b"%d "),
    (b"", b"\n", b"'", b'"', b"a", b"\xff", b"%", b",1\n", b" a\n"),
)  # fmt: skip
JSON = Grammar(
    (b"", b"[", b"{", b'{"a":0', b'{"format": "kpgui"', b'{"format": "kpgui", "points": [',
     b'{"format": "kpgui", "kernel": "\xf0\x9f\x98\x80", "points": [[1, 2, 1],', b'["\xf0\x9f\x98\x80",'),
    (b"[]", b"[],", b"{},", b"[", b'{"a":', b"[[],", b',"k%d":0', b',"k%d":0', b'"k%d",', b"[1,2,1],", b"0,", b"NaN,",
     b"[0.5, -1.5, 1],\n", b"[0.5, -1.5, 1],\r\n", b'"\\ud83d\\ude00' + b"a" * 180 + b'",',
     b"7" * 4299 + b",", b" ", b"\n"),
    (b"", b"]", b"NaN]", b"[1, 2, 1]]}", b"}", b"]}", b"0]}", b',"k0":0}'),
)  # fmt: skip
ARFF_HEAD = b"@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute c {a,b}\n@data\n1,2,a\n"
ARFF = Grammar(
    (ARFF_HEAD, ARFF_HEAD + b"1,2,", ARFF_HEAD + b"1,", ARFF_HEAD + b"{0 ", ARFF_HEAD + b"1,'", b"@relation r\n",
     b"@relation r\n@attribute x ", b"@relation r\n@attribute c {a,"),
    (b" ", b" ", b" ", b"a", b"1,", b"'a',", b"'a' ", b'"a",', b"1,2,a\n", b"1,2,'a'\n", b"1 2 a\r", b"{0 1}\n",
     b'1,2,"a"\n', b"1,2,'a b'\n", b"1,\"2\",'a'\n", b"{0 '1',2 'a'}\n", b"1,2,'a' % c\n", b"1,2,a,{2}\n",
     b"% c\n", b"0 1,", b"@attribute a%d numeric\n", b"a%d,", b"1,2,c%d\n", b"\\'", b"%"),
    (b"", b"\n", b"x'y\n", b'x"\n', b"'", b",a\n", b" % c\n", b"}\n", b"a", b"\\"),
)  # fmt: skip
ROWS = Grammar(
    (b"", b"x,y,label\n", b"x,y,label\n1,2,a\n", b"x y label\n1 2 a\n", b"1,2,1\n", b"1,2,1\r", b'x,y,label\n1,2,"',
     b"x\ty\tlabel\n", b"sep=;\n"),
    (b"1,2,1\n", b"1,2,1\r", b"1,2,a\r\n", b"1,2,c%d\n", b"0.5 1.5 1\n", b"1\t2\t1\r", b"1;2;1\n", b"0,5;1,5;1\n",
     b'"1","2","a"\n', b"1,", b"1 ", b"c%d,", b"c%d ", b"# c\n", b"\n", b"\r", b" ", b"1", b'"1",', b"?,2,1\n"),
    (b"", b"\n", b'"', b"1,2", b"a\n", b"1,2,b\n"),
)  # fmt: skip
SPARSE = Grammar(
    (b"", b"1 1:2", b"+1 1:1 # c\n", b"+1 1:1 2:2\n-1 1:1 ", b"1 qid:1 "),
    (
        b" ",
        b" ",
        b"1:1 ",
        b"2:2 ",
        b"%d:1 ",
        b"qid:1 ",
        b"+1 1:1 2:2\n",
        b"-1 1:1 # c\r",
        b"-1 1:%d\n",
        b"1",
        b"#",
        b":",
    ),
    (b"", b"\n", b"x", b"x y\n", b"# c\n", b" 9:1\n"),
)

GRAMMARS = (ANYTHING, JSON, ARFF, ROWS, SPARSE)


def small_flood(rng: random.Random) -> bytes:
    return flood(rng, int(10 ** rng.uniform(3, 5.8)))


def large_flood(rng: random.Random) -> bytes:
    return flood(rng, min(LARGEST, int(10 ** rng.uniform(6.3, 8))))


def flood(rng: random.Random, size: int) -> bytes:
    """About `size` bytes of one unit, after the beginning of a file and before the end of one."""
    grammar = rng.choice(GRAMMARS)
    head, tail = rng.choice(grammar.heads), rng.choice(grammar.tails)
    if rng.random() < 0.25:  # in the middle of a good file, of this kind or of another
        good = with_line_ends(rng.choice(SEEDS), rng)
        at = rng.randrange(len(good) + 1)
        head, tail = good[:at], tail + good[at:]
    unit = b" " if rng.random() < 0.25 else rng.choice(grammar.units)  # regular expressions stumble over blanks
    return head + _repeated(unit, size, rng) + tail


def _repeated(unit: bytes, size: int, rng: random.Random) -> bytes:
    """So many bytes of the unit; of units that are counted the last perhaps twice."""
    if b"%d" not in unit:
        return unit * (size // len(unit))
    count = min(size // (len(unit) + 4), 4_000_000)
    units = [unit % k for k in range(count)]
    return b"".join(units + units[-1:] * rng.randrange(2))
