"""The exercise sheet as PDF."""

import csv
import re
import subprocess

import pytest

from kpgui.cli import main
from tests.figure.test_vector import needs


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The PDF of five variants, and the rows of their key."""
    import kpgui
    from kpgui.model.session import Session

    folder = tmp_path_factory.mktemp("sheet")
    kpgui.save(Session(kernel="poly(degree=2)", learner="voted_perceptron(bias=true)"), folder / "exam 1.kpgui")
    for name in ("a.pdf", "b.pdf", "key.csv"):
        words = ["exercises", folder / "exam 1.kpgui", "--variants", "5", "--seed", "4", "-o", folder / name]
        assert main([str(each) for each in words]) == 0
    return folder


def test_the_same_variants_give_the_same_bytes(written):
    assert (written / "a.pdf").read_bytes() == (written / "b.pdf").read_bytes()


def test_two_variants_share_a_page_of_a4_and_the_key_has_its_own(written):
    content = (written / "a.pdf").read_bytes()
    boxes = re.findall(rb"/MediaBox \[([^\]]*)\]", content)
    assert len(boxes) == 4
    for box in boxes:
        left, bottom, right, top = map(float, box.split())
        assert (right - left, top - bottom) == (pytest.approx(595.28, abs=0.1), pytest.approx(841.89, abs=0.1))


@needs("pdftotext")
def test_it_says_all_that_is_needed_and_the_key_only_at_the_end(written):
    command = ["pdftotext", "-layout", written / "a.pdf", "-"]
    pages = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.split("\f")
    first = re.sub(r"\s+", " ", pages[0])
    for words in (
        "Variant 1 exam 1",
        "Variant 2",
        "K(x, z) = (x·z + 1)²",
        "in the order 1, 2, 3, 4, 5, 6",
        "β",
        "Votes",
    ):
        assert words in first
    assert "Key" not in "".join(pages[:3])
    rows = list(csv.DictReader((written / "key.csv").read_text(encoding="utf-8").splitlines()))
    key = re.sub(r"[^\S\n]+", " ", pages[3])
    assert "Key · exam 1" in key
    for row in rows:
        right = [row[name].replace(" ", ", ") for name in ("variant", *list(row)[7:])]
        assert " ".join(right).replace("-", "−") in key
