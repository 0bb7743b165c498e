"""Wrong usage of every command: the exit code, and the one sentence that says what is wrong and what to do."""

import pytest

LONG = "n" * 300
HUGE = "b" * 100_000
DIGITS = "9" * 5_000
DEEP = "(" * 200 + "rbf()" + ")" * 200

SEE = "see `kpgui {} --help`."
"""The end of what is said about words that are no command line."""

COMMANDS = ("train", "analyse", "render", "convert", "generate", "list")
READ = {
    "train": ("train", "xor.csv"),
    "analyse": ("analyse", "xor.csv"),
    "render": ("render", "xor.csv", "-o", "new.png"),
    "convert": ("convert", "xor.csv", "new.csv"),
}
"""The commands that read a file, in their right use."""

RIGHT = READ | {"generate": ("generate", "moons", "-o", "new.csv"), "list": ("list", "kernels")}


def check(place, words, code, said):
    found, line = place.refused(*words)
    assert found == code, line
    assert said in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--nonsense"], "there is no option --nonsense; see `kpgui --help`."),
        (["--version=3"], "ignored explicit argument '3'; see `kpgui --help`."),
        (["-x", "xor.csv"], "there is no option -x; see `kpgui --help`."),
        (["trian", "xor.csv"], "there is no command 'trian', and no such file; the nearest name is 'train'; see"),
        (["nonsense", "xor.csv"], "there is no command 'nonsense', and no such file; known are train, analyse,"),
        (["xor.csv", "old.csv"], "the window opens one file; others can be opened from its menu; see `kpgui --help`."),
        ([""], "argument FILE: the name is empty; give that of a file; see `kpgui --help`."),
        ([f"--{LONG}"], "there is no option --nnn"),
        ([f"--{HUGE}"], "there is no option --bbb"),
        ([LONG, LONG], "there is no command 'nnn"),
        ([HUGE, "xor.csv"], "there is no command 'bbb"),
        (["a\nb", "xor.csv"], "there is no command 'a b', and no such file"),
        (["\udcff", "xor.csv"], "there is no command ' ', and no such file"),
    ],
)
def test_of_the_window(place, words, said):
    check(place, words, 2, said)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_or_an_argument_that_a_command_does_not_have(place, command):
    arguments = (
        [] if command == "render" else [["one", "more"], [LONG], ["a\nb"]]
    )  # it takes as many files as there are
    for words in (["--nonsense"], ["--Json"], ["-x"], [f"--{LONG}"], [f"--{HUGE}=1"], *arguments):
        check(place, [*RIGHT[command], *words], 2, "unrecognized arguments: ")
        check(place, [*RIGHT[command], *words], 2, SEE.format(command))


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (["train"], "FILE"),
        (["analyse", "--bias"], "FILE"),
        (["render"], "FILE, -o/--output"),
        (["render", "xor.csv"], "-o/--output"),
        (["convert"], "IN, OUT"),
        (["convert", "xor.csv"], "OUT"),
        (["generate"], "NAME, -o/--output"),
        (["generate", "moons"], "-o/--output"),
        (["list"], "kernels|learners|generators|formats|figure|presets"),
    ],
)
def test_a_missing_argument(place, words, missing):
    check(place, words, 2, f"the following arguments are required: {missing}; {SEE.format(words[0])}")


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("train", ["--kernel", "--learner", "--order", "--seed", "--columns", "--label-column", "--positive"]),
        ("analyse", ["--kernel", "--negative"]),
        ("render", ["--kernel", "--seed", "--size", "--dpi", "--theme", "--at", "--set", "--vary", "--output"]),
        ("convert", ["--columns", "--label-column", "--positive", "--negative"]),
        ("generate", ["--n", "--noise", "--seed", "--balance", "--label-noise", "--output"]),
    ],
)
def test_an_option_without_its_value(place, command, options):
    for option in options:
        check(place, [*RIGHT[command], option], 2, f"{option}: expected one argument; {SEE.format(command)}")


@pytest.mark.parametrize(
    ("command", "option"), [("train", "--json"), ("analyse", "--bias"), ("convert", "--skip-bad-rows")]
)
def test_a_flag_with_a_value(place, command, option):
    check(place, [*RIGHT[command], f"{option}=yes"], 2, f"argument {option}: ignored explicit argument 'yes'; see")


