"""One set of limits for reading and writing: what could not be opened again is not saved, and that is said first."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from kpgui import api, formats
from kpgui.cli import main
from kpgui.formats.base import TextFormat
from kpgui.formats.tabular import limits
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.expression import MAX_LENGTH
from kpgui.model.session import Session, View
from kpgui.recovery.copy import Copy
from kpgui.recovery.store import CopySlot

WIDEST = -2.2250738585072014e-308
"""No float64 has a longer text."""

written = pytest.mark.parametrize("form", [form for form in formats.FORMATS if form.can_write], ids=lambda f: f.key)


def session(n, d, value=0.0):
    points = np.full((n, d), value)
    return Session(Dataset.of(points, np.where(np.arange(n) % 2, 1, -1), np.full(n, value != 0)))


def named(form, folder):
    return folder / f"points{form.suffixes[0]}"


@written
@pytest.mark.parametrize(
    ("n", "d", "words"),
    [
        (2_100_000, 1, "more than 2 000 000 points"),
        (1_150_000, 8, "more than 4 000 000 numbers"),
        (2, 30_000, "more than 19 998 coordinates"),
    ],
)
def test_what_could_not_be_opened_again_is_not_saved(tmp_path, form, n, d, words):
    path = named(form, tmp_path)
    path.write_text("old")
    with pytest.raises(KpguiError, match=rf"^{path} cannot be saved: it would have {words}, the most that can be ope"):
        api.save(session(n, d), path)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@written
def test_whatever_is_saved_near_the_limits_is_opened_again(tmp_path, form, monkeypatch):
    monkeypatch.setattr(limits, "MAX_ROWS", 120)
    monkeypatch.setattr(limits, "MAX_CELLS", 360)
    monkeypatch.setattr(limits, "MAX_COLUMNS", 12)
    path = named(form, tmp_path)
    for n, d, value in product((1, 36, 37, 119, 120, 121), (1, 2, 3, 4, 9, 10, 11, 12), (0.0, WIDEST)):
        made = session(n, d, value)
        if n <= 120 and n * d <= 360 and d <= 10:
            formats.save(made, path)
            assert formats.load(path).dataset == made.dataset
        else:
            with pytest.raises(KpguiError, match="the most that can be opened again"):
                formats.save(made, path)


@written
@pytest.mark.parametrize("d", [3_900, 4_200, 19_998])
def test_wide_points_are_opened_again_whatever_the_file_is_called(tmp_path, form, d):
    made = session(3, d, WIDEST)
    path = named(form, tmp_path)
    formats.save(made, path)
    assert formats.load(path).dataset == made.dataset
    assert formats.load(path.rename(tmp_path / "points.txt")).dataset == made.dataset


@pytest.mark.parametrize(
    "form", [each for each in formats.FORMATS if isinstance(each, TextFormat)], ids=lambda f: f.key
)
@pytest.mark.parametrize("d", [1, 2, 3, 100, 3_000])
def test_text_is_written_some_thousand_numbers_at_a_time_however_wide_it_is(form, d, tmp_path):
    made, shares = session(40_000 // d, d, WIDEST), []
    pieces = [piece for piece in form.in_pieces(made) if b"e-308" in piece]
    assert b"".join(pieces).count(b"e-308") == 40_000 // d * d
    assert max(piece.count(b"e-308") for piece in pieces) <= max(2_000, d)
    formats.save(made, named(form, tmp_path), shares.append)
    assert shares == sorted(shares)
    assert all(0 <= after - before <= 0.1 for before, after in pairwise(shares))
    assert shares[-1] > 0.9


@written
def test_no_format_needs_more_bytes_than_can_be_read_for_points_within_the_limits(form):
    for d in (1, 2, 3, 4, 10, 100, limits.MAX_COLUMNS - 2):
        two, four = (len(form.write(session(k, d, WIDEST))) for k in (2, 4))
        n = min(limits.MAX_ROWS, limits.MAX_CELLS // d)
        assert two + (four - two) / 2 * n < limits.MAX_BYTES


def test_the_recovery_copy_of_points_within_the_limits_can_be_read():
    n, d = limits.MAX_ROWS, limits.MAX_CELLS // limits.MAX_ROWS
    assert n * (8 * d + 2) < limits.MAX_BYTES / 2


def test_no_recovery_copy_is_kept_that_could_not_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_BYTES", 1_000_000)
    place = CopySlot(tmp_path)
    place.put(Copy(session(2, 2), None, None, 0.0))
    before = place.path.read_bytes()
    with pytest.raises(KpguiError, match=r"larger than the 1 MB that can be recovered\.$"):
        place.put(Copy(session(100_000, 2), None, None, 0.0))
    assert place.path.read_bytes() == before
    place.leave()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kernel": "rbf() + " * MAX_LENGTH}, "the field 'kernel' must be a text of at most"),
        ({"learner": "x" * (MAX_LENGTH + 1)}, "the field 'learner' must be a text of at most"),
        ({"view": View(0, float("inf"), 0, 1)}, "xmax in the field 'view' must be a finite number"),
        ({"view": View(1, 1, 0, 1)}, "must have xmin below xmax"),
        ({"order": "sideways"}, "order must be"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_settings_that_could_not_be_opened_again_are_not_saved(tmp_path, change, words):
    path = tmp_path / "a.kpgui"
    with pytest.raises(KpguiError, match=words) as caught:
        api.save(replace(session(2, 2), **change), path)
    assert len(str(caught.value)) <= 300
    assert not path.exists()


def test_the_command_line_says_so_in_one_line(tmp_path, monkeypatch, capsys):
    many = tmp_path / "many.csv"
    formats.save(session(100, 2), many)
    monkeypatch.setattr(limits, "MAX_ROWS", 50)
    assert main(["generate", "xor", "--n", "60", "-o", str(tmp_path / "out.npz")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "cannot be saved: it would have more than 50 points" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out.npz").exists()
