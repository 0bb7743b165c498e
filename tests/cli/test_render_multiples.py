"""`kpgui render` with what varies from panel to panel."""

from dataclasses import replace

import pytest

from kpgui import api
from kpgui.figure.outputs import OUTPUTS
from kpgui.model.session import Reached
from tests.cli.drawing import DRAWN, SMALL, apart, moons, rasterised, size

pytestmark = pytest.mark.usefixtures("qapp")
"""A picture needs an application; one for the whole process, that windows can use too."""


class TestSmallMultiples:
    """A panel for each value of what varies."""

    def drawn(self, kpgui, path, *words):
        out = path.with_suffix(".png")
        result = kpgui("render", path, "-o", out, "--theme", "print", *words)
        assert (result.code, result.out) == (0, f"Drew {out}.\n")
        return out.read_bytes(), size(out), result.err

    @pytest.mark.slow
    def test_one_row_of_up_to_three_values(self, kpgui, moons_file):
        sizes = [
            self.drawn(kpgui, moons_file, "--vary", f"kernel.sigma={values}")[1]
            for values in ("1", "1,2", "1,2,3", "1,2,3,4")
        ]
        assert [width for width, _ in sizes] == [840, 1000, 1200, 1000]
        assert sizes[0][1] > sizes[1][1]
        assert sizes[3][1] > 1.5 * sizes[1][1]

    def test_of_any_size(self, kpgui, moons_file):
        assert self.drawn(kpgui, moons_file, "--vary", "at=0,end", "--size", "300x700")[1] == (300, 700)

    @pytest.mark.slow
    def test_one_value_given_and_one_that_varies_are_the_same_run(self, kpgui, moons_file):
        one = self.drawn(kpgui, moons_file, "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)")
        for words in (
            ["--kernel", "linear()", "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)"],
            ["--at", "end", "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)"],
        ):
            assert self.drawn(kpgui, moons_file, *words) == one
        assert self.drawn(kpgui, moons_file, "--at", "3", "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)") != one

    def test_a_session_left_in_the_middle_varies_at_its_end(self, kpgui, tmp_path):
        path = moons(tmp_path)
        left = tmp_path / "left.kpgui"
        api.save(replace(api.load(path), reached=Reached(12, 3, 3)), left)
        words = ["--vary", "kernel.sigma=0.1,1"]
        assert self.drawn(kpgui, left, *words) == self.drawn(kpgui, path, *words)

    @pytest.mark.slow
    @pytest.mark.parametrize("suffix", DRAWN)
    def test_in_every_kind_of_drawing_the_panels_are_the_same(self, kpgui, moons_file, tmp_path, suffix):
        words = ["--vary", "kernel.sigma=0.1,1", "--vary", "at=epoch:1,end", "--theme", "dark"]
        for name in ("a.png", f"b{suffix}"):
            assert kpgui("render", moons_file, "-o", tmp_path / name, *words).code == 0
        assert apart(tmp_path / "a.png", rasterised(tmp_path / f"b{suffix}", tmp_path)) < 0.03

    def test_opened_they_are_the_session_of_their_first_panel(self, kpgui, moons_file, tmp_path):
        for suffix in DRAWN:
            words = ["--vary", "kernel.sigma=0.1,1", "--at", "mistake:3"]
            assert kpgui("render", moons_file, "-o", tmp_path / f"a{suffix}", *SMALL, *words).code == 0
            session = api.load(tmp_path / f"a{suffix}")
            assert session.kernel == "rbf(sigma=0.1)"
            assert session.reached.mistakes == 3

    def test_what_is_not_drawn_holds_one_run(self, kpgui, moons_file, tmp_path):
        for each in OUTPUTS:
            if not each.drawn:
                result = kpgui("render", moons_file, "-o", tmp_path / f"a{each.suffixes[0]}", "--vary", "at=0,end")
                assert (result.code, result.out) == (1, "")
                assert "small multiples can be drawn as .png" in result.err

    def test_what_a_panel_shows_instead_is_said(self, kpgui, moons_file):
        end = api.train(api.load(moons_file))
        _, _, err = self.drawn(kpgui, moons_file, "--vary", "at=1,epoch:1000")
        assert err == (
            f"kpgui: the run ends with step {end.steps}, in epoch {end.epochs}, and that is what panel b shows.\n"
        )

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["kernel.sigma=0.1,0"], "rbf: sigma must be a number above 0, not 0."),
            (["kernel.sgma=0.1,1"], "the nearest name is 'kernel.sigma'."),
            (["at=epoch:1,soon"], "'soon' is no place in a run; write a step as 250, mistake:3, epoch:2 or end."),
            (["at=1", "at=2"], "at varies already; let something else vary in the other direction."),
            (["at=1", "run.seed=2", "kernel.sigma=2"], "One or two settings can vary, in rows and columns, not 3."),
            ([f"at={','.join('1' * 37)}"], "A figure has at most 36 panels, not 37; leave some values out."),
        ],
    )
    def test_what_cannot_vary(self, kpgui, moons_file, tmp_path, words, said):
        result = kpgui("render", moons_file, "-o", tmp_path / "a.png", *(f"--vary={word}" for word in words))
        assert (result.code, result.out) == (1, "")
        assert said in result.err
        assert len(result.err.splitlines()) == 1
        assert not (tmp_path / "a.png").exists()