NO_PLACE = "is no place in a run; write a step as 250, mistake:3, epoch:2 or end"
WHOLE = "is not a whole number of at most 18 digits, such as 200"


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [
        ("train", ["--seed", "one"], f"argument --seed: 'one' {WHOLE}"),
        ("train", ["--seed", ""], f"argument --seed: '' {WHOLE}"),
        ("train", ["--seed", "1\n2"], f"argument --seed: '1 2' {WHOLE}"),
        ("train", ["--seed", DIGITS], "argument --seed: '999"),
        ("train", ["--seed", "1_000"], f"'1_000' {WHOLE}"),
        (
            "train",
            ["--order", "backwards"],
            "argument --order: there is no 'backwards'; choose one of dataset, shuffled",
        ),
        ("train", ["--order", ""], "argument --order: there is no ''; choose one of dataset,"),
        ("train", ["--order", HUGE], "argument --order: there is no 'bbb"),
        ("generate", ["--n", "1.5"], f"argument --n: '1.5' {WHOLE}"),
        ("generate", ["--n", DIGITS], "argument --n: '999"),
        ("generate", ["--noise", "x"], "argument --noise: 'x' is not a number, such as 0.2"),
        ("generate", ["--noise", HUGE], "argument --noise: 'bbb"),
        ("generate", ["--balance", ""], "argument --balance: '' is not a number, such as 0.2"),
        ("generate", ["--label-noise", "\udcff"], "argument --label-noise: ' ' is not a number, such as 0.2"),
        (
            "render",
            ["--size", "big"],
            "argument --size: 'big' is not a size; write width x height in pixels, as in 840x",
        ),
        ("render", ["--size", "840"], "argument --size: '840' is not a size"),
        ("render", ["--size", "1x2x3"], "argument --size: '1x2x3' is not a size"),
        ("render", ["--size", "²x3"], "argument --size: '²x3' is not a size"),
        ("render", ["--size", f"{DIGITS}x3"], "argument --size: '999"),
        ("render", ["--dpi", "high"], "argument --dpi: 'high' is not a number of dots an inch, such as 300"),
        ("render", ["--dpi", LONG], "argument --dpi: 'nnn"),
        ("render", ["--theme", "pink"], "argument --theme: there is no 'pink'; choose one of light, dark, "),
        ("render", ["--at", "last"], f"argument --at: 'last' {NO_PLACE}"),
        ("render", ["--at=-1"], f"argument --at: '-1' {NO_PLACE}"),
        ("render", ["--at", "mistake:"], f"argument --at: 'mistake:' {NO_PLACE}"),
        ("render", ["--at", "mistakes:3"], f"argument --at: 'mistakes:3' {NO_PLACE}"),
        ("render", ["--at", DIGITS], "argument --at: '999"),
        (
            "render",
            ["--set", "kernel.sigma"],
            "argument --set: 'kernel.sigma' has no value; write name=value, as in ker",
        ),
        ("render", ["--set", "=3"], "argument --set: '=3' has no value; write name=value"),
        ("render", ["--vary", "at"], "argument --vary: 'at' has no value; write name=value, as in kernel.sigma=0.3"),
        ("render", ["--set", HUGE], "argument --set: 'bbb"),
    ],
)
def test_a_value_of_the_wrong_sort(place, command, words, said):
    check(place, [*RIGHT[command], *words], 2, said)
    check(place, [*RIGHT[command], *words], 2, SEE.format(command))


@pytest.mark.parametrize("sort", ["cars", "", LONG, HUGE, "ker\nnels", "Kernels"])
def test_a_list_of_what_there_is_none(place, sort):
    said = "choose one of kernels, learners, generators, formats, figure, presets; see `kpgui list --help`."
    check(place, ["list", sort], 2, said)


@pytest.mark.parametrize(
    "words",
    [
        ["train", ""],
        ["analyse", ""],
        ["render", "", "-o", "new.png"],
        ["render", "xor.csv", "-o", ""],
        ["convert", "", "new.csv"],
        ["convert", "xor.csv", ""],
        ["generate", "moons", "-o", ""],
    ],
)
def test_an_empty_name_of_a_file(place, words):
    check(place, words, 2, f": the name is empty; give that of a file; {SEE.format(words[0])}")


