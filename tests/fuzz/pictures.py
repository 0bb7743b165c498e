"""Pictures that carry a session, with something wrong in it, in how it is packed, or in the picture."""

import random
import struct
import zlib

from kpgui.formats.parts.picture import MOST
from tests.formats.pictures import BLANK, bomb, carrying, with_stream
from tests.fuzz.mutation import mutated
from tests.fuzz.seeds import SESSIONS


def picture(rng: random.Random) -> bytes:
    """A picture of any kind; most go through the outer checks, so that what is inside them is read."""
    key, text = rng.choice(tuple(BLANK)), rng.choice(SESSIONS)
    wrong = rng.choice(("session", "packed", "picture", "picture", "bomb"))
    if wrong == "session":
        return carrying(key, (mutated(text, rng) * rng.choice((1, 1, 1, 2000)))[:MOST])
    if wrong == "packed":
        return with_stream(key, mutated(zlib.compress(text), rng))
    if wrong == "bomb":
        return with_stream(key, bomb(rng.choice((1, 30, 31, 32, 33, 200, 4096))))
    content = mutated(carrying(key, text), rng)
    return _summed(content) if key == "png" and rng.random() < 0.7 else content


def _summed(content: bytes) -> bytes:
    """A PNG picture whose chunks, as far as their lengths go, all have the right checksum."""
    changed, at = bytearray(content), 8
    while at + 12 <= len(content):
        end = at + 12 + struct.unpack_from(">I", content, at)[0]
        if end > len(content):
            break
        changed[end - 4 : end] = struct.pack(">I", zlib.crc32(content[at + 4 : end - 4]))
        at = end
    return bytes(changed)
