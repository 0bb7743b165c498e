"""Good files of every format, and what mutations put into them."""

import json
from pathlib import Path

from kpgui.formats import FORMATS
from kpgui.formats.session import SessionFile
from kpgui.model.dataset import Dataset
from kpgui.model.session import Reached, Session
from tests.formats.pictures import BLANK, carrying

CORPUS = Path(__file__).parent.parent / "formats" / "corpus"
"""Files that a reader once failed on, where a test looks at them ever after."""

SUFFIXES = ("", ".xyz", *(suffix for form in FORMATS for suffix in form.suffixes))

TOKENS = (
    b'"', b"'", b",", b";", b"\t", b" ", b"\n", b"\r", b"\r\n", b"#", b"%", b":", b"{", b"}", b"[", b"]", b"\\",
    b"\0", b"?", b"nan", b"inf", b"-inf", b"1e999", b"1e308", b"1_0", b"0x1p3", b"1,5", b"1.5", b"-0.0", b"5e-324",
    b"1" * 400, b"x", b"y", b"label", b"held_out", b"@relation r\n", b"@attribute x numeric\n",
    b"@attribute c {a,b}\n", b"@data\n", b"{0 1, 2 b}", b"qid:1", b"1:", b"99999999999:1", b"# c\n", b" # held_out\n",
    b"C#x", b"cD#y", b"continuous", b"discrete", b"class", b"meta", b"2 2\n", b"sep=;\n", b"\xef\xbb\xbf",
    b"\xff\xfe", b"\xfe\xff", b"\xff", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xe2\x88\x92", b"PK\x03\x04",
    b"PK\x05\x06", b"\x93NUMPY\x01\x00", b"'descr': '|O'", b'"format": "kpgui"', b'"points": [', b"NaN", b"true",
    b"null", b"[[[[[[[[", b"\x89PNG\r\n\x1a\n", b"iTXt", b"kpgui\0", b"\xff\xff\xff\xff", b"<svg", b"<kpgui:session>",
    b"</kpgui:session>", b"</svg>", b"%PDF-1.4\n", b"/KpguiSession", b">>\nstream\n", b"/FlateDecode",
)  # fmt: skip
"""What means something in some format."""

SAMPLE = Dataset.of([[0.5, -1.25], [0.1, 2e300], [-0.0, 5e-324]], [1, -1, 1], [False, True, False])

BY_HAND = (
    b"x,y,label\n1,2,a\n3,4,b\n",
    b"1.5,2,1\n3,4.25,-1\n",
    b"1,5;2;a\n3;4,5;b\n",
    b'x,y,label\n"1,5",2,a\n"3,25","4,5",b\n',
    b'"x";"y";"class"\n"1,5";"2";"a b"\n3;4;"c\nd"\n',
    b"% c\n@RELATION 'r'\n@ATTRIBUTE x REAL\n@attribute 'y y' integer\n@attribute c {'a b',c}\n@DATA\n"
    b"1,?,'a b',{2}\n{0 1,2 c}\n",
    b"@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute c {a,b}\n@data\n1,2,a\n3,4,b\n",
    b"mS#n\tC#x\tC#y\tcD#k\nu\t1\t2\ta\nv\t3\t4\tb\n",
    b"x y class\n1 0.5 1.5 a\n2 -2 3 c\n",
    b"0,5 1,5 1\n2,5 3,5 -1\n",
    b"+1 qid:1 1:0.5 3:1e-3 # c\n-1 0:2\n",
    b"2 2\n1 2 0 1 \n3 4 1 2 \ns 1\n0 1\n",
)

SESSIONS = tuple(
    SessionFile().write(session)
    for session in (Session(SAMPLE), Session(SAMPLE, reached=Reached(17, 5, 12), live=True, shape="moons(n=50)"))
)
"""Of both versions."""

SEEDS = (
    *BY_HAND,
    *SESSIONS,
    *(form.write(Session(SAMPLE)) for form in FORMATS if form.can_write and not form.holds_session),
    *(carrying(key, text) for key in BLANK for text in SESSIONS),
)
"""Small files of every format."""

CHOICES = json.dumps(
    {"delimiter": ",", "decimal_comma": True, "header": False, "coordinates": [0, 1], "label": 2, "positive": "1"}
)
"""As they are remembered."""

WINDOW = {
    "theme": "dark", "geometry": "AAAA", "pace": 3, "recent": ["/a"], "imports": ["/a.csv\n" + CHOICES],
    "tools": {"spray": {"size": 2}},
}  # fmt: skip
SETTINGS = f"[General]\nwindow={json.dumps(json.dumps(WINDOW))}\n".encode()
"""The file of what the window remembers."""
