"""Archives of arrays that are written byte by byte, so that everything in them can be wrong."""

import bz2
import lzma
import random
import struct
import zlib
from dataclasses import dataclass

STORED, DEFLATED, BZIP2, LZMA = 0, 8, 12, 14
METHODS = (STORED, DEFLATED, DEFLATED, BZIP2, LZMA, 1, 9, 93, 95, 97, 99, 65535)
NUMBERS = (0, 1, 8, 20, 45, 127, 2**16 - 1, 2**31, 2**32 - 2, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)
NAMES = ("points.npy", "labels.npy", "held_out.npy", "X.npy", "y.npy", "x.npy", "data.npy", "target.npy", "points")

KINDS = ("<f8", "<f4", "<f2", ">f8", "|i1", "<i8", "<u4", "|b1", "<U1", "<U200", "<U201", "|S200", ">U3", "<c16", "|O",
         "<U000000200999999", "<U99999999999999999999", "<f16", "|V8", "<M8[ns]", "<f0", "<U0", "|S0", "", "f8,f8",
         "<U-1", "<i3", "\\x00", "<f00000000000000000008")  # fmt: skip
SHAPES = ("(3, 2)", "(3,)", "(3, 1)", "(0,)", "()", "(2000000,)", "(1000000,)", "(2000000, 5)", "(500000, 2)",
          "(1000000000000,)", "(99999999999999999999,)", "(-1,)", "(3.0,)", "(3, 2, 1)", "(0, 999999999)",
          "(000000000003000000000,)", "(3", "(" + "1, " * 1000 + ")", "(" * 200 + ")" * 200, "(3L,)",
          "(True,)")  # fmt: skip

MEGABYTE = 1 << 20


@dataclass
class Member:
    """A file in an archive.

    zeros: so many megabytes of 0 follow the data, of which the archive has a few kilobytes. spoilt: what is packed is
    changed somewhere.
    """

    name: str
    data: bytes
    method: int = DEFLATED
    zeros: int = 0
    spoilt: bool = False


def archive(rng: random.Random) -> bytes:
    """Points and labels, with something wrong in the arrays, in what is packed, or in the numbers of the archive."""
    wrong = rng.choice(("arrays", "data", "numbers", "everything"))
    members = _members(rng, wrong in ("arrays", "everything"))
    if wrong in ("data", "everything"):
        rng.choice(members).spoilt = True
    content = _zip(members, rng, rng.choice((0.02, 0.05, 0.2)) if wrong in ("numbers", "everything") else 0.0)
    return content[: rng.randrange(len(content))] if rng.random() < 0.03 else content


def _members(rng: random.Random, wrong: bool) -> list[Member]:
    n = rng.choice((1, 3, 3, 3, 100))
    points = struct.pack(f"<{2 * n}d", *(rng.gauss(0, 1) for _ in range(2 * n)))
    labels = struct.pack(f"<{n}q", *(rng.choice((-1, 1)) for _ in range(n)))
    members = [
        Member("points.npy", _npy("<f8", f"({n}, 2)", points)),
        Member("labels.npy", _npy("<i8", f"({n},)", labels)),
    ]
    if rng.random() < 0.2:
        members.append(Member("held_out.npy", _npy("|b1", f"({n},)", bytes(n))))
    if wrong and rng.random() < 0.06:
        members = _bomb(rng)
    elif wrong:
        spoilt = rng.choice(members)
        spoilt.data = _npy(rng.choice(KINDS), rng.choice(SHAPES), rng.choice((points, labels, b"", bytes(2**16))), rng)
        spoilt.name = rng.choice((spoilt.name, spoilt.name, rng.choice(NAMES)))
    method = rng.choice((STORED, DEFLATED, BZIP2, LZMA))
    for member in members:
        member.method = method if rng.random() < 0.9 and not member.zeros else DEFLATED
    if rng.random() < 0.03:
        members *= rng.choice((2, 60))
    return members


