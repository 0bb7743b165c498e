"""What is fuzzed: whatever bytes a file holds, reading it gives a dataset or one clear sentence."""

import numpy as np

from kpgui.formats import FORMATS, Choices, preview, read
from kpgui.formats.base import PointsFormat
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

TOLERANT = Choices(positive="1", skip_bad_rows=True, coordinates="numeric", standardise=True)

TOKENS = (
    b'"', b"'", b",", b";", b"\t", b" ", b"\n", b"\r", b"\r\n", b"#", b"%", b":", b"{", b"}", b"[", b"]", b"\\",
    b"\0", b"?", b"nan", b"inf", b"-inf", b"1e999", b"1_0", b"0x1p3", b"1,5", b"-0.0", b"5e-324", b"1" * 400, b"x",
    b"y", b"label", b"held_out", b"@relation r\n", b"@attribute x numeric\n", b"@attribute c {a,b}\n", b"@data\n",
    b"{0 1, 2 b}", b"qid:1", b"1:", b"99999999999:1", b"C#x", b"cD#y", b"continuous", b"discrete", b"class",
    b"meta", b"2 2\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff", b"\xe2\x80\xa8", b"PK\x03\x04",
    b"PK\x05\x06", b"\x93NUMPY\x01\x00", b"'descr': '|O'", b'"format": "kpgui"', b'"points": [', b"NaN",
    b"[[[[[[[[",
)  # fmt: skip
"""What mutations put in: what means something in some format."""

SAMPLE = Dataset.of([[0.5, -1.25], [0.1, 2e300], [-0.0, 5e-324]], [1, -1, 1], [False, True, False])

BY_HAND = (
    b"x,y,label\n1,2,a\n3,4,b\n",
    b'"x";"y";"class"\n"1,5";"2";"a b"\n3;4;"c\nd"\n',
    b"% c\n@RELATION 'r'\n@ATTRIBUTE x REAL\n@attribute 'y y' integer\n@attribute c {'a b',c}\n@DATA\n"
    b"1,?,'a b',{2}\n{0 1,2 c}\n",
    b"mS#n\tC#x\tC#y\tcD#k\nu\t1\t2\ta\nv\t3\t4\tb\n",
    b"x y class\n1 0.5 1.5 a\n2 -2 3 c\n",
    b"+1 qid:1 1:0.5 3:1e-3 # c\n-1 0:2\n",
    b"2 2\n1 2 0 1 \n3 4 1 2 \ns 1\n0 1\n",
)


def seeds() -> list[bytes]:
    """Small files of every format, good ones."""
    return [*BY_HAND, *(form.write(Session(SAMPLE)) for form in FORMATS)]


def check(content: bytes) -> None:
    """Raises what a reader raises that is no sentence for the user, and AssertionError for a dataset that is none."""
    for attempt in (lambda: read(content).dataset, lambda: read(content, TOLERANT).dataset):
        _attempt(attempt)
    _attempt(lambda: preview(content) and None)
    for form in FORMATS:
        if isinstance(form, PointsFormat):  # also under a suffix that lies
            _attempt(lambda form=form: form.read(content, "file").dataset)


def _attempt(attempt) -> None:
    try:
        dataset = attempt()
    except KpguiError as error:
        sentence = str(error)
        assert sentence.endswith("."), sentence
        assert len(sentence) < 1000, sentence
        assert len(sentence.splitlines()) == 1, sentence
        return
    if dataset is not None:
        assert len(dataset)
        assert np.isfinite(dataset.points).all()
        assert set(dataset.labels.tolist()) <= {-1, 1}
