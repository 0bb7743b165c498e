"""`kpgui convert`: between any two formats."""

import pytest

import kpgui as api
from kpgui.formats import FORMATS
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View

SUFFIXES = [each.suffixes[0] for each in FORMATS if each.can_write]


@pytest.mark.parametrize("source", SUFFIXES)
@pytest.mark.parametrize("target", SUFFIXES)
def test_between_any_two_formats(kpgui, tmp_path, source, target):
    session = Session(Dataset.of([[0.1, -0.0], [1e300, 5e-324]], [-1, 1], [True, False]))
    api.save(session, tmp_path / f"a{source}")
    result = kpgui("convert", tmp_path / f"a{source}", tmp_path / f"b{target}")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Wrote 2 points to {tmp_path / f'b{target}'}")
    assert api.load(tmp_path / f"b{target}").dataset == session.dataset


def test_says_what_stays_behind(kpgui, tmp_path):
    api.save(Session(Dataset.of([[1, 2]], [1]), "linear()"), tmp_path / "a.kpgui")
    assert "the points only" in kpgui("convert", tmp_path / "a.kpgui", tmp_path / "a.csv").out
    assert "the points only" not in kpgui("convert", tmp_path / "a.csv", tmp_path / "b.kpgui").out


def test_warns_of_settings_that_the_format_cannot_hold(kpgui, tmp_path):
    api.save(Session(Dataset.of([[1, 2]], [1]), "linear()", seed=3), tmp_path / "a.kpgui")
    result = kpgui("convert", tmp_path / "a.kpgui", tmp_path / "a.arff")
    assert result.code == 0
    assert result.err == "kpgui: Weka ARFF cannot hold the kernel and the seed; a .kpgui file can.\n"
    assert kpgui("convert", tmp_path / "a.kpgui", tmp_path / "b.json").err == ""


TWO = "cannot hold more than two classes"
FLOWERS = "name,a,b,species\nu,1,2,rose\nv,3,4,lily\nw,5,6,iris\nz,q,8,iris\n"


@pytest.mark.parametrize(
    ("words", "points", "labels", "remarks"),
    [
        (
            ["--positive", "lily", "--skip-bad-rows", "--label-column", "species"],
            3, [-1, 1, -1], ["1 row was skipped", TWO],
        ),
        (
            ["--positive", "rose", "--negative", "iris", "--skip-bad-rows", "--label-column", "4"],
            2, [1, -1], ["1 row was skipped", "1 row of other classes (lily) is not trained on", TWO],
        ),
        (["--positive", "rose", "--columns", "b", "--label-column", "species"], 4, [1, -1, -1, -1], [TWO]),
    ],
)  # fmt: skip
def test_columns_classes_and_rows_are_chosen(kpgui, tmp_path, words, points, labels, remarks):
    (tmp_path / "a.csv").write_text(FLOWERS)
    result = kpgui("convert", tmp_path / "a.csv", tmp_path / "b.npz", *words)
    assert result.code == 0
    assert api.load(tmp_path / "b.npz").dataset.labels.tolist() == labels
    assert len(result.err.splitlines()) == len(remarks)
    for remark in remarks:
        assert remark in result.err


def test_three_classes_are_refused_with_the_words_that_choose(kpgui, tmp_path):
    (tmp_path / "a.csv").write_text("1,2,a\n3,4,b\n5,6,c\n")
    for command in (["train"], ["analyse"], ["convert"]):
        result = kpgui(*command, tmp_path / "a.csv", *([tmp_path / "b.csv"] if command == ["convert"] else []))
        assert result.code == 1
        assert "has 3 classes (a, b, c) where two are needed" in result.err
        assert "--positive a" in result.err
    assert kpgui("train", tmp_path / "a.csv", "--positive", "a").code == 0
    assert kpgui("analyse", tmp_path / "a.csv", "--positive", "a", "--negative", "c").code == 0


def test_standardised_points_have_mean_0_and_deviation_1(kpgui, tmp_path):
    (tmp_path / "a.csv").write_text("100,1,a\n300,2,b\n")
    assert "standardised" in kpgui("convert", tmp_path / "a.csv", tmp_path / "b.csv", "--standardise").err
    found = api.load(tmp_path / "b.csv").dataset.points
    assert found.ravel().tolist() == pytest.approx([-1, -1, 1, 1])


def test_points_become_a_session_that_shows_all_of_them(kpgui, tmp_path):
    (tmp_path / "a.csv").write_text("0,0,1\n10,100,-1\n")
    assert kpgui("convert", tmp_path / "a.csv", tmp_path / "a.kpgui").code == 0
    assert api.load(tmp_path / "a.kpgui").view == View(-0.8, 10.8, -8.0, 108.0)


def test_a_name_that_cannot_be_saved_is_refused_before_anything_is_read(kpgui, tmp_path):
    result = kpgui("convert", tmp_path / "none.csv", tmp_path / "a.xyz")
    assert result.code == 1
    assert "the suffix '.xyz' belongs to no format; known are .kpgui" in result.err


def test_a_failed_conversion_leaves_what_was_there(kpgui, xor_file, tmp_path):
    (tmp_path / "bad.csv").write_text("1,2\n3\n")
    before = xor_file.read_bytes()
    assert kpgui("convert", tmp_path / "bad.csv", xor_file).code == 1
    assert xor_file.read_bytes() == before


def test_a_file_can_be_converted_onto_itself(kpgui, xor_file):
    before = api.load(xor_file)
    assert kpgui("convert", xor_file, xor_file).code == 0
    assert api.load(xor_file) == before