def _bomb(rng: random.Random) -> list[Member]:
    """Arrays as large as they say, up to several hundred megabytes, in an archive of about one."""
    n = rng.choice((100_000, 400_000, 1_000_000, 2_000_000))
    d = rng.choice((1, 1, 2, 5))
    kind, width = rng.choice((("<i8", 8), ("|i1", 1), ("<U1", 4), ("<U50", 200), ("<U200", 800), ("|S200", 200)))
    if rng.random() < 0.3:  # one point, whose label is as long as all the others together
        n, kind, width = 1, "<U000000200999999", 4 * 200_999_999
    sizes = (8 * n * d, min(n, 1_000_000_000 // width) * width)
    headers = (("<f8", f"({n}, {d})"), (kind, f"({n},)"))
    return [
        Member(f"{name}.npy", _npy(*header, bytes(size % MEGABYTE)), zeros=size // MEGABYTE)
        for name, header, size in zip(("points", "labels"), headers, sizes, strict=True)
    ]


def _npy(kind: str, shape: str, data: bytes, rng: random.Random | None = None) -> bytes:
    """A .npy file; with rng perhaps one whose header is odd."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n"
    version = 1
    if rng is not None:
        version = rng.choice((1, 1, 1, 2, 3, 4, 255))
        odd = (header, header, header, header.replace("False", "True"), header[: rng.randrange(len(header))])
        header = rng.choice((*odd, "{" * 3000 + header, header.replace("descr", "shape"), header + " " * 60_000))
    length = struct.pack("<H" if version == 1 else "<I", len(header) & 0xFFFF)
    return b"\x93NUMPY" + bytes([version, 0]) + length + header.encode("latin-1") + data


def _zip(members: list[Member], rng: random.Random, lie: float) -> bytes:
    """The archive; lie: how often a number in it is another one than it should be."""

    def said(number: int) -> int:
        return rng.choice(NUMBERS) if rng.random() < lie else number

    body, directory = b"", b""
    for member in members:
        method = member.method if rng.random() >= lie else rng.choice(METHODS)
        packed, size, crc = _packed(member)
        if member.spoilt:
            at = rng.randrange(len(packed) or 1)
            packed = packed[:at] + rng.randbytes(rng.choice((1, 1, 4, 50))) + packed[at + rng.choice((0, 1, 4)) :]
        name, extra, at = member.name.encode(), _extra(rng, lie), len(body)
        version, flags = said(20) & 0xFFFF, (rng.choice((1, 8, 64, 2048)) if rng.random() < lie else 0)
        sizes = [said(len(packed)), said(size)]
        common = (flags, method, 0, 0, said(crc) & 0xFFFFFFFF, *(min(each, 2**32 - 1) for each in sizes))
        body += struct.pack("<4s5H3I2H", b"PK\3\4", version, *common, len(name), len(extra)) + name + extra + packed
        offset = said(at)
        if any(each > 2**32 - 2 for each in (*sizes, offset)) or (lie and rng.random() < 0.3):
            # What zip64 is for: the numbers stand in a field of their own, where one of them may be any.
            true = [size, len(packed), at]
            if rng.random() < 0.7:
                true[rng.randrange(3)] = rng.choice(NUMBERS)
            extra += struct.pack("<2H3Q", 1, rng.choice((24, 24, 24, 16, 8, 28)), *true)
            common, offset = (*common[:5], 2**32 - 1, 2**32 - 1), 2**32 - 1
        entry = (*common, len(name), len(extra), 0, said(0) & 0xFFFF, 0, 0, min(offset, 2**32 - 1))
        directory += struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, version, *entry) + name + extra
    return body + directory + _end(rng, lie, len(members), len(directory), len(body))


def _end(rng: random.Random, lie: float, count: int, size: int, at: int) -> bytes:
    """The end of the directory, perhaps with that of zip64 before it."""

    def said(number: int) -> int:
        return rng.choice(NUMBERS) if rng.random() < lie else number

    before = b""
    if rng.random() < 5 * lie:
        before = struct.pack(
            "<4sQ2H2I4Q",
            b"PK\6\6",
            said(44),
            45,
            45,
            said(0) & 0xFFFF,
            0,
            *(said(each) for each in (count, count, size, at)),
        )
        before += struct.pack("<4sIQI", b"PK\6\7", 0, said(at + size), said(1) & 0xFFFFFFFF)
    counts = [min(said(count), 2**16 - 1) for _ in range(2)]
    places = [min(said(each), 2**32 - 1) for each in (size, at)]
    return before + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, *counts, *places, 0)


def _extra(rng: random.Random, lie: float) -> bytes:
    if rng.random() >= lie:
        return b""
    return struct.pack("<2H", rng.choice((1, 1, 0x7075, 0xFFFF)), rng.choice((0, 8, 24, 65535))) + rng.randbytes(8)


def _packed(member: Member) -> tuple[bytes, int, int]:
    """The member as it stands in the archive, its size and its checksum."""
    data, zeros = member.data, bytes(MEGABYTE) if member.zeros else b""
    if member.zeros:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        head = packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)
        again = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)  # whole by itself, so it can be repeated
        crc = zlib.crc32(data)
        for _ in range(member.zeros):
            crc = zlib.crc32(zeros, crc)
        return head + again * member.zeros + b"\3\0", len(data) + member.zeros * MEGABYTE, crc
    return _compressed(data, member.method), len(data), zlib.crc32(data)


def _compressed(data: bytes, method: int) -> bytes:
    if method == DEFLATED:
        packer = zlib.compressobj(1, zlib.DEFLATED, -15)
        return packer.compress(data) + packer.flush()
    if method == BZIP2:
        return bz2.compress(data)
    if method == LZMA:
        # As a zip file has it: a version, the length of the properties, the properties, the stream.
        filters = [{"id": lzma.FILTER_LZMA1}]
        properties = lzma._encode_filter_properties(filters[0])
        return (
            struct.pack("<BBH", 9, 4, len(properties))
            + properties
            + lzma.compress(data, lzma.FORMAT_RAW, filters=filters)
        )
    return data
