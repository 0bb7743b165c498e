"""The number of threads that BLAS works with."""

import _json
import subprocess
import sys

import numpy  # noqa: F401  # whose BLAS it is
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from kpgui.process import one_blas_thread


def threads():
    return next(each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas")


def test_the_number_of_threads_is_restored_when_the_last_has_left():
    with threadpool_limits(limits=2, user_api="blas"):
        first, second = one_blas_thread(), one_blas_thread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert threads() == 1
        second.__exit__(None, None, None)
        assert threads() == 2


LOADING = """
import _imp, _json, shutil, sys, tempfile, threading
from importlib.machinery import ModuleSpec
from pathlib import Path
import numpy
from kpgui.process import _Limit

found = threading.Event()
def find():
    for _ in range(60):
        _Limit()
    found.set()

sys.setswitchinterval(0.0005)
with tempfile.TemporaryDirectory() as folder:
    threading.Thread(target=find, daemon=True).start()
    for number in range(200):
        copy = Path(folder, f"{number}.so")
        shutil.copy(_json.__file__, copy)
        _imp.create_dynamic(ModuleSpec("_json", None, origin=str(copy)))
        if found.is_set():
            break
    found.wait()
"""
"""Loads new modules written in C, as an import in the window's thread does, while another thread looks for BLAS."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems list libraries without a lock")
def test_an_import_meanwhile_does_not_freeze_the_program():
    if not hasattr(_json, "__file__"):
        pytest.skip("this Python has its modules inside")
    subprocess.run([sys.executable, "-c", LOADING], check=True, timeout=240)