WRONG_KERNELS = [
    ("", "Position 1 of '': expected a name, a number or '(', found the end."),
    (" ", "Position 1 of ' ': expected a name"),
    ("rfb", "Position 1 of 'rfb': there is no kernel named 'rfb'; the nearest name is 'rbf'."),
    ("rbf(", "Position 5 of 'rbf(': expected"),
    ("rbf(\n", "Position 5 of 'rbf( ': expected"),
    ("rbf)", "Position 4 of 'rbf)': expected '+', '-', '*', '**' or the end, found ')'."),
    ("rbf(sigma=)", "Position 11 of 'rbf(sigma=)': expected a number"),
    ("rbf(sgma=1)", "Position 5 of 'rbf(sgma=1)': rbf has no parameter 'sgma'; the nearest name is 'sigma'."),
    ("rbf(sigma=1, sigma=2)", "sigma is given twice."),
    ("rbf(1, 2)", "rbf takes its parameters in order or by name, as in rbf(sigma=1)."),
    ("rbf(sigma=0)", "rbf: sigma must be a number above 0, not 0."),
    ("rbf(sigma=-1)", "rbf: sigma must be a number above 0, not -1."),
    ("rbf(sigma='wide')", 'rbf: sigma must be a number above 0, not "wide".'),
    ("rbf(sigma=1e999)", "the number is too large."),
    (f"rbf(sigma={DIGITS})", "the number is too large."),
    ("poly(degree=2.5)", "poly: degree must be a whole number"),
    ("rbf**0", "the power of a kernel is a whole number from 1 to"),
    ("rbf**rbf", "expected a number"),
    ("rbf + 1", "joins two kernels; a number can only multiply a kernel."),
    ("3", "expected a kernel, as in rbf(sigma=0.5), found only a number."),
    ("-1*rbf", "expected a name, a number or '('"),
    ("rbf; import os", "';' has no meaning here."),
    ("κ()", "'κ' has no meaning here."),
    ("\udcff", "has no meaning here."),
    ("rbf\0", "has no meaning here."),
    (LONG, "there is no kernel named 'nnn"),
    (f"rbf({LONG}=1)", "rbf has no parameter 'nnn"),
    (f"rbf({LONG}=1, {LONG}=2)", "is given twice."),
    (f"rbf(sigma='{LONG}')", 'rbf: sigma must be a number above 0, not "nnn'),
    (f"normalized({LONG}=1)", "normalized takes one kernel, as in normalized(linear())."),
    (HUGE, "an expression has at most 10000 characters."),
    (DEEP, "nested brackets"),
    ("+".join(["rbf()"] * 100), "an expression has at most"),
]


@pytest.mark.parametrize("command", ["train", "analyse", "render"])
@pytest.mark.parametrize(("text", "said"), WRONG_KERNELS, ids=[text[:20] for text, _ in WRONG_KERNELS])
def test_a_wrong_kernel(place, command, text, said):
    check(place, [*READ[command], f"--kernel={text}"], 1, said)


