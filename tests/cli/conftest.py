"""Running the command line inside the test's own process."""

import pytest

from kpgui.cli import main


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def kpgui(capsys):
    """Calls the command line with words; gives exit code, output and errors."""

    def run(*words):
        code = main([str(word) for word in words])
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def xor_file(tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("x,y,label\n-1,1,-1\n1,1,1\n-1,-1,1\n1,-1,-1\n")
    return path
