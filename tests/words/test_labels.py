import pytest

from kpgui.kernels import kernel
from kpgui.model.expression import ExpressionError
from kpgui.words.overrides import wrong_span


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("rbf + lin()", "lin"),
        ("rbf $ linear", "$"),
        ("rbf(sigma=)", ")"),
        ("rbf linear", "linear"),
        ("rbf(sigma=0.5", ""),
        ("rbf + ", ""),
        ("", ""),
    ],
)
def test_the_word_that_is_wrong_is_marked(text, marked):
    with pytest.raises(ExpressionError) as caught:
        kernel(text)
    start, end = wrong_span(text, caught.value.at)
    assert text[start:end] == marked
    assert marked or start == len(text.rstrip())
