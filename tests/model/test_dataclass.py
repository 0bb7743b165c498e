"""Our dataclasses, beside those of the standard library."""

import dataclasses
import inspect

import pytest

from kpgui.model import dataclass as quick


def definitions(dataclass):
    """A class, an heir of it, one compared by identity and one that is open, all made by this decorator."""

    @dataclass(frozen=True)
    class Place:
        """A place."""

        x: float
        names: list[str] = dataclasses.field(default_factory=list)
        y: float = dataclasses.field(default=2.0, metadata={"unit": "m"})

        def __post_init__(self):
            object.__setattr__(self, "x", float(self.x))

    @dataclass(frozen=True)
    class Named(Place):
        """A place with a name."""

        name: str = "here"

        def __str__(self):
            return self.name

    @dataclass(frozen=True, eq=False)
    class Single:
        """Equal to itself alone."""

        x: int = 0

    @dataclass(kw_only=True)
    class Open:
        """May be changed, and is told what it holds by name alone."""

        x: int
        y: int = 2

    return Place, Named, Single, Open


STANDARD = definitions(dataclasses.dataclass)
OURS = definitions(quick.dataclass)
PLACE, NAMED, SINGLE, OPEN = range(4)

pytestmark = pytest.mark.filterwarnings("error")


def changed(opened):
    """What it is after all of it was changed."""
    opened.x = 3
    del opened.y
    return opened.x, opened.y


def told(do):
    """The result of `do`, or the sort of error that it raised."""
    try:
        return do()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(
    "ask",
    [
        lambda made: repr(made[PLACE](1)),
        lambda made: repr(made[NAMED](1, ["a"], y=3, name="there")),
        lambda made: str(made[NAMED](1, name="there")),
        lambda made: made[PLACE](1).names is made[PLACE](1).names,
        lambda made: made[PLACE](1) == made[PLACE](x=1.0, y=2),
        lambda made: made[PLACE](1) == made[PLACE](2),
        lambda made: made[PLACE](1) == made[NAMED](1),
        lambda made: made[PLACE](1) == 1.0,
        lambda made: made[SINGLE](1) == made[SINGLE](1),
        lambda made: len({made[SINGLE](1), made[SINGLE](1)}),
        lambda made: hash(made[NAMED](1, (), 3)) == hash(made[NAMED](1, (), 3)),
        lambda made: hash(made[PLACE](1)),
        lambda made: made[PLACE](),
        lambda made: made[PLACE](1, [], 3, 4),
        lambda made: made[PLACE](1, x=1),
        lambda made: made[PLACE](1, z=1),
        lambda made: setattr(made[PLACE](1), "x", 2),
        lambda made: delattr(made[PLACE](1), "x"),
        lambda made: setattr(made[PLACE](1), "other", 2),
        lambda made: [(each.name, dict(each.metadata)) for each in dataclasses.fields(made[NAMED])],
        lambda made: repr(dataclasses.replace(made[NAMED](1), y=5)),
        lambda made: dataclasses.replace(made[NAMED](1), z=5),
        lambda made: dataclasses.asdict(made[NAMED](1)),
        lambda made: dataclasses.astuple(made[PLACE](1)),
        lambda made: made[PLACE].y,
        lambda made: made[NAMED].__match_args__,
        lambda made: repr(made[OPEN](x=1)),
        lambda made: made[OPEN](x=1) == made[OPEN](x=1, y=2),
        lambda made: made[OPEN](1),
        lambda made: hash(made[OPEN](x=1)),
        lambda made: changed(made[OPEN](x=1)),
    ],
)
def test_they_answer_as_those_of_the_standard_library_do(ask):
    assert told(lambda: ask(OURS)) == told(lambda: ask(STANDARD))


def test_what_is_wrong_with_a_call_is_said():
    with pytest.raises(TypeError, match="Place needs x"):
        OURS[PLACE]()
    with pytest.raises(TypeError, match="Place takes x, names, y, each once; it got 1, z=2"):
        OURS[PLACE](1, z=2)


def test_the_arguments_are_shown_as_the_standard_library_shows_them():
    for ours, theirs in zip(definitions(quick.dataclass), definitions(dataclasses.dataclass), strict=True):
        shown, expected = inspect.signature(ours).parameters, inspect.signature(theirs).parameters
        assert [(each.name, each.kind, each.annotation) for each in shown.values()] == [
            (each.name, each.kind, each.annotation) for each in expected.values()
        ]
        assert [each.default is each.empty for each in shown.values()] == [
            each.default is each.empty for each in expected.values()
        ]
