"""The page of figures: what `dev.py bench --write` and `dev.py kills --write` put there, and nothing else."""

import re
from pathlib import Path

from tests.bench import page
from tests.bench.table import Row, table


def test_a_suite_that_is_run_again_replaces_its_own_figures_only(tmp_path):
    there = tmp_path / "performance.md"
    page.write("smo", "a slow machine", "old figures", there)
    page.write("field", "a slow machine", "figures of fields", there)
    page.write("smo", "a quick machine", table([Row("SMO", "1 s", "≤ 2 s", True)]), there)
    text = there.read_text(encoding="utf-8")
    assert "old figures" not in text
    assert text.index("figures of fields") < text.index("| SMO  | 1 s      | ≤ 2 s  | yes |")
    assert text.count("## ") == 2
    when = r"20\d\d-\d\d-\d\d, commit [0-9a-f]{8}( with changes)?"
    assert len(re.findall(rf"(?m)^Measured on: a (quick|slow) machine; {when}\.$", text)) == 2


def test_figures_of_another_day_keep_their_date(tmp_path):
    there = tmp_path / "performance.md"
    page.write("smo", "a slow machine", "old figures", there)
    old = re.sub(r"20\d\d-\d\d-\d\d, commit \w+[^.]*", "1999-12-31, commit 01234567", there.read_text(encoding="utf-8"))
    there.write_text(old, encoding="utf-8")
    page.write("field", "a slow machine", "figures of fields", there)
    assert "Measured on: a slow machine; 1999-12-31, commit 01234567." in there.read_text(encoding="utf-8")


def test_every_section_says_when_and_of_what_it_was_measured():
    """Each commit is one of this history, where that is there, and not later than its date."""
    for title, text in page.sections_of(page.PAGE.read_text(encoding="utf-8")).items():
        found = re.search(
            r"^Measured on: .+; (20\d\d-\d\d-\d\d), commit ([0-9a-f]{8})( with changes)?\.$", text, re.MULTILINE
        )
        assert found, title
        date = page._git("log", "-1", "--format=%cs", found[2])
        assert date <= found[1], title


def test_every_suite_has_its_section():
    # Read, because importing it brings all libraries of reference and fixes the number of BLAS threads.
    source = Path(page.__file__).with_name("__main__.py").read_text(encoding="utf-8")
    suites = re.search(r"^SUITES = {(.*?)^}", source, re.DOTALL | re.MULTILINE)
    assert set(re.findall(r'"(\w+)":', suites[1])) == {*page.SECTIONS} - {"kills"}


def test_the_page_is_what_the_writer_writes():
    text = page.PAGE.read_text(encoding="utf-8")
    sections = page.sections_of(text)
    assert list(sections) == [each.title for each in page.SECTIONS.values() if each.title in sections]
    assert text == "\n".join([page.INTRODUCTION, *sections.values()])
    for each in page.SECTIONS.values():
        assert each.title not in sections or sections[each.title].startswith(page.heading(each))
