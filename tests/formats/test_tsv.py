"""Tab-separated values."""

from kpgui import formats
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session


def test_is_written_with_tabs_and_read_back(tmp_path):
    session = Session(Dataset.of([[0.5, 2], [3, 4]], [1, -1]))
    formats.save(session, tmp_path / "points.tsv")
    assert (tmp_path / "points.tsv").read_text() == "x\ty\tlabel\n0.5\t2.0\t1\n3.0\t4.0\t-1\n"
    assert formats.load(tmp_path / "points.tsv").dataset == session.dataset
