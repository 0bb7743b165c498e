"""docs/theory.md has the source or proof of what is said: a learner or kernel without a section there fails."""

import re
from pathlib import Path

import pytest

from kpgui.kernels import KERNELS, kernel
from kpgui.learners import LEARNERS, learner
from kpgui.model.explanation import Circumstances
from tests.learners.test_every_learner import VARIANTS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "theory.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##)", TEXT, re.DOTALL | re.MULTILINE))
REFERENCES = TEXT.partition("## References")[2]

NAME = r"[A-ZÓ][\w-]+"
CITATION = re.compile(rf"({NAME}(?:(?:, | and ){NAME})*) (\d{{4}})\b")


def cited(text):
    """The works that are cited, as "Novikoff 1962", with commas between several names."""
    unbroken = re.sub(r"\s+", " ", text)
    return {f"{names.replace(' and ', ', ')} {year}" for names, year in CITATION.findall(unbroken)}


@pytest.mark.parametrize("key", [*LEARNERS.keys(), *KERNELS.keys()])
def test_every_learner_and_kernel_has_a_section_with_a_source_or_a_proof(key):
    section = SECTIONS[key]
    assert "Proof: " in section or cited(section.partition("Source:")[2])


def test_no_section_is_of_something_that_is_not_there():
    assert set(SECTIONS) == {*LEARNERS.keys(), *KERNELS.keys()}


@pytest.mark.parametrize("text", VARIANTS)
def test_what_a_guarantee_cites_is_in_the_section_of_its_learner(text):
    section = SECTIONS[learner(text).key]
    for largest in (0.5, 2.0):
        named = cited(learner(text).guarantee(Circumstances(largest, True, False)).text)
        shared = SECTIONS["kernel_perceptron"] if "Novikoff 1962" in named else ""
        assert named <= cited(section + shared)


@pytest.mark.parametrize("text", [*KERNELS.keys(), "rbf + linear", "rbf * linear", "rbf**2", "exp(rbf)", "2*rbf"])
def test_what_a_kernels_rule_cites_is_in_the_document(text):
    assert cited(kernel(text).validity.why) <= cited(TEXT)


def test_every_work_that_is_cited_is_among_the_references_and_the_other_way_round():
    assert cited(TEXT.partition("## References")[0]) == listed()


def test_every_work_that_the_program_cites_is_among_the_references():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "kpgui").rglob("*.py")))
    in_one_piece = re.sub(r'"\n *f?"', "", sources)  # a long string is several
    assert cited(in_one_piece) <= listed()


def listed():
    return {line.removeprefix("- ").partition(":")[0] for line in REFERENCES.strip().splitlines() if line[:2] == "- "}
