"""The Debian package: the program in a folder under /usr/lib/kpgui, and what makes it one of the desktop's."""

import gzip
import os
import platform
import shutil
import subprocess
from email.utils import formatdate
from pathlib import Path
from time import gmtime, strftime

from commands.parts.packages import DIST, carried_out, version
from commands.parts.virtual_environment import ROOT, set_up, venv_program

SOURCE = ROOT / "packaging" / "deb"
MAINTAINER = "kpgui authors <kpgui@users.noreply.github.com>"
METAINFO = "io.github.kpgui.kpgui.metainfo.xml"

# What Qt loads and the folder does not bring: graphics, fonts and the desktop's bus are the system's.
DEPENDS = ("libc6 (>= {glibc})", "libdbus-1-3", "libegl1", "libfontconfig1", "libfreetype6", "libgl1")
SUGGESTS = "ffmpeg"

DESCRIPTION = """\
see kernel classifiers learn
 Click labelled points onto a canvas, choose a kernel and a learner, press
 Run, and watch the decision boundary form, one mistake at a time.
 .
 For teachers, students and whoever wants to know what a kernel perceptron,
 a budget learner or a support vector machine does at each step. Data is
 drawn, generated or opened in the usual formats; pictures and animations
 are saved for slides and papers.
"""


def package_file() -> Path:
    return DIST / f"kpgui_{version()}_{architecture()}.deb"


def architecture() -> str:
    """Debian's name of this machine's processor."""
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())


def build_debian() -> bool:
    """Puts the package together from dist/kpgui and dist/manual. Returns whether that went well."""
    root = DIST / "deb"
    shutil.rmtree(root, ignore_errors=True)
    share = root / "usr" / "share"
    shutil.copytree(DIST / "kpgui", root / "usr" / "lib" / "kpgui", symlinks=True)
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "bin" / "kpgui").symlink_to("../lib/kpgui/kpgui")
    put(share / "applications" / "kpgui.desktop", (SOURCE / "kpgui.desktop").read_bytes())
    put(share / "mime" / "packages" / "kpgui.xml", (SOURCE / "kpgui.mime.xml").read_bytes())
    put(share / "metainfo" / METAINFO, filled(METAINFO))
    put(share / "doc" / "kpgui" / "copyright", filled("copyright"))
    put(share / "doc" / "kpgui" / "changelog.gz", packed(changelog()))
    put(share / "lintian" / "overrides" / "kpgui", (SOURCE / "lintian-overrides").read_bytes())
    manual = DIST / "manual"
    put(share / "man" / "man1" / "kpgui.1.gz", packed((manual / "kpgui.1").read_bytes()))
    put(share / "bash-completion" / "completions" / "kpgui", (manual / "kpgui").read_bytes())
    put(share / "zsh" / "vendor-completions" / "_kpgui", (manual / "_kpgui").read_bytes())
    put(share / "fish" / "vendor_completions.d" / "kpgui.fish", (manual / "kpgui.fish").read_bytes())
    icons = share / "icons" / "hicolor"
    put(icons / "scalable" / "apps" / "kpgui.svg", (ROOT / "resources" / "icons" / "kpgui.svg").read_bytes())
    python = venv_program(set_up("dev"), "python")
    if not carried_out([python, str(ROOT / "packaging/commands/parts/icons.py"), str(icons)]):
        return False
    set_modes_and_dates(root)
    put(root / "DEBIAN" / "control", control(root).encode())
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(package_file())]
    return carried_out(command, {**os.environ, "SOURCE_DATE_EPOCH": str(date())})


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def packed(content: bytes) -> bytes:
    """As gzip, the same each time."""
    return gzip.compress(content, 9, mtime=0)


def date() -> int:
    """Seconds since 1970 of the sources: $SOURCE_DATE_EPOCH, or of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    return int(done.stdout or 0)


def filled(name: str) -> bytes:
    """A file of packaging/deb with the version, the date and the licences in it."""
    parts = {
        "@VERSION@": version(),
        "@DATE@": strftime("%Y-%m-%d", gmtime(date())),
        "@LICENSE@": indented((ROOT / "LICENSE").read_text(encoding="utf-8")),
        "@OFL@": indented((ROOT / "resources" / "fonts" / "OFL.txt").read_text(encoding="utf-8")),
    }
    text = (SOURCE / name).read_text(encoding="utf-8")
    for mark, part in parts.items():
        text = text.replace(mark, part)
    return text.encode()


def indented(text: str) -> str:
    """As a field of Debian's files: each line after a blank, empty ones as a full stop."""
    return "\n".join(f" {line}" if line.strip() else " ." for line in text.strip().splitlines())


def changelog() -> bytes:
    what = "  * What has changed is in CHANGELOG.md of the sources."
    when = formatdate(date())
    return f"kpgui ({version()}) unstable; urgency=medium\n\n{what}\n\n -- {MAINTAINER}  {when}\n".encode()


def set_modes_and_dates(root: Path) -> None:
    """Whatever umask and clock the maker has: files can be read by all, and are as old as the sources."""
    when = date()
    for path in sorted(root.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == root / "usr/lib/kpgui/kpgui" else 0o644)
            os.utime(path, (when, when))
    root.chmod(0o755)


def control(root: Path) -> str:
    size = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir())
    depends = ", ".join(DEPENDS).format(glibc=platform.libc_ver()[1])
    fields = {
        "Package": "kpgui",
        "Version": version(),
        "Architecture": architecture(),
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size // 1024 + 1),
        "Depends": depends,
        "Suggests": SUGGESTS,
        "Section": "education",
        "Priority": "optional",
        "Homepage": "https://github.com/kpgui/kpgui",
        "Description": DESCRIPTION.rstrip(),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())
