"""One file and one line: every file of a package is in its registry."""

import importlib
import pkgutil

import pytest

import kpgui.generators
import kpgui.kernels
import kpgui.learners
from kpgui.model.errors import KpguiError

NOT_MEMBERS = {
    "kernels": {"base", "inner_product", "monomials", "radial", "rounding", "ellipse", "pairwise", "validity"}
    | {"algebra", "composite", "powers", "explicit", "exponentiated", "expression", "normalized"},
    "learners": {"ahead", "base", "budget", "margins", "novikoff", "online", "plain", "smo", "stepwise"},
    "generators": {"base"},
}
REGISTRIES = {
    "kernels": kpgui.kernels.KERNELS,
    "learners": kpgui.learners.LEARNERS,
    "generators": kpgui.generators.GENERATORS,
}


@pytest.mark.parametrize("package", REGISTRIES)
def test_every_file_has_its_line_in_the_registry(package):
    module = importlib.import_module(f"kpgui.{package}")
    files = {each.name for each in pkgutil.iter_modules(module.__path__)} - NOT_MEMBERS[package]
    registered = {member.__module__.rsplit(".", 1)[1] for member in REGISTRIES[package]}
    assert files == registered


@pytest.mark.parametrize("package", REGISTRIES)
def test_every_member_says_what_it_is(package):
    for member in REGISTRIES[package]:
        assert member.title
        assert member.__doc__
        for each in member.params():
            assert each.meaning.endswith("."), (member.key, each.name)
            assert each.validate(each.default) == each.default


def test_an_unknown_key_is_answered_with_the_nearest():
    with pytest.raises(KpguiError, match="the nearest name is 'moons'"):
        REGISTRIES["generators"].find("moon")
    with pytest.raises(KpguiError, match="known are linear, poly, rbf"):
        REGISTRIES["kernels"].find("zzz")
