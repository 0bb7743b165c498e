"""`kpgui list`: everything there is."""

import pytest

from kpgui.formats import FORMATS
from kpgui.generators import GENERATORS
from kpgui.kernels import KERNELS, OPERATORS, kernel
from kpgui.learners import LEARNERS
from kpgui.model.param import text_of


@pytest.mark.parametrize(
    ("sort", "registry"), [("kernels", KERNELS), ("learners", LEARNERS), ("generators", GENERATORS)]
)
def test_lists_every_member_with_every_parameter(kpgui, sort, registry):
    result = kpgui("list", sort)
    assert (result.code, result.err) == (0, "")
    paragraphs = {text.partition(":")[0]: text for text in result.out.split("\n\n")}
    for each in registry:
        paragraph = paragraphs[each.key]
        assert each.title in paragraph
        assert each.formula in paragraph
        for param in each.params():
            line = next(line for line in paragraph.splitlines() if line.strip().startswith(f"{param.name}="))
            assert f"{param.name}={text_of(param.default)} " in line
            assert param.allowed in line
            assert line.endswith(param.meaning)


def test_lists_every_format(kpgui):
    result = kpgui("list", "formats")
    assert result.code == 0
    for each in FORMATS:
        can = "read and written" if each.can_write else "read"
        assert f"{each.key}: {each.title} ({', '.join(each.suffixes)}), {can}\n" in result.out
        assert each.meaning in result.out


def test_says_that_kernels_can_be_combined(kpgui):
    out = kpgui("list", "kernels").out
    assert "rbf(sigma=0.5) + 0.3*linear()**2" in out
    for syntax, meaning in OPERATORS:
        assert f"    {syntax}  " in out
        assert meaning in out
        kernel(syntax.replace("K1", "linear").replace("K2", "rbf").replace("K", "rbf"))
