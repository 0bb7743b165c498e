"""Keys made by the command line."""

import csv

import pytest

import kpgui as package
from kpgui.cli import main
from kpgui.model.conventions import Conventions
from kpgui.model.session import Session


@pytest.fixture
def session_file(tmp_path):
    """Saves a session with these settings; of points there are as many as named, or none."""

    def made(points=(), labels=(), conventions=None, name="exercise.kpgui", **settings):
        path = tmp_path / name
        dataset = package.fit(points, labels, "linear()").session.dataset if len(points) else Session().dataset
        package.save(Session(dataset, conventions=Conventions.of(conventions or {}), **settings), path)
        return path

    return made


@pytest.fixture
def sheet(tmp_path):
    """The rows of the key that the command line makes of a file."""

    def made(path, count=12, seed=1, out="key.csv"):
        assert (
            main(["exercises", str(path), "--variants", str(count), "--seed", str(seed), "-o", str(tmp_path / out)])
            == 0
        )
        with (tmp_path / out).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    return made


def points_of(row):
    """Points and labels of a row of a key."""
    numbers = [tuple(map(int, each.split())) for each in row["points"].split(";")]
    return [each[:2] for each in numbers], [each[2] for each in numbers]
