"""NumPy's archives of arrays, read without NumPy's reader so that nothing in them is ever run."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import IO, Any

import numpy as np

from kpgui.formats import base
from kpgui.formats.choices import Choices
from kpgui.formats.columns import coordinate_names
from kpgui.formats.sheet import Block, Cells, Columns, Sheet
from kpgui.formats.text import Watch, unwatched
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

NAMES = (("points", "labels"), ("X", "y"), ("x", "y"), ("data", "target"))
MEMBERS = 100
LONGEST_TEXT = 200
"""Letters of a label."""

SPREADSHEETS = ("xl/workbook.xml", "content.xml")
"""Members by which Excel's and LibreOffice's archives are known."""

_HEADER = re.compile(
    r"\s*\{\s*'descr':\s*'([<>|=]?)([a-zA-Z])(\d*)'\s*,\s*'fortran_order':\s*(True|False)\s*,"
    r"\s*'shape':\s*\(([\d\s,]*)\)\s*,?\s*\}\s*"
)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, KeyError)


class Npz(base.PointsFormat):
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
        self, content: bytes, where: str, choices: Choices, watch: Watch = unwatched, limit: int | None = None
    ) -> Sheet:
        if not content.removeprefix(b"\xef\xbb\xbf").strip():
            raise KpguiError(f"{where} is empty; it should hold the arrays points and labels.")
        arrays = _arrays(content, where, watch)
        names = next((pair for pair in NAMES if set(pair) <= set(arrays)), None)
        if names is None:
            there = ", ".join(sorted(arrays)) or "none of these"
            raise KpguiError(f"{where} should have the arrays points and labels, or X and y; it has {there}.")
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
        raise KpguiError(f"{where}: {names[0]} must be numbers of shape (n, d), not {_said(points)}.")
    if points.ndim == 1:
        points = points[:, None]
    n, d = points.shape
    if labels.ndim == 2 and 1 in labels.shape:
        labels = labels.ravel()
    for array, name in ((labels, names[1]), (out, "held_out")):
        if array is not None and array.shape != (n,):
            raise KpguiError(f"{where}: {name} must have shape ({n},), one for each point, not {array.shape}.")
    if not n:
        raise KpguiError(f"{where} has arrays but no points in them.")
    if not d:
        raise KpguiError(f"{where}: {names[0]} has shape ({n}, 0); a point needs at least one coordinate.")
    base.check_size(where, n, n * d)
    base.check_columns(where, d)
    axes = list(points.astype(np.float64).T)
    held_out = ["0"] * n if out is None else _texts(out)
    columns: list[Cells] = [*axes, _texts(labels), held_out]
    head = min(n, 60)
    sample = list(zip(*([repr(x) for x in axis[:head].tolist()] for axis in axes), *columns[d:], strict=False))[:head]
    titles = (*coordinate_names(d), names[1], "held_out")
    block = Block(columns, range(1, n + 1))
    return Sheet(where, titles, sample, iter([block]), Columns(tuple(range(d)), d, d + 1), row="row")


def _texts(array: np.ndarray) -> Sequence[str]:
    """Labels or marks as text."""
    if array.dtype.kind == "S":
        return [each.decode("utf-8", "replace") for each in array.tolist()]
    if array.dtype.kind == "f":
        return [str(int(each)) if each.is_integer() else repr(each) for each in array.tolist()]
    return [str(each) for each in array.tolist()]


def _arrays(content: bytes, where: str, watch: Watch) -> dict[str, np.ndarray]:
    """The arrays that are asked for, by name. Raises KpguiError."""
    wanted = {name for pair in NAMES for name in pair} | {"held_out"}
    found: dict[str, np.ndarray] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if any(member.filename in SPREADSHEETS for member in members):
                raise KpguiError(f"{where} is a spreadsheet; save it there as CSV, or copy its cells and paste them.")
            if len(members) > MEMBERS:
                raise KpguiError(f"{where} has {len(members):,} members; an archive of points has two or three.")
            for k, member in enumerate(members, 1):
                name = member.filename.removesuffix(".npy")
                if name in wanted and name not in found:
                    with archive.open(member) as file:
                        found[name] = _array(file, name, where)
                watch(k / len(members))
    except KpguiError:
        raise
    except _BROKEN:
        raise KpguiError(
            f"{where} is not a whole archive of arrays, as numpy.savez writes it; take an earlier copy of it."
        ) from None
    return found


def _array(file: IO[bytes], name: str, where: str) -> np.ndarray:
    """An array of a .npy file (NumPy's format 1.0 to 3.0), of numbers or of text."""
    start = file.read(8)
    if start[:6] != b"\x93NUMPY" or start[6:7] not in (b"\1", b"\2", b"\3"):
        raise KpguiError(f"{where}: {name} is not an array of NumPy's.")
    length = int.from_bytes(file.read(2 if start[6] == 1 else 4), "little")
    header = file.read(length).decode("latin-1") if length <= 4096 else ""
    match = _HEADER.fullmatch(header)
    if match is None or match[2] not in "fiubUSO":
        raise KpguiError(f"{where}: {name} is an array of a kind that is not read; save plain numbers.")
    if match[2] == "O":
        raise KpguiError(f"{where}: {name} holds pickled objects, which are never loaded; save plain numbers.")
    width = int(match[3][:9] or "0")
    if (match[2] == "f" and width not in (2, 4, 8)) or (match[2] in "US" and not 0 < width <= LONGEST_TEXT):
        raise KpguiError(f"{where}: {name} has entries of a size that is not read; save it as float64 or short text.")
    if match[2] in "iub" and width not in (1, 2, 4, 8):
        raise KpguiError(f"{where}: {name} has entries of a size that is not read; save it as int64.")
    shape = tuple(int(each[:12]) for each in match[5].replace(" ", "").split(",") if each)
    count = 1
    for each in shape:
        count *= each
    if len(shape) > 2:
        raise KpguiError(f"{where}: {name} has {len(shape)} dimensions where at most two are read.")
    base.check_size(where, max(shape, default=0), count)
    dtype = np.dtype(match[1].replace("=", "<") + match[2] + match[3])
    data = file.read(count * dtype.itemsize + 1)
    if len(data) != count * dtype.itemsize:
        raise KpguiError(f"{where}: {name} does not have the {count:,} entries that its header promises.")
    return np.frombuffer(data, dtype).reshape(shape, order="F" if match[4] == "True" else "C")


def _said(array: np.ndarray) -> str:
    return f"{array.dtype.name} of shape {array.shape}"
