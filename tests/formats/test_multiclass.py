"""Files with more than two classes: imported, saved in a session, and in a recovery copy."""

import json

import numpy as np
import pytest
from sklearn.datasets import load_iris

from kpgui import api
from kpgui.formats.importing import read
from kpgui.formats.registry import FORMATS, losses
from kpgui.formats.session import SessionFile
from kpgui.formats.tabular.choices import Choices
from kpgui.model.errors import KpguiError
from kpgui.model.multiclass import against, all_points
from kpgui.model.session import Session, View
from kpgui.recovery.copy import Copy, packed, unpacked

IRIS = load_iris()
SPECIES = IRIS.target_names.tolist()


@pytest.fixture(scope="module")
def content():
    """The two petal columns of the iris data (Fisher 1936), as a CSV file."""
    lines = [f"{row[2]!r},{row[3]!r},{SPECIES[k]}" for row, k in zip(IRIS.data.tolist(), IRIS.target, strict=True)]
    return "\n".join(["length,width,species", *lines]).encode()


def imported(content, **choices):
    return read(content, Choices(**choices)).session


def test_one_against_the_rest_keeps_the_class_of_each_point(content):
    dataset = imported(content, positive="versicolor").dataset
    assert np.array_equal(dataset.labels, np.where(IRIS.target == 1, 1, -1))
    assert dataset.multiclass.names == tuple(SPECIES)
    assert np.array_equal(dataset.multiclass.of(dataset), IRIS.target)


def test_two_of_three_classes_leave_the_third_aside_and_in_view(content):
    imports = read(content, Choices(positive="versicolor", negative="virginica"))
    dataset = imports.dataset
    assert np.array_equal(dataset.points, IRIS.data[50:, 2:])
    assert np.array_equal(dataset.multiclass.aside.points, IRIS.data[:50, 2:])
    assert imports.session.view == View.around(IRIS.data[:, 2:])
    assert imports.report.remarks == ("50 rows of other classes (setosa) are not trained on.",)


def test_learners_never_see_a_point_set_aside(content):
    session = imported(content, positive="versicolor", negative="virginica")
    rows = content.splitlines()
    alone = imported(b"\n".join([rows[0], *rows[51:]]), positive="versicolor")
    assert session.dataset == alone.dataset
    assert np.array_equal(api.train(session).alpha, api.train(alone).alpha)


def test_the_units_of_the_classes_chosen_are_those_of_the_others(content):
    dataset = imported(content, positive="versicolor", negative="virginica", standardise=True).dataset
    used = IRIS.data[50:, 2:]
    assert np.allclose(dataset.drawn[100:], (IRIS.data[:50, 2:] - used.mean(axis=0)) / used.std(axis=0))


def test_two_classes_and_one_chosen_as_minus_alone_are_as_before(content):
    assert imported(content, negative="setosa").dataset.multiclass is None
    assert imported(b"x,y,c\n1,2,a\n3,4,b\n").dataset.multiclass is None


@pytest.mark.parametrize("choices", [{"positive": "setosa"}, {"positive": "virginica", "negative": "setosa"}])
def test_a_session_keeps_classes_and_points_bit_for_bit(content, choices, tmp_path):
    session = imported(content, **choices)
    api.save(session, tmp_path / "a.kpgui")
    again = api.load(tmp_path / "a.kpgui")
    for each in (again, unpacked(packed(Copy(session, None, None, 0.0))).session):
        assert each.dataset == session.dataset
        assert each.dataset.classes == session.dataset.classes
        whole = against(each.dataset, 0)
        assert np.array_equal(whole.points, IRIS.data[:, 2:])
        assert np.array_equal(whole.multiclass.of(whole), IRIS.target)
    assert written(again).partition(b"multiclass")[2] == written(session).partition(b"multiclass")[2]


def test_only_a_session_with_more_than_two_classes_is_of_the_version_that_has_them(content):
    two = imported(b"x,y,c\n1,2,a\n3,4,b\n")
    assert json.loads(written(two))["version"] == 3
    assert json.loads(written(imported(content, positive="setosa")))["version"] == 5


def test_held_out_points_aside_stay_held_out():
    session = imported(b"x,y,label,held_out\n1,2,a,0\n3,4,b,1\n5,6,c,1\n7,8,a,0\n", positive="a", negative="b")
    dataset = SessionFile().read(written(session), "").dataset
    assert all_points(dataset, dataset.multiclass).held_out.tolist() == [False, True, True, False]


def test_a_table_says_that_it_has_two_classes_only(content):
    said = losses(imported(content, positive="setosa"), FORMATS.find("csv"))
    assert said == ("Comma-separated values cannot hold more than two classes; a .kpgui file can.",)


def written(session):
    return b"".join(SessionFile().in_pieces(session))


HOSTILE = {
    "no object": lambda it: it.update(multiclass=["a", "b", "c"]),
    "a further field": lambda it: it["multiclass"].update(more=1),
    "two names": lambda it: it["multiclass"].update(names=["a", "b"]),
    "equal names": lambda it: it["multiclass"].update(names=["a", "a", "b"]),
    "many names": lambda it: it["multiclass"].update(names=[str(k) for k in range(1001)]),
    "a name that is none": lambda it: it["multiclass"].update(names=["a", 7, "b"]),
    "an empty name": lambda it: it["multiclass"].update(names=["a", "", "b"]),
    "a class that is not there": lambda it: it["multiclass"].update(positive=3),
    "a negative index": lambda it: it["multiclass"].update(positive=-1),
    "an index that is a flag": lambda it: it["multiclass"].update(positive=True),
    "an index beyond all numbers": lambda it: it["multiclass"].update(negative=10**400),
    "one class on both sides": lambda it: it["multiclass"].update(negative=0),
    "a column too few": lambda it: it["columns"].pop(),
    "a row without class": lambda it: it["points"][3].pop(),
    "a class beyond all names": lambda it: it["points"][3].__setitem__(3, 3),
    "a class that is a number": lambda it: it["points"][3].__setitem__(3, 1.0),
    "a label that is not of the class": lambda it: it["points"][3].__setitem__(2, -1),
    "classes in an old version": lambda it: it.update(version=4),
    "no classes": lambda it: it.pop("multiclass"),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_session_from_a_stranger_is_refused_in_a_sentence(content, change):
    fields = json.loads(written(imported(content, positive="setosa")))
    change(fields)
    with pytest.raises(KpguiError) as refused:
        SessionFile().read(json.dumps(fields).encode(), "theirs.kpgui")
    assert str(refused.value).startswith("theirs.kpgui")
    assert len(str(refused.value)) < 400


def test_a_session_whose_points_are_all_removed_opens(content):
    fields = json.loads(written(imported(content, positive="setosa")))
    fields["points"] = []
    assert len(SessionFile().read(json.dumps(fields).encode(), "").dataset) == 0


def test_a_session_without_the_field_has_two_classes():
    assert SessionFile().read(written(Session()), "").dataset.multiclass is None
