"""Pictures that carry the session they show."""

import zlib
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from kpgui import formats
from kpgui.formats import FORMATS
from kpgui.formats.parts.picture import PictureFormat
from kpgui.formats.session import SessionFile
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Reached, Session, View
from tests.formats.pictures import BLANK, SVG, carrying, chunk, png, with_stream

SESSION = Session(
    Dataset.of([[0.5, -1.25], [0.1, 2e300], [-0.0, 5e-324]], [1, -1, 1], [False, True, False]),
    "rbf(sigma=0.5)", "norma(eta=0.2)", "shuffled_once", 7, View(-1, 2, -3, 4), Reached(17, 5, 12), True, "moons(n=50)",
)  # fmt: skip
TEXT = SessionFile().write(SESSION)

KINDS = [form.key for form in FORMATS if isinstance(form, PictureFormat)]
every_kind = pytest.mark.parametrize("key", KINDS)


def many(n):
    rng = np.random.default_rng(0)
    return Session(Dataset.of(rng.normal(size=(n, 2)), rng.choice([-1, 1], n)), kernel='rbf(sigma=1) + "é"')


def saved(folder, key, content, name="picture"):
    path = folder / f"{name}.{key}"
    path.write_bytes(content)
    return path


def test_every_kind_of_picture_has_a_blank_one_here():
    assert set(BLANK) == set(KINDS)


@every_kind
@pytest.mark.parametrize("session", [SESSION, Session(), many(40_000)], ids=["small", "empty", "large"])
def test_what_a_picture_carries_is_the_session_bit_for_bit(key, session, tmp_path):
    path = saved(tmp_path, key, carrying(key, SessionFile().write(session)))
    found = formats.load(path)
    assert found == session
    assert found.dataset.points.tobytes() == session.dataset.points.tobytes()


@every_kind
@given(
    text=st.binary(min_size=1, max_size=5000) | st.text(min_size=1).map(lambda text: text.encode("utf-8", "replace"))
)
def test_any_text_comes_back_and_the_same_twice(key, text):
    picture = carrying(key, text)
    assert FORMATS.find(key).text_in(picture, "file") == text
    assert carrying(key, text) == picture


@pytest.mark.parametrize("text", ["é" * 700_000, "a" + "é" * 700_000, "\U0001f600" * 400_000])
def test_a_png_divides_no_character_among_its_chunks(text, monkeypatch):
    picture = carrying("png", text.encode())
    assert FORMATS.find("png").text_in(picture, "file").decode() == text
    with Image.open(saved_in_memory(picture)) as image:
        image.load()
        assert "".join(value for name, value in image.info.items() if name.startswith("kpgui")) == text


def saved_in_memory(content):
    import io

    return io.BytesIO(content)


@every_kind
def test_the_name_of_the_file_does_not_matter(key, tmp_path):
    path = tmp_path / "lecture.csv"
    path.write_bytes(carrying(key, TEXT))
    assert formats.load(path) == SESSION
    assert formats.read(carrying(key, TEXT)).session == SESSION


@every_kind
def test_a_picture_without_a_session_is_refused_in_words(key, tmp_path):
    path = saved(tmp_path, key, BLANK[key])
    with pytest.raises(KpguiError, match=rf"picture\.{key} is a picture without a kpgui session; pictures that kpgui"):
        formats.load(path)


@every_kind
def test_a_file_that_is_no_picture_but_is_called_one(key, tmp_path):
    with pytest.raises(KpguiError, match=rf"photo\.{key} is no {FORMATS.find(key).title}, whatever its name says"):
        formats.load(saved(tmp_path, key, b"\xff\xd8\xff\xe0\0\x10JFIF", "photo"))


@every_kind
def test_what_is_wrong_with_the_session_says_in_which_file(key, tmp_path):
    path = saved(tmp_path, key, carrying(key, TEXT.replace(b'"version": 2', b'"version": 9')))
    with pytest.raises(KpguiError, match=rf"picture\.{key} \(its session\) was saved by a newer kpgui"):
        formats.load(path)


@every_kind
def test_a_session_is_not_saved_over_a_picture(key, tmp_path):
    path = saved(tmp_path, key, carrying(key, TEXT))
    with pytest.raises(
        KpguiError, match=rf"would be a {FORMATS.find(key).title}, which Save picture and kpgui render draw; known are"
    ):
        formats.save(Session(), path)
    assert formats.load(path) == SESSION


