"""Pictures that mean harm: each is answered with one sentence, in bounded time and memory."""

import contextlib
import struct
import sys
import tracemalloc
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import formats
from kpgui.formats import FORMATS
from kpgui.model.errors import KpguiError
from tests.formats.pictures import BLANK, SIGNATURE, SVG, bomb, carrying, chunk, png, with_stream
from tests.formats.test_cost import answers, written
from tests.formats.test_pictures import KINDS, SESSION, TEXT

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits")
every_kind = pytest.mark.parametrize("key", KINDS)


def answer(content):
    """The sentence with which the bytes are refused, having taken little memory."""
    tracemalloc.start()
    try:
        with pytest.raises(KpguiError) as caught:
            formats.read(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 300_000_000
    sentence = str(caught.value)
    assert len(sentence) < 300
    assert sentence.count("\n") == 0
    return sentence


@every_kind
def test_what_unpacks_to_four_gigabytes_is_not_unpacked(key):
    content = with_stream(key, bomb(4096))
    assert len(content) < 10_000_000
    assert "carries a session of more than 32 MB, the most that is read from a picture" in answer(content)


def test_parts_of_a_png_that_are_too_much_together_are_not_unpacked():
    packed = zlib.compress(b" " * 3_000_000)
    parts = [chunk(b"iTXt", (b"kpgui" if k == 1 else b"kpgui %d" % k) + b"\0\1\0\0\0" + packed) for k in range(1, 900)]
    assert "carries a session of more than 32 MB" in answer(png(*parts))


ROWS = (
    TEXT[: TEXT.index(b'"points": [')].replace(b', "held_out"', b"") + b'"points": [' + b"[1.25,2.125,1]," * 1_999_999
)


@pytest.mark.slow
@posix
def test_the_largest_picture_with_the_most_points_is_read_within_the_bounds(tmp_path):
    """An SVG, because base64 takes more memory than what other kinds have."""
    begin, end = carrying("svg", ROWS + b"[1.25,2.125,-1]]}").split(b"</svg>")
    path = written(tmp_path / "large.svg", (begin, 1), (b" ", 190_000_000), (b"</svg>" + end, 1))
    assert answers(path) == ["read", "read"]


@pytest.mark.slow
@posix
@every_kind
def test_a_picture_that_is_nothing_but_beginnings_is_refused_within_the_bounds(key, tmp_path):
    unit = {
        "png": chunk(b"iTXt", b"kpgui\0\0\0\0\0", 0),
        "svg": b"<kpgui:session>AAAA</kpgui:session",
        "pdf": b">> /KpguiSession /FlateDecode >> ",
        "html": b'<script type="application/x-kpgui-session">AAAA',
    }[key]
    begin = {"png": SIGNATURE, "svg": b"<svg>", "pdf": b"%PDF-1.4\n", "html": b"<!doctype html>"}[key]
    path = written(tmp_path / f"many.{key}", (begin, 1), (unit, 190_000_000 // len(unit)))
    assert all("damaged" in said for said in answers(path))


@every_kind
def test_text_after_which_the_file_goes_on_is_whole(key):
    assert formats.read(with_stream(key, zlib.compress(TEXT) + b"\0" * 1000)).session == SESSION


@every_kind
@pytest.mark.parametrize("packed", [b"", b"x", zlib.compress(TEXT)[:-1], zlib.compress(TEXT)[:-2] + b"xx"])
def test_a_stream_that_is_none_is_damage(key, packed):
    assert "session that is damaged" in answer(with_stream(key, packed))


@pytest.mark.parametrize("length", [2**31, 2**32 - 1, 2**31 - 1, 14, 12])
def test_a_chunk_that_says_it_is_longer_than_the_file(length):
    content = SIGNATURE + struct.pack(">I4s", length, b"iTXt") + b"kpgui\0\0\0\0\0"
    assert "ends in the middle of the picture" in answer(content)


@pytest.mark.slow
def test_a_million_chunks_are_too_many():
    assert "more than 300 000 parts" in answer(png(chunk(b"tEXt", b"") * 1_000_000))


def test_a_million_tags_of_metadata():
    content = SVG.replace(b"</svg>", b"<metadata>" * 1_000_000 + b"</svg>")
    assert "picture without a kpgui session" in answer(content)
    assert "more than one" in answer(SVG.replace(b"</svg>", b"<kpgui:session></kpgui:session>" * 1_000_000))
    assert "damaged" in answer(SVG.replace(b"</svg>", b"<kpgui:session>" * 1_000_000))
    assert "damaged" in answer(SVG.replace(b"</svg>", b"<kpgui:session " + b" " * 10_000_000))


def test_no_entity_is_expanded():
    """The billion laughs, and a file from elsewhere."""
    entities = b'<!ENTITY a0 "ha">' + b"".join(
        b'<!ENTITY a%d "%s">' % (k, b"&a%d;" % (k - 1) * 10) for k in range(1, 10)
    )
    for inside in (b"&a9;", b"&x;"):
        head = b'<!DOCTYPE svg [%s<!ENTITY x SYSTEM "file:///etc/passwd">]>' % entities
        text = b"<svg><metadata><kpgui:session>%s</kpgui:session></metadata></svg>" % inside
        assert "session that is damaged" in answer(head + text)


def test_more_base64_than_a_session_may_have():
    content = SVG.replace(b"</svg>", b"<kpgui:session>" + b"A" * 50_000_000 + b"</kpgui:session></svg>")
    assert "more than 32 MB" in answer(content)


def test_marks_of_a_pdf_again_and_again():
    assert "damaged" in answer(b"%PDF-1.4\n" + b"/KpguiSession " * 1_000_000)
    assert "damaged" in answer(b"%PDF-1.4\n" + b">>" * 5_000_000 + b"/KpguiSession" + b">> " * 5_000_000)


@every_kind
@pytest.mark.parametrize("depth", [100_000])
def test_a_session_that_is_nested_too_deep(key, depth):
    assert "nested too deep" in answer(carrying(key, b'{"a":' * depth))


@every_kind
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_whatever_is_changed_in_a_picture(key, data):
    content = bytearray(carrying(key, TEXT))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        size = data.draw(st.sampled_from([0, 1, 1, 4, 100]))
        content[at : at + size] = data.draw(st.binary(max_size=6))
    with contextlib.suppress(KpguiError):
        FORMATS.find(key).read(bytes(content), "file")
    with contextlib.suppress(KpguiError):
        formats.read(bytes(content))


@every_kind
@given(text=st.binary(max_size=300))
@settings(max_examples=100)
def test_whatever_a_picture_carries(key, text):
    with contextlib.suppress(KpguiError):
        FORMATS.find(key).read(carrying(key, text), "file")


@given(name=st.sampled_from([b"iTXt", b"tEXt", b"kpgu"]), data=st.binary(max_size=40), keyed=st.booleans())
@settings(max_examples=300)
def test_whatever_a_text_chunk_holds(name, data, keyed):
    with contextlib.suppress(KpguiError):
        formats.read(png(chunk(name, b"kpgui\0" + data if keyed else data)))


@every_kind
def test_a_picture_is_not_taken_for_a_table(key):
    assert FORMATS.find(key).recognises(BLANK[key])
    others = [form for form in FORMATS if form.key != key and form.recognises(BLANK[key])]
    assert not [form.key for form in others if isinstance(form, type(FORMATS.find("npz")))]
