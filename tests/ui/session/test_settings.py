"""What is remembered, and what survives a damaged file."""

import os
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from kpgui.ui.session.settings import (
    RECENT,
    Settings,
    decoded,
    encoded,
    home_folder,
    load_settings,
    portable_problem,
    save_settings,
    settings_path,
    state_folder,
)


def test_settings_read_back_as_they_were():
    written = Settings(theme="dark", geometry="AAA=", folder="/data", pace=7, recent=["/a b.kpgui", "/ä.csv"])
    save_settings(written)
    assert load_settings() == written


def test_what_the_tools_were_told_reads_back_as_it_was():
    written = Settings(tool="spray", tools={"spray": {"radius": 12.5, "spread": "normal"}}, snap=True)
    save_settings(written)
    assert load_settings() == written


def test_a_fresh_installation_has_the_defaults():
    assert load_settings() == Settings()


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", '{"theme": 3, "pace": "fast", "recent": [1]}', '"x"', '{"tools": [], "snap": 1}']
)
def test_damaged_settings_are_as_if_fresh(text):
    store = QSettings(str(settings_path()), QSettings.Format.IniFormat)
    store.setValue("window", text)
    store.sync()
    assert load_settings() == Settings()


def test_settings_nested_too_deep_to_be_read_are_as_if_fresh():
    store = QSettings(str(settings_path()), QSettings.Format.IniFormat)
    store.setValue("window", '{"tools": ' + "[" * 100_000)
    store.sync()
    assert load_settings() == Settings()


def test_one_damaged_entry_does_not_take_the_others_with_it():
    store = QSettings(str(settings_path()), QSettings.Format.IniFormat)
    store.setValue("window", '{"theme": "dark", "pace": null}')
    store.sync()
    assert load_settings() == Settings(theme="dark")


def test_a_file_that_is_not_settings_is_as_if_fresh():
    settings_path().write_bytes(b"\x00\xff[[[window")
    assert load_settings() == Settings()


def test_the_path_can_be_given(monkeypatch, tmp_path):
    monkeypatch.setenv("KPGUI_SETTINGS", str(tmp_path / "mine.ini"))
    assert settings_path() == tmp_path / "mine.ini"


def test_without_one_it_is_in_the_configuration_folder(monkeypatch, qapp):
    monkeypatch.delenv("KPGUI_SETTINGS")
    assert settings_path().name == "settings.ini"
    assert "config" in str(settings_path())


def test_recent_files_are_newest_first_without_repeats(tmp_path):
    settings = Settings()
    for k in range(RECENT + 3):
        settings.remember_file(tmp_path / f"{k}.kpgui")
    settings.remember_file(tmp_path / "5.kpgui")
    assert len(settings.recent) == RECENT
    assert [Path(name).stem for name in settings.recent[:3]] == ["5", "10", "9"]
    assert settings.folder == str(tmp_path)


def test_window_states_survive_as_text():
    state = QByteArray(bytes(range(256)))
    assert decoded(encoded(state)) == state
    assert decoded("no base64 …") == QByteArray()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
def test_only_the_user_may_read_them(tmp_path, monkeypatch):
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("KPGUI_SETTINGS", str(folder / "kpgui" / "settings.ini"))
    before = os.umask(0o022)
    try:
        for mode in (0o600, 0o644):  # the second as an earlier version left it
            save_settings(Settings(recent=["/home/me/secret.kpgui"]))
            assert stat.S_IMODE(settings_path().stat().st_mode) == 0o600
            settings_path().chmod(mode)
        save_settings(Settings(recent=["/home/me/secret.kpgui"]))
    finally:
        os.umask(before)
    assert stat.S_IMODE(settings_path().stat().st_mode) == 0o600
    assert stat.S_IMODE(settings_path().parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert load_settings().recent == ["/home/me/secret.kpgui"]


def test_loaded_settings_are_stored_as_soon_as_one_changes():
    settings = load_settings()
    settings.theme = "dark"
    settings.remember_file(Path("/a.kpgui"))
    assert load_settings() == settings
    assert load_settings().theme == "dark"
    Settings().theme = "contrast"
    assert load_settings().theme == "dark"


@pytest.fixture
def beside(monkeypatch, tmp_path):
    """The folder of a packaged program, in which it is to keep what it stores."""
    folder = tmp_path / "stick" / "kpgui"
    (folder / "kpgui-data").mkdir(parents=True)
    for name in ("KPGUI_SETTINGS", "KPGUI_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "kpgui"))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    return folder


def test_a_portable_program_keeps_all_beside_itself_unless_it_is_told_where(beside, monkeypatch, tmp_path):
    assert settings_path() == beside / "kpgui-data" / "settings.ini"
    assert state_folder() == beside / "kpgui-data"
    assert home_folder() == beside
    monkeypatch.setenv("KPGUI_SETTINGS", str(tmp_path / "mine.ini"))
    monkeypatch.setenv("KPGUI_STATE", str(tmp_path / "state"))
    assert (settings_path(), state_folder()) == (tmp_path / "mine.ini", tmp_path / "state")


@pytest.mark.parametrize("packaged", [True, False])
def test_without_the_folder_or_as_a_package_of_python_it_is_not_portable(beside, monkeypatch, packaged):
    if packaged:
        (beside / "kpgui-data").rmdir()
    else:
        monkeypatch.delattr(sys, "frozen")
    assert beside not in settings_path().parents
    assert beside not in (state_folder(), *state_folder().parents)
    assert home_folder() == Path.home()


def test_files_beside_a_portable_program_are_found_where_it_was_moved_to(beside, monkeypatch, tmp_path):
    inside, outside = beside / "my class" / "xor.kpgui", tmp_path / "else.kpgui"
    for path in (outside, inside):
        path.parent.mkdir(exist_ok=True)
        path.touch()
        load_settings().remember_file(path)
    settings = load_settings()
    settings.remember_choices(inside, "header: no")
    assert settings.recent_files == [inside, outside]
    assert settings.start_folder == inside.parent
    moved = (tmp_path / "stick").rename(tmp_path / "other") / "kpgui"
    monkeypatch.setattr(sys, "executable", str(moved / "kpgui"))
    settings = load_settings()
    assert settings.recent_files == [moved / "my class" / "xor.kpgui", outside]
    assert settings.start_folder == moved / "my class"
    assert settings.choices_of(moved / "my class" / "xor.kpgui") == "header: no"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which nobody can write")
def test_a_portable_folder_that_cannot_be_written_to_is_said_in_a_sentence(beside):
    assert portable_problem() == ""
    (beside / "kpgui-data").rmdir()
    (beside / "kpgui-data").symlink_to("/proc/self")
    said = "kpgui-data cannot be written to: settings and recovery copies are not kept, save elsewhere."
    assert portable_problem() == said
    load_settings().theme = "dark"
    assert load_settings().theme == "light"


def test_a_user_without_a_home_begins_in_the_current_folder(monkeypatch):
    def lost():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", lost)
    assert Settings().start_folder == Path.cwd()
