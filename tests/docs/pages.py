"""The pages of the documentation: their links, their headings, the paths they name and what they show in fences."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()}


@dataclass(frozen=True)
class Page:
    """One Markdown file."""

    path: Path

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def prose(self) -> str:
        """What is not in fences."""
        return FENCE.sub("", self.text)

    @cached_property
    def anchors(self) -> set[str]:
        """Of its headings, as GitHub makes them."""
        return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(self.prose)}

    @property
    def links(self) -> list[str]:
        """Those that do not leave the repository."""
        return [link for link in LINK.findall(self.prose) if not re.match(r"\w+:", link)]

    @property
    def blocks(self) -> list[tuple[str, str]]:
        """The language and the content of each fence."""
        return [(language, content) for _, language, content in FENCE.findall(self.text)]

    @property
    def named(self) -> list[tuple[str, list[Path]]]:
        """Paths in backticks, each with the folders in which it may be: the repository's, and those named beside it."""
        found = []
        for line in self.prose.split("\n\n"):
            for row in line.splitlines() if line.startswith("|") else [line]:
                words = [word for code in CODE.findall(row.replace("\n", " ")) for word in code.split()]
                inside = [ROOT, *(ROOT / word for word in words if word in FOLDERS or "/" in word)]
                found += [(word, inside) for word in words if is_path(word)]
        return found


def is_path(word: str) -> bool:
    """Whether it looks like a path in the repository."""
    if not re.fullmatch(r"\.?\w[\w./-]*", word):
        return False
    return (word.partition("/")[0] in FOLDERS and "/" in word) or word.endswith(("/", ".py", ".md", ".toml"))


PAGES = [Page(path) for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))]
