"""NumPy's archives of arrays. No code in them is ever executed, and nothing is unpacked before its size is known."""

import io
import struct
import tokenize
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.lib import format as npy

from kpgui.formats.base import PointsFormat
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import MAX_UNPACKED, check_points, check_size
from kpgui.formats.tabular.sheet import Block, Cells, Columns, Sheet
from kpgui.formats.tabular.text import ROWS, coordinate_names
from kpgui.language import _, later
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.param import grouped
from kpgui.model.session import Session

NAMES = (("points", "labels"), ("X", "y"), ("x", "y"), ("data", "target"))
MEMBERS = 100
ENTRIES = 10_000
"""Most members that are listed to recognise an archive: each is small in the file but not in memory."""

HEADER = 12 + 10_000
"""Bytes read of a .npy file for its header: NumPy's reader accepts headers of at most 10 000."""

SPREADSHEETS = ("xl/workbook.xml", "content.xml")
"""Members by which the archives of Excel and LibreOffice are recognised."""

SIZES = {"f": (2, 4, 8), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "b": (1,)}
"""Accepted sizes of an entry in bytes, by the kind of the dtype."""

_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, OverflowError, LookupError)
"""What `zipfile` raises for archives that are truncated or inconsistent."""

_NO_HEADER = (
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError),
    *(SyntaxError, tokenize.TokenError, RecursionError, MemoryError),
)
"""What NumPy raises for an invalid header; MemoryError when it is nested too deep for Python's parser."""


class Npz(PointsFormat):
    """Arrays `points` (n, d) and `labels` (n,), or `X` and `y`, as numpy.savez writes them; perhaps `held_out` (n,).

    Pickled objects are refused, and an array's size is bounded before it is unpacked.
    """

    key = "npz"
    title = "NumPy arrays"
    suffixes = (".npz",)
    meaning = "points with their labels as arrays; opens with numpy.load"

    def recognises(self, start: bytes) -> bool:
        return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        if not content.removeprefix(b"\xef\xbb\xbf").strip():
            raise KpguiError(_("{where} is empty; it should hold the arrays points and labels.").format(where=where))
        arrays = _arrays(content, where, token)
        names = next((pair for pair in NAMES if set(pair) <= set(arrays)), None)
        if names is None:
            there = ", ".join(sorted(arrays)) or _("none of these")
            raise KpguiError(
                _("{where} should have the arrays points and labels, or X and y; it has {found}.").format(
                    where=where, found=there
                )
            )
        return _sheet(arrays[names[0]], arrays[names[1]], arrays.get("held_out"), names, where)

    def in_pieces(self, session: Session) -> Iterator[bytes]:
        dataset, file = session.dataset, io.BytesIO()
        arrays: dict[str, Any] = {"points": dataset.points, "labels": dataset.labels}
        if dataset.held_out.any():
            arrays["held_out"] = dataset.held_out
        np.savez(file, **arrays)
        yield file.getvalue()


def _sheet(points: np.ndarray, labels: np.ndarray, out: np.ndarray | None, names: tuple[str, str], where: str) -> Sheet:
    if points.dtype.kind not in "fiub" or points.ndim not in (1, 2):
        raise KpguiError(
            _("{where}: {name} must be numbers of shape (n, d), not {found}.").format(
                where=where, name=names[0], found=_type_and_shape(points)
            )
        )
    if points.ndim == 1:
        points = points[:, None]
    n, d = points.shape
    if labels.ndim == 2 and 1 in labels.shape:
        labels = labels.ravel()
    for array, name in ((labels, names[1]), (out, "held_out")):
        if array is not None and array.shape != (n,):
            raise KpguiError(
                _("{where}: {name} must have shape ({n},), one for each point, not {shape}.").format(
                    where=where, name=name, n=n, shape=array.shape
                )
            )
    if not n:
        raise KpguiError(_("{where} has arrays but no points in them.").format(where=where))
    if not d:
        raise KpguiError(
            _("{where}: {name} has shape ({n}, 0); a point needs at least one coordinate.").format(
                where=where, name=names[0], n=n
            )
        )
    check_points(where, n, d)
    axes = list(points.astype(np.float64).T)
    held_out = ["0"] * n if out is None else _texts(out)
    columns: list[Cells] = [*axes, _texts(labels), held_out]
    head = min(n, 60)
    sample = list(zip(*([repr(x) for x in axis[:head].tolist()] for axis in axes), *columns[d:], strict=False))[:head]
    titles = (*coordinate_names(d), names[1], "held_out")
    block = Block(columns, range(1, n + 1))
    return Sheet(where, titles, sample, iter([block]), Columns(tuple(range(d)), d, d + 1), place=later("row {n}"))


def _texts(array: np.ndarray) -> Sequence[str]:
    """Labels or held-out marks as text. Equal texts share one object: two million objects would take over 100 MB."""
    texts: list[str] = []
    known: dict[str, str] = {}
    for start in range(0, len(array), ROWS):
        texts += [known.setdefault(text, text) for text in map(_text, array[start : start + ROWS].tolist())]
        if len(known) > ROWS:  # too many different ones to be labels
            known.clear()
    return texts


