"""Links that lead nowhere or to a device."""

import os
import sys

import pytest

from kpgui import formats
from kpgui.formats.storage import is_special
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")

FEW = Session(Dataset.of([[0, 0], [1, -1]], [1, 1]))


def test_a_link_into_a_folder_that_is_gone_names_that_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.csv").symlink_to("gone/a.csv")
    with pytest.raises(KpguiError) as caught:
        formats.save(FEW, "link.csv")
    where = f"the folder {tmp_path / 'gone'} does not exist"
    assert str(caught.value) == f"link.csv cannot be saved: it is a link, and {where}."


def test_a_link_to_a_file_that_is_not_there_yet_makes_it(tmp_path):
    (tmp_path / "link.csv").symlink_to("a.csv")
    formats.save(FEW, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert formats.load(tmp_path / "a.csv").dataset == FEW.dataset


def test_a_device_and_a_pipe_keep_nothing(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    found = {name: is_special(tmp_path / name) for name in ("pipe", "file", ".", "none")}
    assert found == {"pipe": True, "file": False, ".": False, "none": False}
    assert all(is_special(type(tmp_path)(name)) for name in ("/dev/null", "/dev/full"))