@pytest.mark.parametrize("key", ["png", "svg"])
def test_what_no_picture_can_carry_is_refused_before_it_is_written(key):
    with pytest.raises(KpguiError, match="more than the 32 MB that a picture can carry; save the picture without it"):
        carrying(key, b"x" * 32_000_001)
    assert len(FORMATS.find(key).text_in(carrying(key, b"x" * 32_000_000), "file")) == 32_000_000


@pytest.mark.parametrize("key", ["png", "svg"])
@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4\n", b"<svg>"])
def test_nothing_is_put_into_what_is_no_whole_picture(key, content):
    with pytest.raises(ValueError, match="not a"):
        FORMATS.find(key).embed(content, TEXT)


# What other programs make of the pictures


@pytest.mark.parametrize("session", [SESSION, many(40_000)], ids=["small", "large"])
def test_pillow_opens_the_png_and_knows_the_text(session, tmp_path):
    text = SessionFile().write(session).decode()
    with Image.open(saved(tmp_path, "png", carrying("png", text.encode()))) as image:
        assert image.getpixel((0, 0)) == 128
        parts = {name: value for name, value in image.info.items() if name.startswith("kpgui")}
        assert "".join(parts.values()) == text


def test_a_png_that_pillow_saved_again_has_lost_its_session(tmp_path):
    with Image.open(saved(tmp_path, "png", carrying("png", TEXT))) as image:
        image.save(tmp_path / "again.png")
    with pytest.raises(KpguiError, match=r"again\.png is a picture without a kpgui session"):
        formats.load(tmp_path / "again.png")


def test_a_short_session_can_be_read_in_the_png_itself():
    assert TEXT in carrying("png", TEXT)


def test_the_svg_is_well_formed_and_shows_the_same(tmp_path):
    root = ElementTree.fromstring(carrying("svg", TEXT))
    assert [each.tag.rpartition("}")[2] for each in root] == ["title", "rect", "metadata"]


def test_an_svg_that_an_editor_wrote_again_keeps_its_session(tmp_path):
    """With other name prefixes, quotes and blanks, as XML allows."""
    ElementTree.register_namespace("kpgui", "urn:kpgui:session")
    again = ElementTree.tostring(ElementTree.fromstring(carrying("svg", TEXT)), encoding="utf-8", xml_declaration=True)
    assert formats.load(saved(tmp_path, "svg", again.replace(b"\n", b"\r\n    "))) == SESSION


def test_of_several_sessions_in_a_pdf_the_last_counts():
    both = with_stream("pdf", zlib.compress(SessionFile().write(Session()))) + with_stream("pdf", zlib.compress(TEXT))
    assert formats.read(both).session == SESSION


# Damage


@pytest.mark.parametrize("checksum", [0, 1])
def test_a_wrong_checksum_is_damage(checksum):
    with pytest.raises(KpguiError, match="carries a kpgui session that is damaged; take an earlier copy"):
        formats.read(png(chunk(b"iTXt", b"kpgui\0\0\0\0\0" + TEXT, checksum)))


@pytest.mark.parametrize(
    "chunks",
    [
        [(b"kpgui", TEXT[:300]), (b"kpgui 3", TEXT[300:])],
        [(b"kpgui 2", TEXT)],
    ],
)
def test_a_part_that_is_missing_is_damage(chunks):
    with pytest.raises(KpguiError, match="session that is damaged"):
        formats.read(png(*(chunk(b"iTXt", name + b"\0\0\0\0\0" + text) for name, text in chunks)))


def test_parts_may_stand_in_any_order_and_after_the_image_with_a_language():
    parts = [
        chunk(b"iTXt", b"kpgui 2\0\0\0de\0kpgui, Teil 2\0" + TEXT[300:]),
        chunk(b"iTXt", b"kpgui\0\1\0\0\0" + zlib.compress(TEXT[:300])),
    ]
    end = chunk(b"IEND", b"")
    assert formats.read(png().removesuffix(end) + b"".join(parts) + end).session == SESSION


@pytest.mark.parametrize("key", ["png", "svg"])
def test_two_sessions_are_one_too_many(key):
    twice = {
        "png": png(*[chunk(b"iTXt", b"kpgui\0\0\0\0\0" + TEXT)] * 2),
        "svg": carrying("svg", TEXT).replace(b"</svg>", carrying("svg", TEXT)[SVG.index(b"</svg>") :]),
    }
    with pytest.raises(KpguiError, match="carries more than one kpgui session"):
        formats.read(twice[key])


@every_kind
def test_a_picture_that_is_cut_off_is_answered_with_a_sentence(key):
    whole = carrying(key, TEXT)
    for size in range(len(whole)):
        try:
            assert formats.read(whole[:size]).session == SESSION
        except KpguiError as error:
            assert len(str(error)) < 300
