"""The window, clicked and typed at from outside."""

import json

import numpy as np
import pytest

import kpgui
from tests.blackbox.desk import Desk, saved, wait_until


@pytest.mark.slow
def test_xor_is_clicked_trained_saved_and_read_back(display, tmp_path):
    path = tmp_path / "xor.kpgui"
    kpgui.save(kpgui.Session(kernel="poly(degree=2, c=1)"), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.click(-120, -120, 3)
        desk.click(120, -120, 1)
        desk.click(-120, 120, 1)
        desk.click(120, 120, 3)
        desk.key("End")
        desk.key("ctrl+s")
        wait_until(lambda: len(kpgui.load(path).dataset) == 4)
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    points, labels = kpgui.load(path).dataset.points, kpgui.load(path).dataset.labels
    assert labels.tolist() == [-1, 1, 1, -1]
    left, right, top, bottom = points[[0, 2], 0], points[[1, 3], 0], points[:2, 1], points[2:, 1]
    assert (left < right).all()
    assert (top > bottom).all()
    assert abs(left[0] - left[1]) < 0.05 * (right - left)[0]
    assert kpgui.fit(points, labels, "poly(degree=2, c=1)").converged
    assert json.loads(path.read_text())["format"] == "kpgui"


@pytest.mark.slow
def test_unsaved_points_are_asked_about_and_can_be_kept(display, tmp_path):
    path = tmp_path / "one.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.click(0, 0, 1)
        desk.key("ctrl+q")
        wait_until(lambda: desk.title().strip() == "kpgui")  # the question's: it is seen before keys go to it
        desk.key("Return")
        out, errors = desk.process.communicate(timeout=240)
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (desk.process.returncode, out + errors) == (0, "")
    assert len(kpgui.load(path).dataset) == 1


def test_points_are_sprayed_and_a_stroke_is_undone_at_once(display, tmp_path):
    path = tmp_path / "sprayed.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.key("p")
        desk.drag((-150, -80), (-100, -80), (-50, -80), (0, -80))
        first = saved(desk, path, lambda session: len(session.dataset) > 8).dataset
        desk.drag((-150, 100), (0, 100), button=3)
        both = saved(desk, path, lambda session: len(session.dataset) > len(first)).dataset
        desk.key("ctrl+z")
        again = saved(desk, path, lambda session: len(session.dataset) < len(both)).dataset
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    assert len(first) == 8 + 150 * 8 // 60
    assert set(first.labels.tolist()) == {1}
    assert set(both.labels[len(first) :].tolist()) == {-1}
    assert again == first
    width, height = first.points.max(axis=0) - first.points.min(axis=0)
    assert width > 2 * height, "along the way of the pointer"


def test_a_lasso_and_an_eraser_take_away_what_they_touch(display, tmp_path):
    path = tmp_path / "erased.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.key("i")
        desk.drag((-120, 0), (0, 0), (120, 0))
        line = saved(desk, path, lambda session: len(session.dataset) == 12).dataset
        desk.key("e")
        desk.drag((40, -60), (40, 60))
        erased = saved(desk, path, lambda session: len(session.dataset) < 12).dataset
        desk.key("q")
        desk.drag((-140, -30), (-60, -30), (-60, 30), (-140, 30))
        desk.key("Delete")
        left = saved(desk, path, lambda session: len(session.dataset) < len(erased)).dataset
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    # The line is 240 pixels long, a point every 21.8; the eraser reaches 14 to both sides of 40.
    x = 240 * (line.points[:, 0] - line.points[0, 0]) / (line.points[-1, 0] - line.points[0, 0]) - 120
    kept = abs(x - 40) > 14
    assert erased.points.tolist() == line.points[kept].tolist()
    assert left.points.tolist() == line.points[kept & (x > -60)].tolist()


def test_a_selection_is_stretched_and_turned_by_its_handles(display, tmp_path):
    path = tmp_path / "turned.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        for dx, dy in ((-100, -100), (100, -100), (-100, 100), (100, 100)):
            desk.click(dx, dy, 1)
        square = saved(desk, path, lambda session: len(session.dataset) == 4).dataset.points
        desk.key("s", "ctrl+a")
        desk.drag((116, 0), (150, 3), (216, 5))
        wide = saved(desk, path, lambda session: changed(session, square)).dataset.points
        desk.xdotool("keydown", "shift")
        desk.drag((50, -142), (150, -100), (190, 10))
        desk.xdotool("keyup", "shift")
        turned = saved(desk, path, lambda session: changed(session, wide)).dataset.points
        desk.key("ctrl+z")
        again = saved(desk, path, lambda session: changed(session, turned)).dataset.points
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    unit = (square[1, 0] - square[0, 0]) / 200
    assert wide[[0, 2]].tolist() == square[[0, 2]].tolist(), "the left edge stays"
    np.testing.assert_allclose(wide[[1, 3]], square[[1, 3]] + (100 * unit, 0), atol=1e-9)
    # A quarter turn clockwise, about the middle.
    middle = wide.mean(axis=0)
    x, y = (wide - middle).T
    np.testing.assert_allclose(turned, middle + np.column_stack([y, -x]), atol=1e-9)
    assert again.tolist() == wide.tolist()


def changed(session: kpgui.Session, before: np.ndarray) -> bool:
    return not np.array_equal(session.dataset.points, before)
