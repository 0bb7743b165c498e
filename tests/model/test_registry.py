"""One file and one line: every file of a package is in its registry."""

import pytest

import kpgui.generators
import kpgui.kernels
import kpgui.learners
from kpgui.generators.base import Generator
from kpgui.kernels.base import Kernel
from kpgui.learners.base import Learner
from kpgui.model.errors import KpguiError
from tests.registered import declared_in

REGISTRIES = {
    "kernels": (kpgui.kernels.KERNELS, kpgui.kernels, Kernel),
    "learners": (kpgui.learners.LEARNERS, kpgui.learners, Learner),
    "generators": (kpgui.generators.GENERATORS, kpgui.generators, Generator),
}


@pytest.mark.parametrize("registry, package, base", REGISTRIES.values(), ids=REGISTRIES)
def test_what_a_file_declares_has_its_line_in_the_registry(registry, package, base):
    assert declared_in(package, base) == set(registry)


@pytest.mark.parametrize("registry", [registry for registry, _, _ in REGISTRIES.values()], ids=REGISTRIES)
def test_every_member_says_what_it_is(registry):
    for member in registry:
        assert member.title
        assert member.__doc__
        for each in member.params():
            assert each.meaning.endswith("."), (member.key, each.name)
            assert each.validate(each.default) == each.default


def test_an_unknown_key_is_answered_with_the_nearest():
    with pytest.raises(KpguiError, match="the nearest name is 'moons'"):
        kpgui.generators.GENERATORS.find("moon")
    with pytest.raises(KpguiError, match="known are linear, poly, rbf"):
        kpgui.kernels.KERNELS.find("zzz")
