"""An input of the fuzzer, which can be saved and replayed."""

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Case:
    """target: the check, a key of `tests.fuzz.targets.TARGETS`. family: what made the content. options: JSON values
    that the check understands, such as the choices of an import."""

    target: str
    family: str
    content: bytes
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The content as text; bytes that are none become lone surrogates, as the window may hand them over."""
        return self.content.decode("utf-8", "surrogateescape")

    def with_content(self, content: bytes) -> "Case":
        return replace(self, content=content)

    def save(self, folder: Path) -> Path:
        """Write it to a file named by what is in it: a line of JSON, then the content."""
        head = asdict(self)
        del head["content"]
        whole = json.dumps(head).encode() + b"\n" + self.content
        path = folder / f"{self.target}-{hashlib.sha256(whole).hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(whole)
        return path

    @classmethod
    def load(cls, path: Path) -> "Case":
        """A case that was saved; any other file is one to be read."""
        whole = path.read_bytes()
        head, _, content = whole.partition(b"\n")
        try:
            return cls(content=content, **json.loads(head))
        except (ValueError, TypeError):
            return cls("file", "given", whole)
