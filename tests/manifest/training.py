"""(a) `train --json`, without its seconds: every kernel with every learner, each on two of the files."""

import json
from typing import Any

from tests.manifest.cases import FILES, KERNELS, LEARNERS, write_files
from tests.manifest.command_line import run


def collect(part: str, folder: str) -> dict[str, Any]:
    write_files()
    entries: dict[str, Any] = {}
    pairs = [(kernel, learner) for kernel in KERNELS for learner in LEARNERS]
    for k, (kernel, learner) in enumerate(pairs):
        for file in (FILES[k % len(FILES)], FILES[(k + 1 + k // len(FILES)) % len(FILES)]):
            answer = run("train", file, "--kernel", kernel, "--learner", learner, "--json")
            result = json.loads(answer.out) if answer.out else {"exit code": answer.code}
            result.pop("seconds", None)
            result |= {"stderr": answer.err} if answer.err else {}
            entries |= {f"{file} {kernel} {learner} {name}": value for name, value in result.items()}
    return entries
