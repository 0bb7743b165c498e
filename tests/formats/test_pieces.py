"""A file that is read piece by piece is the one that is read in one go, wherever the pieces are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.formats import FORMATS, Choices, read
from kpgui.formats.base import PointsFormat, TextFormat
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from tests.strategies import datasets

in_pieces = pytest.mark.parametrize(
    "form", [each for each in FORMATS if isinstance(each, TextFormat) and isinstance(each, PointsFormat)], ids=type
)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


def outcome(content, choices):
    """What comes of reading: the dataset and the report, or the sentence."""
    try:
        found = read(content, choices)
    except KpguiError as error:
        return str(error)
    return found.dataset, found.report


@in_pieces
@pytest.mark.parametrize("size", [1, 60])
@given(dataset=datasets(min_size=1, elements=NUMBERS, held_out=True))
def test_points_come_back_bit_for_bit(form, size, dataset):
    content = form.write(Session(dataset))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kpgui.formats.tabular.text.PIECE", size)
        assert form.read(content, "file").dataset == dataset


rows = st.lists(
    st.sampled_from(
        [
            "1,2,a",
            "-0.5,1e3,b",
            "3,4,b",
            "",
            ",,",
            " , , ",
            "# said",
            '"5","6","a"',
            '7,8,"b\nb"',
            "1,x,a",
            "1,2",
            '1,2,a"',
        ]
    ),
    max_size=12,
)


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("header", ["", "x,y,label\n", '"x\ny",z,label\n', "sep=,\n"])
@given(rows=rows, end=st.sampled_from(["\n", "\r\n", "\r"]), skip=st.booleans())
def test_csv_is_the_same_in_pieces_and_in_one_go(size, header, rows, end, skip):
    content = (header + "\n".join(rows)).replace("\n", end).encode()
    choices = Choices(skip_bad_rows=skip, delimiter=",")
    whole = outcome(content, choices)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kpgui.formats.tabular.text.PIECE", size)
        assert outcome(content, choices) == whole
