"""`kpgui render` with several files."""

import pytest

from kpgui import api
from tests.cli.drawing import SMALL

pytestmark = pytest.mark.usefixtures("qapp")
"""A picture needs an application; one for the whole process, that windows can use too."""


class TestSeveralFiles:
    """Each file has a picture of its own, and one that fails leaves the others."""

    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name in ("a", "b", "bad"):
            (tmp_path / f"{name}.csv").write_text("x,y,label\n-1,1,-1\n1,1,1\n-1,-1,1\n1,-1,-1\n")
        (tmp_path / "bad.csv").write_text("x,y,label\n-1,1\n")
        (tmp_path / "pictures").mkdir()
        return tmp_path

    @pytest.mark.parametrize(
        ("out", "names"),
        [
            ("pictures/", ["pictures/a.png", "pictures/b.png"]),
            ("pictures", ["pictures/a.png", "pictures/b.png"]),
            ("{name}.png", ["a.png", "b.png"]),
            ("pictures/lecture-{name}-1.PNG", ["pictures/lecture-a-1.PNG", "pictures/lecture-b-1.PNG"]),
        ],
    )
    def test_in_a_folder_or_named_by_a_pattern(self, kpgui, folder, out, names):
        result = kpgui("render", "a.csv", "b.csv", "-o", out, *SMALL)
        assert (result.code, result.err) == (0, "")
        assert result.out == "".join(f"Drew {name}.\n" for name in names)
        for name, source in zip(names, ("a.csv", "b.csv"), strict=True):
            assert kpgui("render", source, "-o", "alone.png", *SMALL).code == 0
            assert (folder / name).read_bytes() == (folder / "alone.png").read_bytes()

    def test_one_file_can_be_drawn_into_a_folder_too(self, kpgui, folder):
        assert kpgui("render", "a.csv", "-o", "pictures", *SMALL).out == "Drew pictures/a.png.\n"

    def test_what_fails_is_said_in_a_line_each_and_the_rest_is_drawn(self, kpgui, folder):
        result = kpgui("render", "bad.csv", "a.csv", "none.kpgui", "b.csv", "-o", "pictures/", *SMALL)
        assert result.code == 1
        assert result.out == "Drew pictures/a.png.\nDrew pictures/b.png.\n"
        first, second = result.err.splitlines()
        assert first.startswith("kpgui: bad.csv, line 2")
        assert second.startswith("kpgui: none.kpgui cannot be opened: there is no such file.")
        assert sorted(path.name for path in (folder / "pictures").iterdir()) == ["a.png", "b.png"]

    def test_what_is_said_names_the_file(self, kpgui, folder):
        (folder / "bad.csv").write_text("1,2,3,1\n4,5,6,-1\n")
        result = kpgui("render", "bad.csv", "a.csv", "-o", "{name}.png", *SMALL, "--at", "1000")
        first, second = result.err.splitlines()
        assert first == "kpgui: bad.csv: Only points with 2 coordinates can be drawn; these have 3."
        assert second.startswith("kpgui: a.csv: the run ends with step ")

    def test_a_bug_in_one_does_not_stop_the_others(self, kpgui, folder, monkeypatch):
        train = api.train

        def failing(session, steps, token):
            if len(session.dataset) == 1:
                raise ZeroDivisionError("oh")
            return train(session, steps, token)

        (folder / "bad.csv").write_text("1,2,1\n")
        monkeypatch.setattr(api, "train", failing)
        result = kpgui("render", "bad.csv", "a.csv", "-o", "{name}.png", *SMALL)
        assert (result.code, result.out) == (1, "Drew a.png.\n")
        assert result.err.startswith("kpgui: bad.csv: this is a bug in kpgui, please report it (ZeroDivisionError: oh;")

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (
                ["a.csv", "b.csv", "-o", "c.png"],
                2,
                "2 files need a folder or a pattern such as '{name}.png' to be drawn",
            ),
            (
                ["a.csv", "b.csv", "-o", "none"],
                2,
                "2 files need a folder or a pattern such as '{name}.png' to be drawn",
            ),
            (["a.csv", "pictures/../a.csv", "-o", "{name}.png"], 2, "would both be drawn to a.png"),
            (["a.csv", "a.csv", "-o", "pictures/"], 2, "a.csv and a.csv would both be drawn to pictures/a.png"),
            (["a.csv", "b.csv", "-o", "none/"], 1, "none/a.png cannot be saved: the folder none does not exist."),
            (["a.csv", "b.csv", "-o", "{name}.bmp"], 1, "a.bmp: the name of a picture must end in"),
            (["a.csv", "b.csv", "-o", "{name}.png"], 1, "b.png cannot be saved: it is a file that is read"),
            (["b.csv", "-o", "./b.png"], 1, "./b.png cannot be saved: it is a file that is read"),
        ],
    )
    def test_what_cannot_be_is_said_once_before_anything_is_drawn(self, kpgui, folder, words, code, said):
        (folder / "b.png").symlink_to("b.csv")
        before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
        result = kpgui("render", *words)
        assert (result.code, result.out) == (code, "")
        assert said in result.err
        assert len(result.err.splitlines()) == 1
        assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