@pytest.mark.parametrize("command", ["train", "render"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Position 1 of '': expected a name"),
        ("perceptorn", "there is no learner named 'perceptorn'; the nearest name is 'perceptron'."),
        ("kernel_perceptron(epoch=3)", "kernel_perceptron has no parameter 'epoch'; the nearest name is 'epochs'."),
        ("kernel_perceptron(epochs=0)", "kernel_perceptron: epochs must be a whole number"),
        ("kernel_perceptron(bias=3)", "kernel_perceptron: bias must be true or false, not 3."),
        (
            "perceptron(map='cubes')",
            'perceptron: map must be one of identity, squares, quadratic, full_quadratic, not "c',
        ),
        (
            f"perceptron(map='{LONG}')",
            "perceptron: map must be one of identity, squares, quadratic, full_quadratic, not",
        ),
        ("svm(C=0)", "svm: C must be a number above 0"),
        ("svm(C=1e300)", "svm: C must be a number above 0 and up to 1×10⁹, not 1e+300."),
        ("svm() + svm()", "expected one learner, as in"),
        ("rbf()", "there is no learner named 'rbf'"),
        (LONG, "there is no learner named 'nnn"),
        (f"svm({LONG}=1)", "svm has no parameter 'nnn"),
        (HUGE, "an expression has at most 10000 characters."),
        (DEEP, "nested brackets"),
    ],
)
def test_a_wrong_learner(place, command, text, said):
    check(place, [*READ[command], f"--learner={text}"], 1, said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["moon"], "there is no generator named 'moon'; the nearest name is 'moons'."),
        ([""], "Position 1 of '': expected a name"),
        ([LONG], "there is no generator named 'nnn"),
        ([HUGE], "an expression has at most 10000 characters."),
        (["mo\nons"], "Position 4 of 'mo ons': expected '+', '-', '*', '**' or the end, found 'ons'."),
        ([f"moons({LONG}=1)"], "moons has no parameter 'nnn"),
        (["moons(turns=2)"], "moons has no parameter 'turns'"),
        (["moons", "--n", "0"], "moons: n must be a whole number from 1 to"),
        (["moons", "--n=-3"], "moons: n must be a whole number from 1 to"),
        (["moons", "--n", "9" * 18], "moons: n must be a whole number from 1 to"),
        (["moons", "--noise", "nan"], "moons: noise must be a number"),
        (["moons", "--noise", "1e308"], "moons: noise must be a number"),
        (["moons", "--balance", "2"], "moons: balance must be a number from 0 to 1, not 2."),
        (["moons", "--label-noise=-1"], "moons: label_noise must be a number"),
        (["moons", "--seed=-1"], "moons: seed must be a whole number"),
        (["formula(rule='y > sn(x)')"], "formula: rule: Position 5 of 'y > sn(x)': there is nothing named 'sn'"),
        ([f"formula(rule='{LONG} > 0')"], "formula: rule: Position 1 of 'nnn"),
        (["formula(rule='x > 5')"], "leaves (next to) no room for class +1"),
        ([f"formula(rule='{' + '.join(['0*x'] * 25)} > 5')"], "leaves (next to) no room for class +1"),
    ],
)
def test_a_wrong_generator(place, words, said):
    check(place, ["generate", *words, "-o", "new.csv"], 1, said)
    check(place, ["generate", *words, "-o", "old.csv"], 1, said)


@pytest.mark.parametrize("command", READ)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--columns", "x,z"], "xor.csv has no column 'z'; known are x, y, label."),
        (["--columns", ""], "xor.csv has no column ''"),
        (["--columns", "x,label", "--label-column", "label"], "xor.csv"),
        (["--columns", LONG], "xor.csv has no column 'nnn"),
        (["--columns", f"x,{HUGE}"], "xor.csv has no column 'bbb"),
        (["--columns", ",".join(["x", "z"] * 1000)], "xor.csv has no column 'z'"),
        (["--columns", "9"], "xor.csv has no column '9'"),
        (["--columns", DIGITS], "xor.csv has no column '999"),
        (["--columns", "a\nb"], "xor.csv has no column 'a b'"),
        (["--columns", "\udcff"], "xor.csv has no column ' '"),
        (["--label-column", "class"], "xor.csv has no column 'class'; "),
        (["--label-column", ""], "xor.csv has no column ''"),
        (["--label-column", LONG], "xor.csv has no column 'nnn"),
        (["--positive", "rose"], "xor.csv has no class 'rose'; its classes are -1, 1."),
        (["--positive", LONG], "xor.csv has no class 'nnn"),
        (["--positive", HUGE], "xor.csv has no class 'bbb"),
        (["--positive", "a\nb"], "xor.csv has no class 'a b'"),
        (["--positive", "1", "--negative", "1"], "The class '1' cannot be both +1 and −1; choose two classes."),
        (["--positive", "1", "--negative", LONG], "xor.csv has no class 'nnn"),
    ],
)
def test_a_column_or_a_class_that_is_not_there(place, command, words, said):
    check(place, [*READ[command], *words], 1, said)


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [
        ("train", ["--seed=-1"], "seed must be a whole number from 0 to"),
        ("train", ["--seed", "9" * 18], "seed must be a whole number from 0 to"),
        ("render", ["--size", "1x1"], "width must be a whole number from 32 to 20000"),
        ("render", ["--size=-3x40"], "width must be a whole number from 32 to 20000"),
        ("render", ["--size", f"{'9' * 18}x{'9' * 18}"], "width must be a whole number from 32 to 20000"),
        ("render", ["--size", "20000x20000"], "cannot be made; it has at most 100 million."),
        ("render", ["--dpi", "0"], "dpi must be a number from 10 to 2400, not 0."),
        ("render", ["--dpi", "nan"], "dpi must be a number from 10 to 2400, not nan."),
        ("render", ["--dpi", "1e999"], "dpi must be a number from 10 to 2400, not inf."),
    ],
)
def test_a_number_out_of_range(place, command, words, said):
    check(place, [*READ[command], *words], 1, said)
