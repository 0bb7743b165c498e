"""The manifest says what the program does otherwise than before, and nothing where it does the same."""

import json

import pytest

from tests.manifest.__main__ import main
from tests.manifest.comparing import differences
from tests.manifest.kinds import KINDS


@pytest.fixture
def written(tmp_path):
    """A manifest of what is listed."""
    folder = tmp_path / "manifest"
    assert main(["write", str(folder), "--only", "listing"]) == 0
    return folder


def test_what_is_as_before_differs_in_nothing(written, capsys):
    assert main(["check", str(written), "--only", "f"]) == 0
    assert "6 entries, 0 differ" in capsys.readouterr().out


def test_the_names_of_the_window_are_the_same_each_time(tmp_path, capsys):
    folder = str(tmp_path / "manifest")
    assert main(["write", folder, "--only", "d"]) == 0
    assert main(["check", folder, "--only", "d"]) == 0
    assert json.loads((tmp_path / "manifest" / "names.json").read_text(encoding="utf-8"))["action train.step"]


def test_a_line_that_was_another_is_shown_old_and_new(written, capsys):
    path = written / "listing.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"linear: Linear"', '"linear: Straight"'), encoding="utf-8"
    )
    assert main(["check", str(written), "--only", "listing"]) == 1
    told = capsys.readouterr().out
    assert "1 differ" in told and '-"linear: Straight"' in told and '+"linear: Linear"' in told


def test_entries_are_gone_new_or_changed():
    before, now = {"gone": 1, "same": [1], "changed": 2, "lines": ["a", "b"]}, {"same": [1], "changed": 3, "new": "x"}
    told = list(differences(before, now | {"lines": ["a", "c"]}))
    assert told[:2] == ["- gone: 1", "~ changed: 2 -> 3"]
    assert '-"b"' in told[2] and '+"c"' in told[2] and '"a"' not in told[2]
    assert told[3:] == ['+ new: "x"']


def test_a_kind_that_there_is_not_is_wrong_usage(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["write", str(tmp_path / "manifest"), "--only", "f,colours"])
    assert end.value.code == 2
    assert "no kind colours" in capsys.readouterr().err
    assert "".join(kind.letter for kind in KINDS) == "abcdefghij"