def _text(entry: Any) -> str:
    if isinstance(entry, bytes):
        return entry.decode("utf-8", "replace")
    return str(int(entry)) if isinstance(entry, float) and entry.is_integer() else str(entry)


def _arrays(content: bytes, where: str, token: Token) -> dict[str, np.ndarray]:
    """The arrays of an archive that have names in NAMES, and `held_out`, by name. Raises KpguiError."""
    _check_members(where, content.count(zipfile.stringCentralDir), ENTRIES)  # type: ignore[attr-defined]  # in no stub
    found: dict[str, np.ndarray] = {}
    room = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = _members(archive.infolist(), where)
            for k, (name, member) in enumerate(members.items(), 1):
                found[name] = _array(archive, member, f"{where}: {name}", room)
                room -= found[name].nbytes
                token.report(k / len(members))
    except KpguiError:
        raise
    except _BROKEN:
        raise KpguiError(
            _("{where} is not a whole archive of arrays, as numpy.savez writes it; take an earlier copy of it.").format(
                where=where
            )
        ) from None
    return found


def _members(members: list[zipfile.ZipInfo], where: str) -> dict[str, zipfile.ZipInfo]:
    """The members that `_arrays` reads, by the names of their arrays. Raises KpguiError."""
    if any(member.filename in SPREADSHEETS for member in members):
        raise KpguiError(
            _("{where} is a spreadsheet; save it there as CSV, or copy its cells and paste them.").format(where=where)
        )
    _check_members(where, len(members), MEMBERS)
    wanted = {name for pair in NAMES for name in pair} | {"held_out"}
    found: dict[str, zipfile.ZipInfo] = {}
    for member in members:
        name = member.filename.removesuffix(".npy")
        if name in found:
            raise KpguiError(_("{where} has two arrays named {name}; keep one of them.").format(where=where, name=name))
        if name in wanted:
            found[name] = member
    return found


def _check_members(where: str, count: int, most: int) -> None:
    if count > most:
        raise KpguiError(
            _("{where} has {n} members; an archive of points has two or three.").format(where=where, n=grouped(count))
        )


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo, what: str, room: int) -> np.ndarray:
    """An array of numbers or of text, of at most `room` bytes. Raises KpguiError, or one of _BROKEN."""
    if member.flag_bits & 1:
        raise KpguiError(_("{what} is encrypted; save it without a password.").format(what=what))
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others are unpacked without bound
        raise KpguiError(
            _("{what} is packed in a way that NumPy does not use; save it with numpy.savez_compressed.").format(
                what=what
            )
        )
    with archive.open(member) as file:
        start = io.BytesIO(file.read(HEADER))
        shape, fortran, dtype = _header(start, what)
        count, data = prod(shape), start.read()
        size = count * dtype.itemsize
        if size > room:
            raise KpguiError(
                _("{what} needs more than the {most} MB that arrays may; save labels as numbers.").format(
                    what=what, most=MAX_UNPACKED // 1_000_000
                )
            )
        whole = member.file_size == start.tell() - len(data) + size
        if whole:  # otherwise it is invalid and not worth unpacking
            data += file.read(size - len(data))
    if not whole or len(data) != size:
        raise KpguiError(
            _("{what} does not have the {n} entries that its header promises.").format(what=what, n=grouped(count))
        )
    return np.frombuffer(data, dtype).reshape(shape, order="F" if fortran else "C")


def _header(file: io.BytesIO, what: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """The shape of an array, whether it is in Fortran order, and its dtype. Raises KpguiError."""
    try:
        version = npy.read_magic(file)
    except ValueError:
        version = (0, 0)
    if version not in ((1, 0), (2, 0), (3, 0)):
        raise KpguiError(_("{what} is not an array of NumPy's.").format(what=what))
    try:
        with warnings.catch_warnings():  # NumPy warns of Python 2's integers such as 3L
            warnings.simplefilter("ignore")
            # Version 3.0 is 2.0 with names of fields in UTF-8; arrays with fields are not read.
            reader = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
            shape, fortran, dtype = reader(file)
            shape = tuple(map(int, shape))  # NumPy accepts True as a length
    except _NO_HEADER:
        raise KpguiError(
            _("{what} has a header that cannot be read; save it again with numpy.savez.").format(what=what)
        ) from None
    if dtype.hasobject:
        raise KpguiError(
            _("{what} holds pickled objects, which are never loaded; save plain numbers.").format(what=what)
        )
    if dtype.itemsize not in SIZES.get(dtype.kind, ()) and not (dtype.kind in "US" and dtype.itemsize):
        raise KpguiError(
            _("{what} is an array of a kind that is not read; save plain numbers or short text.").format(what=what)
        )
    if len(shape) > 2:
        raise KpguiError(_("{what} has {n} dimensions where at most two are read.").format(what=what, n=len(shape)))
    if min(shape, default=0) < 0:
        raise KpguiError(_("{what} has a shape below zero; save it again with numpy.savez.").format(what=what))
    check_size(what, max(shape, default=0), prod(shape))
    return shape, fortran, dtype


def _type_and_shape(array: np.ndarray) -> str:
    """The dtype and shape of an array, for messages."""
    return _("{kind} of shape {shape}").format(kind=array.dtype.name, shape=array.shape)
