"""File names and texts of files that would command the terminal: nothing of them reaches it but letters."""

import re

import pytest

from kpgui.cli import main

NAMES = {
    "title": "a\x1b]0;hacked\x07",
    "erased": "a\x1b[2J\x1b[1;1H",
    "one byte": "a\x9b2Jb",
    "lines": "a\nkpgui: all is well",
    "returned": "a\rkpgui: all is well",
    "reversed": "a\u202evsc.",
    "deleted": "a\x7f\x08\x08",
}
COMMANDED = re.compile(r"[^\x20-\x7e\n\u00a0-\uffff]|\u202e")


@pytest.fixture(params=NAMES.values(), ids=NAMES)
def name(request, tmp_path, monkeypatch):
    """The beginning of a name, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return request.param


@pytest.mark.parametrize(
    "line",
    [
        ("generate", "moons", "-o", "{name}.csv"),
        ("convert", "points.csv", "{name}.npz"),
        ("convert", "points.csv", "{name}.kpgui", "--verbose"),
        ("train", "{name}.kpgui", "--verbose"),
        ("train", "{name}.kpgui", "--json"),
        ("analyse", "{name}.kpgui"),
        ("render", "{name}.kpgui", "-o", "{name}.svg"),
        ("render", "{name}.kpgui", "-o", "{name}.gif", "--frames", "2"),
        ("render", "{name}.kpgui", "{name} none.csv", "-o", "folder/"),
        ("train", "{name} none.csv"),
        ("train", "{name}.kpgui", "--kernel", "{name}"),
        ("train", "broken.csv"),
        ("{name}",),
    ],
)
def test_no_command_passes_them_on(qapp, name, tmp_path, capfd, line):
    main(["generate", "moons", "-o", "points.csv", "--n", "12"])
    main(["convert", "points.csv", f"{name}.kpgui"])
    (tmp_path / "broken.csv").write_text(f"x,y,label\n1,{name!s},1\n2,3,-1\n", encoding="utf-8", newline="")
    capfd.readouterr()
    main([word.format(name=name) for word in line])
    said = "".join(capfd.readouterr())
    assert said
    assert not COMMANDED.findall(said), repr(said)
    assert not any(row.startswith("kpgui: all is well") for row in said.split("\n")), said
