"""What is checked before Qt is imported."""

import subprocess
import sys

import pytest

from kpgui.app import (
    LIBRARIES,
    XCB_LIBRARIES,
    can_load,
    library_problem,
    start_problem,
    version_problem,
)


def everything(library):
    return True


def test_pyside_6_12_is_refused_on_old_pythons_only():
    assert "PySide6-Essentials<6.12" in version_problem((3, 11, 7), "6.12.0")
    assert "3.11" in version_problem((3, 11, 7), "6.13.1")
    assert version_problem((3, 12, 0), "6.12.0") == ""
    assert version_problem((3, 11, 7), "6.11.3") == ""


def test_a_missing_library_is_named_with_its_package():
    found = library_problem("linux", {"DISPLAY": ":0"}, lambda library: library != "libxcb-icccm.so.4")
    assert "`apt install libxcb-icccm4`" in found


@pytest.mark.parametrize("environ", [{"QT_QPA_PLATFORM": "offscreen"}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_libraries_of_x11_are_not_asked_for_without_it(environ):
    assert library_problem("linux", environ, lambda library: library not in XCB_LIBRARIES) == ""


def test_libraries_of_x11_are_asked_for_when_it_is_chosen():
    environ = {"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}
    assert library_problem("linux", environ, lambda library: library not in XCB_LIBRARIES)


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_bring_their_libraries(system):
    assert library_problem(system, {}, lambda library: False) == ""


def test_what_qt_says_of_a_start_that_failed_is_one_short_sentence():
    for environ in ({}, {"QT_QPA_PLATFORM": "a\nb" * 500}):
        sentence = start_problem(environ, ["no\nway. " * 100, "This application failed to start."])
        assert len(sentence) <= 300
        assert sentence.isprintable()
        assert "kpgui render FILE" in sentence


def test_all_is_well_when_all_is_there():
    assert library_problem("linux", {"DISPLAY": ":0"}, everything) == ""
    assert not set(LIBRARIES) & set(XCB_LIBRARIES)


def test_a_library_that_does_not_exist_cannot_be_loaded():
    assert not can_load("libkpgui-does-not-exist.so.9")


def test_the_checks_come_before_qt():
    code = "import sys, kpgui.app; print('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True).stdout == "False\n"
